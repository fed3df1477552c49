import { type AssistantMessage, ContextHostError, type Messages, type UserMessage } from '@hermes-context/contract';
import { describeCause, orAborted } from '@hermes-context/core';
import { toolCallsOf } from '@hermes-context/messages';
import { type ChatDelta, ChatModelError, type ChatReply } from '@hermes-context/providers';
import { compactWhenDue, judgeTrigger } from '../compact-when-due.ts';
import type { TriggerSite } from '../compaction-report.ts';
import { TurnFailedError, WindowFullError } from '../host-errors.ts';
import type { TurnResult } from '../host-types.ts';
import { pruneWhenDue } from '../prompt-cache/prune-when-due.ts';
import { serverCompactionFor, takeServerReport } from '../server-compaction/ask-server.ts';
import type { SessionCore } from '../session-core.ts';
import { type Issue, issuedBy } from './build-request.ts';
import { findDelivery } from './find-delivery.ts';
import { type PreparedRequest, prepareRequest } from './prepare-request.ts';
import type { TurnLog } from './turn-log.ts';

/** One turn, once its user's message may be stored. */
export interface Turn {
  readonly core: SessionCore;
  readonly log: TurnLog;
  readonly signal: AbortSignal;
}

/** The model failed with something that a smaller request mends. */
const OVERFLOWS: ReadonlySet<string> = new Set(['context-length', 'request-too-large']);

/**
 * Store the user's message, and let the model answer: request, tools, request, until it says no more. Everything is
 * stored before the next step, so that a stop, a failure or a crash leaves a conversation that goes on.
 */
export async function runTurn(turn: Turn, message: UserMessage, key?: string): Promise<TurnResult> {
  const { core, log, signal } = turn;
  try {
    const repeat = await takeUserMessage(turn, message, key);
    if (repeat !== undefined) return repeat;
    return await answer(turn);
  } catch (error) {
    if (signal.aborted) return log.end('stopped', core.sessionId);
    return log.end('failed', core.sessionId, hostError(error));
  }
}

/** The end of a turn whose message had been delivered before; `undefined` for a message that is new, or not answered yet. */
async function takeUserMessage(
  turn: Turn,
  message: UserMessage,
  key: string | undefined,
): Promise<TurnResult | undefined> {
  const { core, log } = turn;
  const { live, store: sessions } = core.parts;
  const earlier = key === undefined ? undefined : await findDelivery(sessions, core.sessionId, { message, key });
  if (earlier !== undefined) return endOfRepeat(turn, earlier.id);
  const appended = await live.append([message], key);
  if (appended.kind === 'continued') {
    await core.takeList(appended.by);
    return takeUserMessage(turn, message, key);
  }
  if (appended.isRepeat) return endOfRepeat(turn, appended.messages[0]?._context?.id);
  log.takeMessages(appended.messages);
  return undefined;
}

/** What became of a message that was stored before; `undefined` where a crash came between it and its answer. */
function endOfRepeat({ core, log }: Turn, id: string | undefined): TurnResult | undefined {
  const { messages } = core.parts.live;
  const at = id === undefined ? -1 : messages.findLastIndex(({ _context }) => _context?.id === id);
  const behind = at === -1 ? [] : messages.slice(at + 1);
  const next = behind.findIndex(({ role }) => role === 'user');
  if (at !== -1 && next === -1 && behind.at(-1)?.role !== 'assistant') return undefined;
  const reply = (next === -1 ? behind : behind.slice(0, next)).findLast(({ role }) => role === 'assistant');
  if (reply === undefined && at !== -1) {
    const why = 'It was delivered before and got no answer, and the conversation has gone on since.';
    return log.end('failed', core.sessionId, new TurnFailedError(why, undefined));
  }
  if (reply !== undefined) log.added.push(reply);
  return log.end(reply?.metadata?.['stopped'] === true ? 'stopped' : 'completed', core.sessionId);
}

