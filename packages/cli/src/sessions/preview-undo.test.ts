import type { Message } from '@hermes-context/contract';
import { createMemorySessionStore, type SessionStore } from '@hermes-context/sessions';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { previewUndo } from './preview-undo.ts';
import { allRevisions, planUndo } from './undo-plan.ts';
import { undoSteps } from './undo-steps.ts';

const ID = 'session';

async function compact(store: SessionStore, keep: number, key: string): Promise<void> {
  const { messages, revision, sequence } = await store.load(ID);
  const result = await store.acquireLease({ sessionId: ID, holder: 'test' });
  if (result.kind !== 'acquired') throw new Error('busy');
  const summary: Message = { role: 'user', content: `summary ${key}` };
  // Appended while the summary was being written.
  await store.append(ID, [{ role: 'user', content: `late to ${key}` }]);
  await store.commit({
    sessionId: ID,
    expectedRevision: revision,
    expectedSequence: sequence,
    outcome: { kind: 'compressed', messages: [summary, ...messages.slice(messages.length - keep)] },
    lease: result.lease,
    key,
    engine: 'test',
  });
  await store.releaseLease(result.lease);
}

async function play(
  store: SessionStore,
  step: { readonly act: string; readonly n: number },
  key: string,
): Promise<void> {
  const { messages } = await store.load(ID);
  switch (step.act) {
    case 'append':
      await store.append(ID, [{ role: 'user', content: `${key} ${'x'.repeat(step.n)}` }]);
      break;
    case 'compact':
      await compact(store, step.n % (messages.length + 1), key);
      break;
    case 'rewind': {
      const id = messages[step.n % Math.max(1, messages.length)]?._context?.id;
      if (id !== undefined) await store.rewind({ sessionId: ID, messageId: id });
      break;
    }
    case 'undo':
      await store.undo({ sessionId: ID });
      break;
    default:
      await store.redo({ sessionId: ID });
  }
}

it('foretells the size of the list that an undo then leaves', async () => {
  const step = fc.record({
    act: fc.constantFrom('append', 'append', 'compact', 'compact', 'rewind', 'undo', 'redo'),
    n: fc.nat({ max: 20 }),
  });
  let undone = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.nat(), async (script, pick) => {
      const store = createMemorySessionStore();
      await store.create({ id: ID });
      for (const [index, each] of script.entries()) await play(store, each, `k${index}`);
      const revisions = await allRevisions(store, ID);
      const plan = planUndo(revisions, 1 + (pick % revisions.length));
      if (plan.kind !== 'steps' || plan.steps.length === 0) return;
      const foretold = await previewUndo(store, ID, plan.steps);
      const { liveMessages, liveTokens } = await undoSteps(store, {
        sessionId: ID,
        steps: plan.steps,
        revision: revisions.length,
      });
      expect(foretold).toEqual({ messages: liveMessages, tokens: liveTokens });
      undone += plan.steps.length;
    }),
  );
  expect(undone).toBeGreaterThan(20);
});
