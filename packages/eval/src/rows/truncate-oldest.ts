import type { Messages } from '@hermes-context/contract';
import { groupMessages } from '@hermes-context/messages';
import type { BenchRow, RowRequest, RowSession, RowSetup } from '../row.ts';

/** What everybody writes first: the system prompt, and as many of the newest whole groups as fit. */
export const truncateOldestRow: BenchRow = {
  name: 'truncate-oldest',
  variant: 'default',
  version: 'built in',
  can: { reach: false, undo: false, summarise: false },
  open: async (setup) => new TruncateSession(setup),
};

class TruncateSession implements RowSession {
  readonly #setup: RowSetup;
  #sent: Messages = [];

  constructor(setup: RowSetup) {
    this.#setup = setup;
  }

  async next(added: Messages): Promise<RowRequest> {
    const messages = newestWithin([...this.#sent, ...added], this.#setup);
    const compactions = messages.length < this.#sent.length + added.length ? 1 : 0;
    this.#sent = messages;
    return { messages, toolTokens: 0, compactions, problems: [] };
  }

  async compactNow(): Promise<RowRequest> {
    const before = this.#sent.length;
    this.#sent = cut(this.#sent, this.#setup);
    return { messages: this.#sent, toolTokens: 0, compactions: this.#sent.length < before ? 1 : 0, problems: [] };
  }

  async close(): Promise<void> {}
}

/** Cut down to this share of the threshold, so that not every further request is cut again. */
const TARGET_RATIO = 0.5;

function newestWithin(messages: Messages, setup: RowSetup): Messages {
  return setup.countTokens(messages) < setup.thresholdTokens ? messages : cut(messages, setup);
}

/** The newest message always stays, however large it is. */
function cut(messages: Messages, { thresholdTokens, countTokens }: RowSetup): Messages {
  const system = messages.filter(({ role }) => role === 'system');
  const rest = messages.filter(({ role }) => role !== 'system');
  let room = thresholdTokens * TARGET_RATIO - countTokens(system);
  let start = rest.length;
  for (const group of groupMessages(rest).toReversed()) {
    room -= countTokens(rest.slice(group.start, group.end));
    if (room < 0 && start < rest.length) break;
    start = group.start;
  }
  return [...system, ...rest.slice(start)];
}
