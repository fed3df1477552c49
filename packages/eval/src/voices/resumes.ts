import type { Draft } from '../generate/draft.ts';
import type { Voice } from '../generate/voice.ts';
import type { Fill } from '../generate/writer.ts';
import { coding } from './coding.ts';
import { codingEpisode } from './coding-episode.ts';

/** Work that is broken off and taken up again, on another day and at times with another model. */
function episode(draft: Draft, fill: Fill, bulk: number): void {
  const { random } = draft;
  if (bulk > 0 && random.chance(0.35)) {
    draft.user(fill(random.pick(RESUMED)));
    draft.say(fill(random.pick(TAKEN_UP)));
  }
  codingEpisode(draft, fill, bulk);
}

const RESUMED = [
  '[The session was resumed after {int:2-16} hours.] Good morning, let us go on where we stopped.',
  '[The model of this session was changed.] You are new here, but all of it is above. Go on.',
  'I am back. Continue with {thing}.',
  '[The session was resumed on another machine.] Same folder, same branch.',
  'The connection was gone for {int:2-50} minutes. Are you still there?',
];
const TAKEN_UP = [
  'Good to see you again. I go on with the {service} part.',
  'I have read what is above, and take it up from there.',
  'Yes. The {module} comes next.',
];

/** Long work over many days: many compactions in a row, resumed sessions, other models. */
export const resumes: Voice = {
  ...coding,
  episode,
  system:
    'You work for weeks on one repository. Sessions are resumed and models change, so write down what matters in plain words. Read a file before you change it, and run the tests. Tools: read_file, write_file, patch, terminal, web_extract.',
  goals: [
    [
      'Take the whole of the {service} code from callbacks to promises until release {int:20-90}.{int:10-99}.',
      'callbacks to promises release|promises',
    ],
    [
      'On the way, get the {module} tests under {int:20-90} seconds on the slow machine.',
      'tests under seconds slow machine|slow',
    ],
  ],
  closing: 'Tomorrow somebody else takes over. What do they need to know, word for word?',
};
