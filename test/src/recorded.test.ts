import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CompressResult, compressFile, type Io } from '@hermes-context/cli';
import { contentText, isRealUser, repairMessages } from '@hermes-context/messages';
import { readTranscript } from '@hermes-context/providers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// The recorded conversations in the repository; HERMES_DATA points the same tests at a folder with more.
const examples = fileURLToPath(new URL('../../examples/transcripts', import.meta.url));
// biome-ignore lint/style/noProcessEnv: the variable is for this test alone.
const files = transcriptsIn(process.env['HERMES_DATA'] ?? examples);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-recorded-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each([8_000, 32_000, 128_000])('recorded conversations in a window of %i tokens', (contextTokens) => {
  it.each(files)(
    '%s comes out valid, below the threshold or with a reason, and the same on a second run',
    async (file) => {
      const before = readTranscript(readFileSync(file, 'utf8'));
      const { result, text } = await compress(file, contextTokens);
      expect(result.valid).toEqual({ openai: [], anthropic: [] });
      expect(result.after.tokens < contextTokens / 2 || (result.reason ?? '') !== '').toBe(true);

      const after = readTranscript(text);
      const newest = before.messages.findLast(isRealUser);
      const saidAfter = after.messages.map((message) => contentText(message.content));
      if (newest !== undefined) expect(saidAfter).toContain(repairedText(newest));

      const output = join(folder, 'output.json');
      await writeFile(output, text);
      const again = await compress(output, contextTokens);
      expect(again.result).toMatchObject({ outcome: 'unchanged', repairs: [], valid: { openai: [], anthropic: [] } });
      expect(again.text).toBe(text);
    },
  );
});

async function compress(
  file: string,
  contextTokens: number,
): Promise<{ readonly result: CompressResult; readonly text: string }> {
  const io: Io = {
    out: () => undefined,
    err: () => undefined,
    isTerminal: false,
    env: { HERMES_HOME: join(folder, 'home'), HOME: folder },
    cwd: folder,
    readStdin: async () => '',
  };
  const progress = { show: () => undefined, end: () => undefined };
  return compressFile({ file, contextTokens, local: true }, { io, signal: new AbortController().signal, progress });
}

/** A recorded message may itself hold what no provider takes, such as half a surrogate pair. */
function repairedText(message: Parameters<typeof isRealUser>[0]): string {
  return contentText(repairMessages([message]).messages.at(-1)?.content ?? '');
}

function transcriptsIn(path: string): readonly string[] {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.jsonl?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
