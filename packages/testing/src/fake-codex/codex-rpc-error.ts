/** An error answer of the fake app-server. */
export class CodexRpcError extends Error {
  override readonly name = 'CodexRpcError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Codes that the real program uses. */
export const RPC = { invalid: -32_600, internal: -32_603, overloaded: -32_001 } as const;