async function answer(turn: Turn): Promise<TurnResult> {
  const { core, log } = turn;
  let site: TriggerSite = 'turn-start';
  while (log.requests < core.parts.limits.maxRequestsPerTurn) {
    const reply = await ask(turn, site);
    const calls = toolCallsOf(reply.message);
    if (calls.length === 0) return log.end('completed', core.sessionId);
    await useTools(turn, calls);
    turn.signal.throwIfAborted();
    site = 'after-tools';
  }
  return log.end('request-limit', core.sessionId);
}

async function useTools(
  { core, log, signal }: Turn,
  calls: NonNullable<AssistantMessage['tool_calls']>,
): Promise<void> {
  const { sessionId } = core;
  const results = await core.parts.tools.runAll(calls, { sessionId, signal, onEvent: log.onEvent });
  await store({ core, log }, results);
}

/** One answer of the model, stored. What does not fit is compacted first, as often as a turn may. */
async function ask(turn: Turn, site: TriggerSite): Promise<ChatReply> {
  await compactBefore(turn, site);
  let answer: Answer | undefined;
  while (answer === undefined) answer = await askOnce(turn);
  await store(turn, [issuedBy(answer.reply.message, answer.issue)]);
  return answer.reply;
}

interface Answer {
  readonly reply: ChatReply;
  /** By whom, and behind what. */
  readonly issue: Issue;
}

/** One request. `undefined`: it was refused as too large, and a smaller one may be sent now. */
async function askOnce(turn: Turn): Promise<Answer | undefined> {
  const { core, log, signal } = turn;
  signal.throwIfAborted();
  const request = await fittingRequest(turn);
  // What was cut for this request alone is in the list still, and in the next one again.
  const question = core.question(-request.cutTokens);
  try {
    const reply = await send(turn, request);
    if (reply.usage !== undefined) {
      log.takeUsage(reply.usage);
      core.report(question, reply.usage);
      const alarm = core.cache.report(reply.usage);
      if (alarm !== undefined) log.onEvent({ type: 'notice', level: 'warning', text: alarm.description });
    } else core.answerUnreported();
    await takeServerReport(core, reply, log.onEvent);
    return { reply, issue: request.issue };
  } catch (error) {
    if (!isOverflow(error)) throw error;
    core.refuse(question, error.facts);
    if (!(await check(turn, 'overflow'))) throw windowFull(turn, core.size().tokens, error);
    return undefined;
  }
}

function isOverflow(error: unknown): error is ChatModelError {
  return error instanceof ChatModelError && OVERFLOWS.has(error.facts.failure);
}

/** The next request of an agent that asks its model itself. @throws WindowFullError */
export async function nextRequest(turn: Turn): Promise<ReadyRequest> {
  await compactBefore(turn, turn.core.parts.live.messages.at(-1)?.role === 'tool' ? 'after-tools' : 'turn-start');
  return fittingRequest(turn);
}

async function compactBefore(turn: Turn, site: TriggerSite): Promise<void> {
  await pruneBefore(turn, site);
  await check(turn, site);
}

async function pruneBefore({ core, log, signal }: Turn, site: TriggerSite): Promise<void> {
  const report = await pruneWhenDue(core, { site, attempts: log.attempts, signal, onEvent: log.onEvent });
  if (report !== undefined) log.prunes.push(report);
}

/** @returns Whether the list got smaller. */
async function check({ core, log, signal }: Turn, site: TriggerSite): Promise<boolean> {
  const report = await compactWhenDue(core, { site, attempts: log.attempts, signal, onEvent: log.onEvent });
  if (report === undefined) return false;
  log.compactions.push(report);
  return report.kind === 'compacted';
}

export type ReadyRequest = Extract<PreparedRequest, { kind: 'ready' }>;

/**
 * The next request, small enough to be sent: compacted where the list has outgrown the window, and as the last resort
 * with its largest tool results shortened for this request alone.
 *
 * @throws WindowFullError when all of that is not enough: nothing is sent that is known to be refused.
 */
