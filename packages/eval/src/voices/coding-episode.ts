import type { Draft } from '../generate/draft.ts';
import type { Fill } from '../generate/writer.ts';
import { testRunText } from '../material/log-text.ts';
import { Workspace } from '../material/workspace.ts';

const PATHS = [
  'src/ledger/post-entries.ts',
  'src/ledger/close-month.ts',
  'src/rates/rate-table.ts',
  'src/import/read-batch.ts',
  'src/refund/match-refund.ts',
  'src/parcel/split-parcel.ts',
  'test/close-month.test.ts',
];

const workspaces = new WeakMap<Draft, Workspace>();

function workspaceOf(draft: Draft, bulk: number): Workspace {
  const known = workspaces.get(draft) ?? new Workspace(draft.random, PATHS, bulk);
  workspaces.set(draft, known);
  return known;
}

/** The user wants a change; the model reads, edits and runs the tests. */
export function codingEpisode(draft: Draft, fill: Fill, bulk: number): void {
  const workspace = workspaceOf(draft, Math.max(1, bulk));
  const path = workspace.pick();
  if (bulk > 0) draft.user(fill(draft.random.pick(REQUESTS)));
  draft.play([workspace.read(path)], fill(draft.random.pick(THOUGHTS)));
  for (let edits = 0; edits < Math.max(1, bulk); edits += 1) {
    draft.play([workspace.edit(path)]);
    const hasFailure = draft.random.chance(0.3);
    draft.play([
      {
        name: 'terminal',
        arguments: { command: 'npm test -- --project books' },
        result: testRunText(draft.random, 3 + bulk * 6, hasFailure),
      },
    ]);
    if (hasFailure) draft.play([workspace.read(workspace.pick())], fill(draft.random.pick(THOUGHTS)));
  }
  if (bulk > 0 && draft.random.chance(0.25)) tidyUp(draft);
  if (bulk > 0) draft.say(fill(draft.random.pick(ANSWERS)));
}

/** A scratch file comes, and goes or gets another name. */
function tidyUp(draft: Draft): void {
  const path = `scratch/probe-${draft.random.int(1, 4)}.ts`;
  const content = `console.log(${draft.random.int(1, 999)});\n`;
  draft.play([
    { name: 'write_file', arguments: { path, content }, result: '{"ok": true}', file: { path, action: 'created' } },
  ]);
  const isRenamed = draft.random.chance(0.4);
  const kept = path.replace('probe', 'kept');
  const command = isRenamed ? `mv ${path} ${kept}` : `rm ${path}`;
  const action = isRenamed ? 'renamed' : 'deleted';
  draft.play([{ name: 'terminal', arguments: { command }, result: 'exit code 0', file: { path, action } }]);
}

const REQUESTS = [
  'The {module} in the {service} part is hard to follow. Make it simpler, please, without changing what it does.',
  'Have a look at why {thing} is slow when the {service} has many entries.',
  'Somebody reported that {thing} shows a wrong total on {day}. Can you find it?',
  'Please tidy up the {module} of the {service} part before I review it.',
];
const THOUGHTS = [
  'I read the file first.',
  'That test covers the {module}, so I look at what it calls.',
  'The name suggests that the {service} part owns this.',
  '',
];
const ANSWERS = [
  'The {module} is simpler now and the tests of the {service} part pass.',
  'That was it: the {service} part counted twice. The tests pass again.',
  'I changed one function and ran the tests; {thing} is right again.',
];
