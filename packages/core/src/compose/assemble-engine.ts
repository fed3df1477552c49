import type { ContextEngine } from '@hermes-context/contract';
import { mergeTools } from './merge-tools.ts';
import type { NamedEngine } from './named-engine.ts';
import { sharedMembers } from './tell-parts.ts';
import type { Troubles } from './troubles.ts';

/** What a composition decides by itself; the rest of an engine follows from its parts. */
export type CompositionCore = Required<
  Pick<
    ContextEngine,
    'shouldCompress' | 'compress' | 'status' | 'pruneOnly' | 'selectContext' | 'hasContentToCompress' | 'onCommit'
  >
> & {
  /** Whether parts may join later: then every member is there. Default false. */
  readonly isOpenEnded?: boolean;
};

/**
 * The engine that a host sees: with the members that the parts give sense to, and no others.
 *
 * @param parts - Looked at on each call, so that parts may join.
 */
export function assembleEngine(
  parts: readonly NamedEngine[],
  core: CompositionCore,
  troubles: Troubles,
): ContextEngine {
  const { isOpenEnded = false } = core;
  const anyHas = (member: keyof ContextEngine): boolean =>
    isOpenEnded || parts.some(({ engine }) => engine[member] !== undefined);
  // A part that cannot say may find something, so only all of them together can say no.
  const canAllTell = isOpenEnded || parts.every(({ engine }) => engine.hasContentToCompress !== undefined);
  const tools = mergeTools(parts);
  const members: CompositionCore = {
    shouldCompress: (promptTokens) => core.shouldCompress(promptTokens),
    compress: (request) => core.compress(request),
    status: () => core.status(),
    pruneOnly: (messages) => core.pruneOnly(messages),
    selectContext: (request) => core.selectContext(request),
    hasContentToCompress: (messages) => core.hasContentToCompress(messages),
    onCommit: (receipt) => core.onCommit(receipt),
  };
  const { shouldCompress, compress, status, pruneOnly, selectContext, hasContentToCompress, onCommit } = members;
  return {
    ...sharedMembers(parts, { troubles, anyHas }),
    shouldCompress,
    compress,
    status,
    ...(tools.length === 0 ? {} : { tools }),
    ...(anyHas('pruneOnly') ? { pruneOnly } : {}),
    ...(anyHas('selectContext') ? { selectContext } : {}),
    ...(canAllTell ? { hasContentToCompress } : {}),
    ...(anyHas('onCommit') ? { onCommit } : {}),
  };
}
