import type { ChatModel } from '@hermes-context/providers';
import { compactWhenDue } from './compact-when-due.ts';
import type { CompactionReport } from './compaction-report.ts';
import type { ModelSwitch, TurnEvent } from './host-types.ts';
import type { SessionCore } from './session-core.ts';

/** How a switch is made. */
export interface SwitchParts {
  readonly signal: AbortSignal;
  readonly onEvent: (event: TurnEvent) => void;
}

/**
 * Change the model of a session, if its conversation can be made to fit the new window: that is checked before the first
 * request, with the new model's own figures. Compacts for it where that is needed; refuses, with figures, where it does
 * not help, and leaves the old model in place.
 */
export async function switchModel(core: SessionCore, model: ChatModel, parts: SwitchParts): Promise<ModelSwitch> {
  const old = core.model;
  core.takeModel(model);
  const compaction = await makeFit(core, parts).catch((error: unknown) => {
    core.takeModel(old);
    throw error;
  });
  const done = compaction === undefined ? {} : { compaction };
  const { tokens } = core.size();
  if (tokens > core.limitTokens) {
    const detail = describeRefusal({ core, tokens, old, compaction });
    core.takeModel(old);
    await core.keep();
    return { kind: 'refused', detail, ...done };
  }
  await core.keep();
  const notice = noticeOf(old, model);
  const { events } = core.parts;
  events.emit('session:model', {
    session_id: core.sessionId,
    from: old.info.name,
    to: model.info.name,
    cache_lost: true,
  });
  parts.onEvent({ type: 'notice', level: 'info', text: notice });
  return { kind: 'switched', from: old.info, to: model.info, cacheLost: true, notice, ...done };
}

/** @returns The last compaction that was tried, if any was needed. */
async function makeFit(core: SessionCore, { signal, onEvent }: SwitchParts): Promise<CompactionReport | undefined> {
  let last: CompactionReport | undefined;
  for (let attempts = 0; ; attempts += 1) {
    const report = await compactWhenDue(core, { site: 'model-switch', attempts, signal, onEvent });
    if (report === undefined) return last;
    last = report;
    if (report.kind === 'unchanged') return last;
  }
}

function noticeOf(old: ChatModel, { info }: ChatModel): string {
  return `The model is now ${info.name} instead of ${old.info.name}. What the provider had cached of this conversation is lost: the next request pays for all of it.`;
}

function describeRefusal({
  core,
  tokens,
  old,
  compaction,
}: {
  readonly core: SessionCore;
  readonly tokens: number;
  readonly old: ChatModel;
  readonly compaction: CompactionReport | undefined;
}): string {
  const { contextTokens, name } = core.modelInfo;
  const reserve = contextTokens - core.limitTokens;
  const room = reserve === 0 ? '' : ` less ${figure(reserve)} for the answer`;
  const tried = compaction?.kind === 'unchanged' ? ` A compaction did not help: ${compaction.detail}` : '';
  return `The conversation takes about ${figure(tokens)} tokens, and ${name} has a window of ${figure(contextTokens)}${room}. ${old.info.name} stays.${tried}`;
}

function figure(tokens: number): string {
  return tokens.toLocaleString('en-US');
}
