import type { Message, Repair, RepairKind, ToolCall } from '@hermes-context/contract';
import { truncateText } from './truncate.ts';

/** How much of an id or a name a report shows: they are the model's words, and may be anything. */
const NAME_CHARS = 64;

/** A message under repair, and where it came from. */
export interface Entry {
  readonly message: Message;
  /** Index into the list before the repair. */
  readonly index: number;
}

/** A list under repair, and what was done to it. */
export interface RepairStep {
  readonly entries: readonly Entry[];
  readonly repairs: readonly Repair[];
}

/** What one fix found in one message. */
export interface Finding {
  readonly kind: RepairKind;
  readonly detail: string;
}

/** A message after a fix. `undefined` in place of it: the fix had nothing to do. */
export interface Mended {
  readonly message: Message;
  readonly findings: readonly Finding[];
}

/** How a report names a call: id and tool, both clipped. */
export function callLabel(call: ToolCall): string {
  return `${idLabel(call.id)} of ${JSON.stringify(truncateText(call.function.name, NAME_CHARS))}`;
}

/** How a report names the id of a call; logs of other programs lack some. */
export function idLabel(id: string | undefined): string {
  return id === undefined ? 'a call without an id' : `call ${JSON.stringify(truncateText(id, NAME_CHARS))}`;
}
