import type { ContextEngine } from '@hermes-context/contract';
import { lendMessages } from './lend-messages.ts';
import type { NamedEngine } from './named-engine.ts';
import { type FailedPart, PartsFailedError } from './parts-failed-error.ts';
import type { Troubles } from './troubles.ts';

/** Members that every part of a composition hears, whichever of them is at work. */
export type SharedMembers = Pick<ContextEngine, 'updateFromResponse' | 'updateModel' | 'onTurnComplete' | 'dispose'>;

/**
 * The members that reach all parts, even when one of them throws. A part that throws at a notice is told of in
 * the next report; `dispose` rejects with a PartsFailedError once all parts were disposed of. What no part has
 * is absent.
 */
export function sharedMembers(
  parts: readonly NamedEngine[],
  { troubles, anyHas }: { readonly troubles: Troubles; readonly anyHas: (member: keyof SharedMembers) => boolean },
): SharedMembers {
  const each = (member: keyof SharedMembers, call: (engine: ContextEngine) => unknown): void => {
    for (const { name, engine } of parts) troubles.guard(name, { member, call: () => call(engine) });
  };
  const members: Required<SharedMembers> = {
    updateFromResponse: (usage) => each('updateFromResponse', (engine) => engine.updateFromResponse(usage)),
    updateModel: (model) => each('updateModel', (engine) => engine.updateModel?.(model)),
    onTurnComplete: (turn) => {
      const lent = { ...turn, added: lendMessages(turn.added) };
      each('onTurnComplete', (engine) => engine.onTurnComplete?.(lent));
    },
    dispose: () => tellAll(parts, 'dispose', (engine) => engine.dispose?.()),
  };
  const { updateModel, onTurnComplete, dispose } = members;
  return {
    updateFromResponse: members.updateFromResponse,
    ...(anyHas('updateModel') ? { updateModel } : {}),
    ...(anyHas('onTurnComplete') ? { onTurnComplete } : {}),
    ...(anyHas('dispose') ? { dispose } : {}),
  };
}

/**
 * Call `dispose` or `onCommit` of several parts at once, and wait for all of them.
 *
 * @throws PartsFailedError when one or more rejected, after the others came to their end.
 */
export async function tellAll(
  parts: readonly NamedEngine[],
  member: string,
  call: (engine: ContextEngine) => Promise<void> | undefined,
): Promise<void> {
  const settled = await Promise.allSettled(parts.map(async ({ engine }) => call(engine)));
  const failed: FailedPart[] = settled.flatMap((result, index) =>
    result.status === 'rejected' ? [{ name: parts[index]?.name ?? '', cause: result.reason }] : [],
  );
  if (failed.length > 0) throw new PartsFailedError({ member, parts: failed });
}
