// Engines of several authors at work together, on one recorded conversation. No key, no network.
// Run it: node examples/compose-engines/src/main.ts
import Table from 'cli-table3';
import { model } from './load-engines.ts';
import { type Row, runCompositions } from './run-compositions.ts';

const figure = (value: number): string => value.toLocaleString('en-US');

const { before, rows, beside } = await runCompositions();
console.log(`A recorded conversation, ${figure(before.messages)} messages and about ${figure(before.tokens)} tokens,`);
console.log(`for a window of ${figure(model.contextTokens)} tokens.\n`);

const table = new Table({
  head: ['Engine', 'Messages', 'Tokens', 'Valid'],
  colAligns: ['left', 'right', 'right', 'left'],
  style: { head: [], border: [] },
});
for (const { engine, messages, tokens, faults } of rows)
  table.push([engine, figure(messages), figure(tokens), faults === 0 ? 'yes' : `${faults} faults`]);
console.log(table.toString());

console.log('\nWhat the user is told:');
for (const { engine, notes } of rows) console.log([`  ${engine}`, ...notes.map(excerpt)].join('\n'));

const { outcome, after } = beside.candidate;
const left = after === undefined ? outcome : `${figure(after.tokens)} tokens`;
console.log(`\nBeside keep-turns, unseen, minimal-engine would have come to: ${left}.`);

function excerpt(note: Row['notes'][number]): string {
  return `    ${note.length > 106 ? `${note.slice(0, 105)}…` : note}`;
}
