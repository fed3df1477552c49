import type { CheckResult } from './engine-check.ts';
import { outlineMessages } from './outline-messages.ts';
import { type PromiseId, promiseFacts } from './promises.ts';

/** A failed check for a person: the promise, what happened, the conversation, how to see it again, where to read on. */
export function describeFailure(promise: PromiseId, { title, detail = '', counterexample }: CheckResult): string {
  const facts = promiseFacts(promise);
  const [what, ...notes] = detail.split('\n');
  const lines = [
    `The engine breaks promise ${promise}, "${facts.title}": it ${facts.words}.`,
    `check: it ${title}`,
    `what: ${what}`,
    ...(counterexample === undefined ? [] : [`conversation: ${outlineMessages(counterexample)}`]),
    ...notes,
    `page: ${facts.docs}`,
  ];
  return lines.join('\n  ');
}
