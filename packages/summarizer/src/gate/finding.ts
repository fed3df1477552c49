import type { GateCheck, GateFinding } from '@hermes-context/contract';
import { redactSecrets, wellFormed } from '@hermes-context/messages';
import type { Draft } from './gate-draft.ts';
import type { SourceFacts } from './gate-source.ts';

/** Looks for one kind of fault. Must not throw, whatever the texts. */
export type Check = (draft: Draft, facts: SourceFacts) => readonly GateFinding[];

/** How many missing texts a finding names: a prompt that asks for more is not followed. */
const MAX_NAMED = 12;

/** A finding that keeps a summary from being used as it is. */
export function hard(check: GateCheck, detail: string, missing: readonly string[] = []): GateFinding {
  return finding({ check, severity: 'hard', detail }, missing);
}

/** A finding that is reported only. */
export function soft(check: GateCheck, detail: string, missing: readonly string[] = []): GateFinding {
  return finding({ check, severity: 'soft', detail }, missing);
}

/** Texts on one line and short, for a detail. */
export function named(texts: readonly string[]): string {
  const shown = texts.slice(0, MAX_SHOWN).map((text) => {
    const line = redactSecrets(text).replaceAll(/\s+/g, ' ').trim();
    return line.length > SHOWN_CHARS ? `${wellFormed(line.slice(0, SHOWN_CHARS))}…` : line;
  });
  const more = texts.length - shown.length;
  return more > 0 ? `${shown.join('; ')} and ${more} more` : shown.join('; ');
}

const MAX_SHOWN = 3;
const SHOWN_CHARS = 80;

function finding(base: Pick<GateFinding, 'check' | 'severity' | 'detail'>, missing: readonly string[]): GateFinding {
  if (missing.length === 0) return base;
  const all = base.check === 'pins' ? missing : missing.slice(0, MAX_NAMED);
  return { ...base, missing: all.map(redactSecrets) };
}