async function fittingRequest(turn: Turn): Promise<ReadyRequest> {
  await makeRoom(turn);
  const { core, log } = turn;
  const request = prepareRequest(core);
  if (request.kind === 'too-large') throw windowFull(turn, request.tokens);
  tellForeign(turn, request.foreignCheckpoints);
  const { shortenedFromTokens: tokens } = request;
  if (tokens !== undefined) {
    const text = `Tool results were shortened in this request, since it would not fit the window otherwise (about ${tokens.toLocaleString('en-US')} tokens, ${core.limitTokens.toLocaleString('en-US')} fit). They are stored whole.`;
    log.onEvent({ type: 'notice', level: 'warning', text });
  }
  return request;
}

/** Said once a model: what another one's server made of the conversation says nothing to it. */
function tellForeign({ core, log }: Turn, count: number): void {
  if (count === 0 || !core.isFirstForeign()) return;
  const text = `${core.model.info.name} cannot read the checkpoints that another provider made of this conversation (${count}): they are left out of requests, and it is sent the messages themselves.`;
  log.onEvent({ type: 'notice', level: 'warning', text });
}

/** Compact for as long as the list is too large and that helps; one that runs already, as hygiene may, is waited for. */
async function makeRoom(turn: Turn): Promise<void> {
  const { core, signal } = turn;
  while (core.size().tokens > core.limitTokens) {
    signal.throwIfAborted();
    if (core.running !== undefined) await orAborted(core.running, signal);
    else if (!(await check(turn, 'before-request'))) return;
  }
}

function windowFull({ core, log }: Turn, tokens: number, refusal?: ChatModelError): WindowFullError {
  const last = log.compactions.at(-1);
  const tried =
    last?.kind === 'unchanged'
      ? `A compaction did not help: ${last.detail}`
      : log.attempts === 0
        ? `No compaction was started: ${judgeTrigger(core, { site: 'before-request', attempts: 0 }).detail}`
        : 'It was compacted, and what must stay is still too large.';
  const said = refusal === undefined ? '' : `The provider refused it: ${refusal.facts.detail} `;
  const facts = { model: core.model.info.name, tokens, limitTokens: core.limitTokens, tried: said + tried };
  return new WindowFullError(facts, refusal);
}

/** @throws What the model's client throws; after a stop, what had been said so far is stored first. */
async function send(turn: Turn, { messages, issue }: ReadyRequest): Promise<ChatReply> {
  const { core, log, signal } = turn;
  let said = '';
  const onDelta = (delta: ChatDelta): void => {
    if (signal.aborted) return;
    if (delta.kind === 'text') said += delta.text;
    log.onEvent({ type: delta.kind, text: delta.text });
  };
  try {
    const { tools, clock } = core.parts;
    const { thread } = core;
    const serverCompaction = serverCompactionFor(core);
    const reply = await stoppable(
      core.model.complete({
        messages,
        tools: tools.offered,
        signal,
        onDelta,
        prepareWire: (parts) => core.cache.prepare(parts, clock.now()),
        promptCacheKey: core.cacheKey,
        ...(serverCompaction !== undefined && { serverCompaction }),
        ...(thread !== undefined && { threadId: thread.id, threadSeen: thread.seen }),
      }),
      signal,
    );
    log.requests += 1;
    return reply;
  } catch (error) {
    if (signal.aborted && said.trim() !== '') {
      const partial = { role: 'assistant', content: said, metadata: { stopped: true } } as const;
      await store(turn, [issuedBy<AssistantMessage>(partial, issue)]);
    }
    throw error;
  }
}

/** A client that does not listen to its signal must not hold the turn, and what it says later is nobody's. */
async function stoppable(reply: Promise<ChatReply>, signal: AbortSignal): Promise<ChatReply> {
  await orAborted(reply, signal);
  return reply;
}

/** Store messages behind the list, wherever the session goes on. */
export async function store({ core, log }: Pick<Turn, 'core' | 'log'>, messages: Messages): Promise<void> {
  const { live } = core.parts;
  const appended = await live.append(messages);
  if (appended.kind === 'appended') return log.takeMessages(appended.messages);
  // Somebody else rotated the session in the middle of this turn: what it was about stands in the session that goes on.
  await core.takeList(appended.by);
  await store({ core, log }, messages);
}

function hostError(error: unknown): ContextHostError {
  return ContextHostError.is(error) ? error : new TurnFailedError(describeCause(error), error);
}
