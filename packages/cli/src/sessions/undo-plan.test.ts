import type { Revision } from '@hermes-context/sessions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planUndo } from './undo-plan.ts';

type Step = 'commit' | 'rewind' | 'undo' | 'redo';

/** The history that a session would have after these steps, and the changes in effect at each of its revisions. */
function historyOf(steps: readonly Step[]): {
  readonly revisions: readonly Revision[];
  readonly states: readonly string[];
} {
  const revisions: Revision[] = [{ sessionId: 's', number: 1, kind: 'start', at: 0, inEffect: true }];
  const states = ['', ''];
  const done: number[] = [];
  let undone: number[] = [];
  for (const kind of steps) {
    const number = revisions.length + 1;
    const of = kind === 'undo' ? done.pop() : kind === 'redo' ? undone.pop() : undefined;
    if (of === undefined && (kind === 'undo' || kind === 'redo')) continue;
    if (kind === 'undo') undone.push(of ?? 0);
    else done.push(of ?? number);
    if (kind === 'commit' || kind === 'rewind') undone = [];
    revisions.push({ sessionId: 's', number, kind, at: 0, inEffect: true, ...(of === undefined ? {} : { of }) });
    states.push(done.join());
  }
  return { revisions, states };
}

function stepsTo(steps: readonly Step[], to: number): readonly number[] | string {
  const plan = planUndo(historyOf(steps).revisions, to);
  return plan.kind === 'steps' ? plan.steps.map(({ number }) => number) : plan.why;
}

describe('the way back to a revision', () => {
  it('takes back what came after it, the newest first', () => {
    expect(stepsTo(['commit', 'rewind', 'commit'], 1)).toEqual([4, 3, 2]);
    expect(stepsTo(['commit', 'rewind', 'commit'], 3)).toEqual([4]);
    expect(stepsTo(['commit', 'rewind', 'commit'], 4)).toEqual([]);
    expect(stepsTo(['commit', 'undo', 'redo', 'commit'], 2)).toEqual([5]);
  });

  it('is none where a change that made it was undone', () => {
    expect(stepsTo(['commit', 'undo', 'commit'], 2)).toMatch(/^Change 2 was in effect then/);
    expect(stepsTo(['commit'], 3)).toBe('The session has revisions 1 to 2.');
    expect(stepsTo(['commit'], 0)).toBe('The session has revisions 1 to 2.');
  });

  it('leads to the list of that revision, or there is none', () => {
    const steps = fc.array(fc.constantFrom<Step>('commit', 'rewind', 'undo', 'redo'), { maxLength: 14 });
    fc.assert(
      fc.property(steps, fc.nat(), (script, pick) => {
        const { revisions, states } = historyOf(script);
        const to = 1 + (pick % revisions.length);
        const now = (states.at(-1) ?? '').split(',').filter((each) => each !== '');
        const plan = planUndo(revisions.toReversed(), to);
        const target = states[to] ?? '';
        const isPrefix = now.join().startsWith(target) && ['', ','].includes(now.join().charAt(target.length));
        expect(plan.kind).toBe(isPrefix || target === '' ? 'steps' : 'unreachable');
        if (plan.kind !== 'steps') return;
        for (const { number } of plan.steps) expect(now.pop()).toBe(String(number));
        expect(now.join()).toBe(target);
      }),
    );
  });
});
