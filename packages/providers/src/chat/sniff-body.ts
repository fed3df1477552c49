/** A body whose beginning was looked at. */
export interface SniffedBody {
  readonly kind: 'events' | 'json' | 'html' | 'empty';
  /** All of it, the beginning included. */
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * What a body is, by the first character that is not blank: content types are missing or wrong too often.
 *
 * @throws What the connection threw.
 */
export async function sniffBody(body: ReadableStream<Uint8Array>): Promise<SniffedBody> {
  const reader = body.getReader();
  const read: Uint8Array[] = [];
  let first = '';
  while (first === '') {
    const { value, done } = await reader.read();
    if (done) break;
    read.push(value);
    first = firstCharacter(value);
  }
  return { kind: kindOf(first), body: rejoin(read, reader) };
}

/** Of ASCII: a byte order mark and all above it are passed over. */
function firstCharacter(bytes: Uint8Array): string {
  const byte = bytes.find((each) => each > 0x20 && each < 0x7f);
  return byte === undefined ? '' : String.fromCodePoint(byte);
}

function kindOf(first: string): SniffedBody['kind'] {
  switch (first) {
    case '':
      return 'empty';
    case '{':
    case '[':
      return 'json';
    case '<':
      return 'html';
    default:
      return 'events';
  }
}

function rejoin(
  read: readonly Uint8Array[],
  reader: ReadableStreamDefaultReader<Uint8Array>,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start: (output) => {
      for (const bytes of read) output.enqueue(bytes);
    },
    pull: async (output) => {
      const { value, done } = await reader.read();
      if (done) output.close();
      else output.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
