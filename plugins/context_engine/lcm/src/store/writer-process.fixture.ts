import { numberedFrom } from './numbered.fixture.ts';
import { openLcmStore } from './open-lcm-store.ts';

/**
 * Run as a process of its own with a file, a session, and how many turns (endless without): stores turns, summarises
 * each fourth, and says after each answer how many messages it has been promised.
 */
const [file = '', sessionId = 's', turns = 'Infinity'] = process.argv.slice(2);
let time = 0;
const store = await openLcmStore({ file, now: () => (time += 1) });
const before = (await store.path(sessionId)).length;
for (let turn = 0; turn < Number(turns); turn += 1) {
  const { entries } = await store.ingest(sessionId, numberedFrom(before + turn * 3, sessionId));
  process.stdout.write(`${before + turn * 3 + 3}\n`);
  if (turn % 4 !== 3) continue;
  const sources = { kind: 'entries', entries: entries.map(({ id }) => id) } as const;
  await store.addSummary({ sessionId, text: `turn ${turn}`, tokens: 5, level: 1, sources });
}
await store.close();
