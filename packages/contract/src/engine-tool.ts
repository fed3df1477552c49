/** A tool that an engine lends the agent. */
export interface EngineTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments: an object type. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /**
   * Answers in text. `input` is what the model wrote, parsed as JSON and otherwise unchecked.
   *
   * @throws When it cannot answer; the host turns the error into a tool result.
   */
  readonly execute: (input: unknown, options: { readonly signal: AbortSignal }) => Promise<string>;
}
