import type { FakeThread, RunningTurn, StepSurroundings, TurnPlan } from './fake-codex-thread.ts';
import { completeItem, playStep, type StepFailure, type StepStage, startItem } from './play-step.ts';

/** Start to play a turn. It runs on the thread until it has ended, and that is said. */
export function playTurn(thread: FakeThread, plan: TurnPlan, around: StepSurroundings): void {
  const controller = new AbortController();
  const over = Promise.withResolvers<void>();
  const running: RunningTurn = { id: plan.turnId, kind: plan.kind, controller, over: over.promise };
  thread.running = running;
  void play(thread, plan, { ...around, signal: controller.signal }).then(over.resolve);
}

/** A turn as the protocol has it. */
export function wireTurn(id: string, status: string, error: StepFailure | null = null): object {
  return { id, rootTurnId: id, items: [], itemsView: 'notLoaded', status, error };
}

async function play(
  thread: FakeThread,
  plan: TurnPlan,
  around: StepSurroundings & { readonly signal: AbortSignal },
): Promise<void> {
  const { turnId } = plan;
  let itemCount = 0;
  const nextItemId = (): string => {
    itemCount += 1;
    return `${turnId}-item-${itemCount}`;
  };
  const stage: StepStage = { thread, turnId, nextItemId, signal: around.signal, around };
  around.notify('thread/status/changed', { threadId: thread.id, status: { type: 'active', activeFlags: [] } });
  around.notify('turn/started', { threadId: thread.id, turn: wireTurn(turnId, 'inProgress') });
  const failure = await playSteps(plan, stage);
  thread.running = undefined;
  endTurn(stage, failure);
}

async function playSteps(plan: TurnPlan, stage: StepStage): Promise<StepFailure | 'interrupted' | undefined> {
  try {
    // The real one compacts before it takes the user's words.
    const [first, ...others] = plan.steps;
    const isCompactedFirst = first?.kind === 'compact' || first?.kind === 'start-compaction';
    const early = isCompactedFirst ? await playStep(first, stage) : undefined;
    if (early !== undefined) return early;
    if (plan.kind === 'turn') sayInput(plan.input, stage);
    for (const step of isCompactedFirst ? others : plan.steps) {
      const failure = await playStep(step, stage);
      if (failure !== undefined) return failure;
      stage.signal.throwIfAborted();
    }
    return undefined;
  } catch {
    return 'interrupted'; // nothing else throws here
  }
}

function sayInput(content: unknown, stage: StepStage): void {
  const item = { type: 'userMessage', id: stage.nextItemId(), clientId: null, content };
  startItem(stage, item);
  completeItem(stage, item);
}

function endTurn({ thread, turnId, around }: StepStage, end: StepFailure | 'interrupted' | undefined): void {
  const threadId = thread.id;
  const isFailure = typeof end === 'object';
  around.notify('thread/status/changed', { threadId, status: { type: isFailure ? 'systemError' : 'idle' } });
  if (isFailure) around.notify('error', { error: end, willRetry: false, threadId, turnId });
  const status = isFailure ? 'failed' : (end ?? 'completed');
  around.notify('turn/completed', { threadId, turn: wireTurn(turnId, status, isFailure ? end : null) });
}
