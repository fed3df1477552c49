import type { Voice } from '../generate/voice.ts';
import type { Family } from '../trajectory.ts';
import { coding } from './coding.ts';
import { hostile } from './hostile.ts';
import { multilingual } from './multilingual.ts';
import { operations } from './operations.ts';
import { parallel } from './parallel.ts';
import { pictures } from './pictures.ts';
import { preferences } from './preferences.ts';
import { resumes } from './resumes.ts';

/** The voice of each family. */
export const VOICES: Readonly<Record<Family, Voice>> = {
  coding,
  operations,
  preferences,
  multilingual,
  pictures,
  parallel,
  resumes,
  hostile,
};
