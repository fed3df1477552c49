import type { Messages } from '@hermes-context/contract';
import { type Pin, withoutPins } from '@hermes-context/messages';
import type { LiveList, Receipt, SessionStore } from '@hermes-context/sessions';
import type { PinTask } from './keep-in-answer.ts';
import { pinsAfterRotation, pinsBeforeCompaction } from './session-pins.ts';

/** Where pins are, and what room they have. */
export interface PinParts {
  readonly store: SessionStore;
  /** Room for pins in the list, in tokens. Absent or 0: they are left to the engine. */
  readonly pinTokens?: number;
  /** Told of the pins before the engine is asked. */
  readonly onPins?: (pins: readonly Pin[], maxTokens: number) => void;
}

/** What the engine gets, and what must stand in its answer. */
export interface PreparedPins {
  readonly messages: Messages;
  readonly task?: PinTask;
}

/** Keep what a stored list says that is pinned, and take the block of pins out of what the engine gets. */
export async function preparePins(parts: PinParts, list: LiveList, messages: Messages): Promise<PreparedPins> {
  const { store, pinTokens: maxTokens = 0 } = parts;
  if (maxTokens === 0) return { messages };
  const pins = await pinsBeforeCompaction(store, list);
  parts.onPins?.(pins, maxTokens);
  const bare = withoutPins(messages);
  return { messages: bare.messages, task: { pins, maxTokens, originals: bare.originals, before: messages } };
}

/** After the commit. Must not throw: the list is written, and one that is read twice does no harm. */
export async function followPins({ store, pinTokens = 0 }: PinParts, receipt: Receipt, list: LiveList): Promise<void> {
  if (pinTokens > 0) await pinsAfterRotation(store, receipt, list).catch(() => undefined);
}
