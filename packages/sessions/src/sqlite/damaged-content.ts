/** What lies in the database cannot be what was put there. */
export class DamagedContent extends Error {
  override readonly name = 'DamagedContent';
}

/** Read what a row holds. Whatever goes wrong there, the fault is the row's. */
export function readStored<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof DamagedContent || isOfDatabase(cause)) throw cause;
    throw new DamagedContent('A row holds what nobody put there.', { cause });
  }
}

function isOfDatabase(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error;
}
