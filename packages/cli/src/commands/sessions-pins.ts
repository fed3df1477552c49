import { addSessionPin, removeSessionPin, sessionPins } from '@hermes-context/host';
import { PIN_KINDS, type Pin } from '@hermes-context/messages';
import { findTip } from '@hermes-context/sessions';
import type { Io } from '../io.ts';
import { EXIT_OK } from '../print-error.ts';
import { commandText } from '../sessions/command-text.ts';
import { counted } from '../sessions/counted.ts';
import { jsonText } from '../sessions/json-text.ts';
import { type SessionsFlags, withStore } from '../sessions/open-store.ts';
import { parseChoice } from '../sessions/parse-flags.ts';
import { pickPin } from '../sessions/pick-pin.ts';
import { type PickedSession, pickSession } from '../sessions/pick-session.ts';
import { pinText } from '../sessions/pin-text.ts';
import { pinJson, pinLine, renderPins } from '../sessions/render-pins.ts';
import { terminalColumns } from '../sessions/terminal-columns.ts';
import { UsageError } from '../usage-error.ts';

/** The flags of `hermes sessions pins` as the command line has them. */
export interface SessionsPinsFlags extends SessionsFlags {
  readonly add?: string;
  readonly kind?: string;
  readonly remove?: string;
}

/**
 * `hermes sessions pins SESSION`: what stays word for word in it, however often it is compacted; adds one or removes one.
 * With `--json` `{ sessionId, added, removed, pins }`. @returns 0.
 */
export async function runSessionsPins(name: string, flags: SessionsPinsFlags, io: Io): Promise<number> {
  const wish = wishOf(flags);
  const isChange = wish !== undefined || flags.remove !== undefined;
  return withStore({ access: isChange ? 'change' : 'read', flags, io }, async (found) => {
    const picked = await pickSession(name, found);
    const report = await changePins(await atTip(picked), wish, flags.remove);
    if (flags.json === true) io.out(jsonText(jsonOf(report)));
    else io.out(`${renderReport(report, terminalColumns(io)).join('\n')}\n`);
    return EXIT_OK;
  });
}

type Wish = Parameters<typeof addSessionPin>[2];

interface PinsReport {
  readonly sessionId: string;
  readonly added?: Pin;
  readonly removed?: Pin;
  readonly pins: readonly Pin[];
}

function wishOf({ add, kind }: SessionsPinsFlags): Wish | undefined {
  if (add === undefined && kind !== undefined)
    throw new UsageError({
      what: '--kind stands without --add.',
      why: 'It says what kind of pin is added.',
      fix: "Write it as --add 'Never push to main.' --kind constraint.",
    });
  if (add === undefined) return undefined;
  const text = pinText(add, "--add 'Never push to main.'");
  return { text, kind: parseChoice(kind ?? 'user', { option: '--kind', choices: PIN_KINDS }) };
}

/** A session that a rotation closed is not compacted any more: its pins went on with it. */
async function atTip({ store, session }: PickedSession): Promise<PickedSession> {
  return { store, session: await findTip(store, session.id) };
}

async function changePins(
  { store, session: { id } }: PickedSession,
  wish: Wish | undefined,
  remove: string | undefined,
): Promise<PinsReport> {
  const added = wish === undefined ? undefined : await addSessionPin(store, id, wish);
  const meant =
    remove === undefined ? undefined : pickPin(await sessionPins(store, id), remove, commandText('pins', [id], {}));
  const removed = meant === undefined ? undefined : await removeSessionPin(store, id, meant.id);
  return {
    sessionId: id,
    ...(added === undefined ? {} : { added }),
    ...(removed === undefined ? {} : { removed }),
    pins: await sessionPins(store, id),
  };
}

function jsonOf({ sessionId, added, removed, pins }: PinsReport) {
  return {
    sessionId,
    added: added === undefined ? null : pinJson(added),
    removed: removed === undefined ? null : pinJson(removed),
    pins: pins.map(pinJson),
  };
}

function renderReport({ added, removed, pins }: PinsReport, columns: number): readonly string[] {
  if (added === undefined && removed === undefined) return renderPins(pins, columns);
  const lines = [
    ...(added === undefined ? [] : [`Pinned: ${pinLine(added)}`]),
    ...(removed === undefined ? [] : [`Removed: ${pinLine(removed)}`]),
  ];
  return [...lines, `The session has ${counted(pins.length, 'pin')} now; its next compaction follows them.`];
}
