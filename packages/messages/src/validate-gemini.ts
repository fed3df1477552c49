import type { Messages } from '@hermes-context/contract';
import { callNameViolations } from './validate-calls.ts';
import { contentFaults } from './validate-content.ts';
import { byIndex, openingViolations } from './validate-list.ts';
import { pairViolations } from './validate-pairs.ts';
import { type Violation, violation } from './validate-violation.ts';

/** Source: `FunctionDeclaration.name` in the Gemini API reference, read 2026-12-02. */
const LEGAL_NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;

/**
 * Why Gemini's `generateContent` would refuse the request made from these messages; empty when it would not.
 * Ordered by index. The adapter is taken to lift system messages out, to merge neighbours of one role, and to make
 * `functionCall` and `functionResponse` parts of calls and results, by position: ids mean nothing to Gemini.
 *
 * Source: its 400s as reported in public issues, read 2026-12-02: "function call turn comes immediately after a user
 * turn or after a function response turn" (google-gemini/gemini-cli 11814), "number of function response parts is equal
 * to the number of function call parts" (gemini-cli 4217), "contents.parts must not be empty" (vercel/ai 3775),
 * "required oneof field 'data'" for an empty text (CLIProxyAPI 1292). Arguments are a protobuf `Struct`: an object.
 */
export function validateGemini(messages: Messages): readonly Violation[] {
  const hasUser = messages.some((message) => message.role === 'user');
  return [
    ...(hasUser ? [] : [violation(0, 'user-missing')]),
    ...openingViolations(messages),
    ...messages.flatMap((message, index) => contentFaults(message, 'gemini').map((rule) => violation(index, rule))),
    ...pairViolations(messages),
    ...callNameViolations(messages, LEGAL_NAME),
  ].sort(byIndex);
}
