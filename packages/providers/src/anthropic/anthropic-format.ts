import type { WireFormat } from '../wire-format.ts';
import { readAnthropic } from './from-anthropic.ts';
import { writeAnthropic } from './to-anthropic.ts';

/** Transcripts in the shape of an Anthropic Messages request: content blocks, results inside user messages. */
export const anthropicFormat: WireFormat = { read: readAnthropic, write: writeAnthropic };
