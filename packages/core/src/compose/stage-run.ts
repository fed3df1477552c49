import type { CompressOutcome, CompressRequest, Message, Messages } from '@hermes-context/contract';
import { estimateMessagesTokens } from '@hermes-context/messages';
import type { PartAnswer } from './ask-part.ts';
import { type Lineage, lineageOf } from './lineage.ts';
import { mergeChanges } from './merge-changes.ts';
import type { NamedEngine } from './named-engine.ts';
import { changeBy, type PartChange } from './part-change.ts';
import { failuresOf, type Remark, settleUnchanged, warningsOf } from './settle-unchanged.ts';

/** What a run starts from. */
export type RunRequest = Pick<CompressRequest, 'messages' | 'pins' | 'promptTokens' | 'overheadTokens'>;

/** One list on its way through several engines: where it is, who changed it, what the others said. */
export class StageRun {
  readonly #request: RunRequest;
  readonly #pinned: ReadonlySet<Message | undefined>;
  readonly #changes: PartChange[] = [];
  readonly #remarks: Remark[] = [];
  readonly #authors = new Set<NamedEngine>();
  #lineage: Lineage;
  #quietCount = 0;

  constructor(request: RunRequest) {
    this.#request = request;
    this.#pinned = new Set(request.pins?.map((index) => request.messages[index]));
    this.#lineage = lineageOf(request.messages);
  }

  /** The list as the last engine left it. */
  get messages(): Messages {
    return this.#lineage.messages;
  }

  /** How many engines in a row had nothing to do, the one that changed the list last included: it is done. */
  get quietCount(): number {
    return this.#quietCount;
  }

  /** Engines whose work is in the list. */
  get authors(): readonly NamedEngine[] {
    return Array.from(this.#authors);
  }

  /** Size of the next prompt with the list as it is, in tokens: what was reported, times what was saved by estimate. */
  promptTokens(): number {
    const { messages, overheadTokens = 0, promptTokens } = this.#request;
    const estimate = estimateMessagesTokens(messages);
    const reported = promptTokens ?? estimate + overheadTokens;
    if (estimate === 0) return reported;
    const overhead = Math.min(overheadTokens, reported);
    return overhead + Math.round(((reported - overhead) * estimateMessagesTokens(this.messages)) / estimate);
  }

  /** What the next engine needs to know of the list: its size and its pins. */
  next(): Pick<CompressRequest, 'messages' | 'pins' | 'promptTokens'> {
    const { pins, promptTokens } = this.#request;
    const { messages } = this;
    const here = pins === undefined ? {} : { pins: indicesOf(messages, this.#pinned) };
    return { messages, ...here, ...(promptTokens === undefined ? {} : { promptTokens: this.promptTokens() }) };
  }

  /** An engine was not asked: at this size it would not ask for a compaction. */
  skip(): void {
    this.#quietCount += 1;
  }

  /** Go on with what an engine answered. */
  take(part: NamedEngine, answer: PartAnswer): void {
    if (answer.kind !== 'compressed') {
      this.#quietCount += 1;
      this.#remarks.push({ name: part.name, answer });
      return;
    }
    const change = changeBy(part.name, this.#lineage, answer);
    this.#changes.push(change);
    this.#authors.add(part);
    this.#lineage = change.after;
    this.#quietCount = 1;
  }

  /** The outcome for the host. `notices` stand in front of what the engines say. */
  outcome(notices: readonly string[]): CompressOutcome {
    if (this.#changes.length === 0) return settleUnchanged(this.#remarks, notices);
    const warnings = [...notices, ...warningsOf(this.#remarks), ...failuresOf(this.#remarks)];
    return mergeChanges(this.#request.messages, this.#changes, warnings);
  }
}

function indicesOf(messages: Messages, wanted: ReadonlySet<Message | undefined>): readonly number[] {
  return Array.from(messages.entries()).flatMap(([index, message]) => (wanted.has(message) ? [index] : []));
}
