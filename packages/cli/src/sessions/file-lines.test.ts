import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Io } from '../io.ts';
import { openLines } from './file-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'hermes-lines-'));

async function linesOf(content: string | Uint8Array): Promise<readonly string[]> {
  writeFileSync(join(folder, 'file'), content);
  const io: Io = {
    out: () => undefined,
    err: () => undefined,
    isTerminal: false,
    env: {},
    cwd: folder,
    readStdin: async () => '',
  };
  const lines: string[] = [];
  for await (const line of await openLines('file', io)) lines.push(line);
  return lines;
}

describe('the lines of a file', () => {
  it('end at line feeds alone, wherever the file is cut to be read', async () => {
    const line = fc.string({ unit: fc.constantFrom('a', '漢', '\u2028', '\u2029', '\r', '👩‍💻'), maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1 }), async (lines) => {
        expect(await linesOf(lines.join('\n'))).toEqual(lines);
      }),
      { numRuns: 30 },
    );
    // More than one read takes, with a character of three bytes on every border.
    const long = ['漢'.repeat(100_000), 'é', '漢'.repeat(70_001)];
    expect(await linesOf(long.join('\n'))).toEqual(long);
  });

  it('are no JSON where they are no text', async () => {
    const [bad = '', good] = await linesOf(Buffer.concat([Buffer.from('"'), Buffer.from([0xff]), Buffer.from('"\nx')]));
    expect(() => JSON.parse(bad)).toThrow();
    expect(good).toBe('x');
  });
});
