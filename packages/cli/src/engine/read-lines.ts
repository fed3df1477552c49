import type { Readable } from 'node:stream';

/** Call `onLine` for each whole line of UTF-8; what is behind the last line break is dropped. Resolves when the stream ends. */
export async function readLines(stream: Readable, onLine: (line: string) => void): Promise<void> {
  let rest = '';
  stream.setEncoding('utf8');
  for await (const chunk of stream) {
    const lines = `${rest}${String(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  }
}
