/** Why a request for a completion is malformed, one sentence a reason. Gets its `messages` and `tools`, `[]` where it has none. */
export type ValidateRequest = (messages: readonly unknown[], tools: readonly unknown[]) => readonly string[];

/** The reasons of a validator. One that throws, as an `expect` in it does, has a reason too. */
export function judgeRequest(body: Readonly<Record<string, unknown>>, validate: ValidateRequest): readonly string[] {
  const { messages, tools } = body;
  try {
    return validate(listOf(messages), listOf(tools));
  } catch (cause) {
    return [cause instanceof Error ? cause.message : String(cause)];
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
