import { setImmediate as nextTick } from 'node:timers/promises';
import type { GrepAnswer, GrepRequest } from '../search/grep-types.ts';
import type { ExportCursor } from './export-session.ts';
import type {
  Delivery,
  GrepOptions,
  Imported,
  Ingested,
  IngestMessage,
  LcmStats,
  LcmStore,
  NewSummary,
  PathRange,
  ResultRequest,
  StoredEntry,
  StoredSummary,
  SummaryDetail,
} from './lcm-store.ts';
import { LcmStoreError } from './lcm-store-error.ts';
import { pieces, sizeOfLine, sizeOfMessage } from './pieces.ts';
import type { StoreCalls, StoreOp } from './protocol.ts';
import { failure } from './store-failure.ts';
import type { StoreThread } from './store-thread.ts';

/** Lines of an import that are collected before they go over. */
const LINES = 100;

/** What a handle stands on. */
export interface HandleOptions {
  readonly thread: StoreThread;
  readonly file: string;
  readonly now: () => number;
  /** Called once, when the handle is closed. */
  readonly release: () => Promise<void>;
}

/** One user's hold of a store. Large lists and answers go between the threads in pieces, a tick apart. */
export class StoreHandle implements LcmStore {
  readonly #options: HandleOptions;
  readonly #underWay = new Set<Promise<void>>();
  #closed: Promise<void> | undefined;
  /** Lists go over one after the other, so that they are stored in the order of the calls. */
  #sending: Promise<unknown> = Promise.resolve();

  constructor(options: HandleOptions) {
    this.#options = options;
  }

  ingest(
    sessionId: string,
    messages: readonly IngestMessage[],
    { delivery = 'part' }: { readonly delivery?: Delivery } = {},
  ): Promise<Ingested> {
    return this.#inOrder(async () => {
      const parts = [...pieces(messages, sizeOfMessage)];
      const last = parts.pop() ?? [];
      const list = parts.length === 0 ? 0 : this.#options.thread.nextId();
      for (const part of parts) await this.#stage({ list, messages: part });
      return this.#send('ingest', { sessionId, list, messages: last, delivery });
    });
  }

  path(sessionId: string, range: PathRange = {}): Promise<readonly StoredEntry[]> {
    return this.#track(async () => {
      const found: StoredEntry[] = [];
      let page = await this.#send('path', { ...range, sessionId });
      for (;;) {
        found.push(...page.entries);
        const { nextDepth, head } = page;
        if (nextDepth === undefined) return found;
        await nextTick();
        const limit = range.limit === undefined ? {} : { limit: range.limit - found.length };
        page = await this.#send('path', { ...range, ...limit, sessionId, fromDepth: nextDepth, head });
      }
    });
  }

  entry(id: number): Promise<StoredEntry | undefined> {
    return this.#call('entry', id);
  }

  result(request: ResultRequest): Promise<StoredEntry | undefined> {
    return this.#call('result', request);
  }

  entryText(
    id: number,
    piece: { readonly from: number; readonly chars: number },
  ): Promise<{ readonly text: string; readonly chars: number } | undefined> {
    return this.#call('entryText', { id, ...piece });
  }

  addSummary(summary: NewSummary): Promise<string> {
    return this.#call('addSummary', summary);
  }

  roots(sessionId: string): Promise<readonly StoredSummary[]> {
    return this.#call('roots', sessionId);
  }

  summary(id: string): Promise<SummaryDetail | undefined> {
    return this.#call('summary', id);
  }

  summaryEntries(
    id: string,
    { after = 0, limit }: { readonly after?: number; readonly limit: number },
  ): Promise<readonly StoredEntry[]> {
    return this.#track(async () => {
      const found: StoredEntry[] = [];
      while (found.length < limit) {
        const from = found.at(-1)?.id ?? after;
        const { entries, isLast } = await this.#send('summaryEntries', {
          id,
          after: from,
          limit: limit - found.length,
        });
        found.push(...entries);
        if (isLast) break;
        await nextTick();
      }
      return found;
    });
  }

  grep(request: GrepRequest, options: GrepOptions): Promise<GrepAnswer> {
    return this.#call('grep', { request, options });
  }

  stats(sessionId?: string): Promise<LcmStats> {
    return this.#call('stats', sessionId);
  }

  verify(): Promise<readonly string[]> {
    return this.#call('verify', undefined);
  }

  async indexAll(): Promise<void> {
    await this.#call('indexAll', undefined);
  }

  async tidy(): Promise<void> {
    await this.#call('tidy', undefined);
  }

  async *exportSession(sessionId: string): AsyncGenerator<string> {
    let from: string | ExportCursor | undefined = sessionId;
    while (from !== undefined) {
      const page: StoreCalls['export']['result'] = await this.#call('export', from);
      yield* page.lines;
      from = page.cursor;
    }
  }

  importSession(lines: Iterable<string> | AsyncIterable<string>): Promise<Imported> {
    return this.#inOrder(async () => {
      const list = this.#options.thread.nextId();
      let waiting: string[] = [];
      for await (const line of lines) {
        waiting.push(line);
        if (waiting.length < LINES) continue;
        for (const part of pieces(waiting, sizeOfLine)) await this.#stage({ list, lines: part });
        waiting = [];
      }
      await this.#stage({ list, lines: waiting });
      return this.#send('import', { list });
    });
  }

  close(): Promise<void> {
    this.#closed ??= this.#closeOnce();
    return this.#closed;
  }

  async #closeOnce(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    await this.#options.release();
  }

  async #stage(piece: StoreCalls['stage']['args']): Promise<void> {
    await this.#send('stage', piece);
    await nextTick();
  }

  #inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#track(() => {
      const result = this.#sending.then(work);
      this.#sending = result.catch(() => undefined);
      return result;
    });
  }

  #call<Op extends StoreOp>(op: Op, args: StoreCalls[Op]['args']): Promise<StoreCalls[Op]['result']> {
    return this.#track(() => this.#send(op, args));
  }

  /** Begin what a close has to wait for. */
  #track<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closed !== undefined) return Promise.reject(new LcmStoreError(failure('closed', this.#options.file)));
    const result = work();
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    this.#underWay.add(settled);
    void settled.finally(() => this.#underWay.delete(settled));
    return result;
  }

  #send<Op extends StoreOp>(op: Op, args: StoreCalls[Op]['args']): Promise<StoreCalls[Op]['result']> {
    const { thread, now } = this.#options;
    return thread.call(op, args, now());
  }
}
