import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Proof } from './proof.ts';
import { type ProofRequest, proveEngine } from './prove-engine.ts';
import { renderTemplate } from './render-template.ts';

/** One change of the text of a file: what stands there once, and what shall stand there. */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** The folder of a generated engine, in a place where nothing is installed, with changes. */
export function engineFolder(name: string, edits: readonly Edit[] = []): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'hermes-engine-')), name);
  for (const { path, text } of renderTemplate({ name, rangeOf: () => '^0.1.0' })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const { file, from, to } of edits) {
    const before = readFileSync(join(folder, file), 'utf8');
    if (before.split(from).length !== 2) throw new Error(`${file} must have this once: ${from}`);
    writeFileSync(
      join(folder, file),
      before.replace(from, () => to),
    );
  }
  return folder;
}

/** Code that runs at the start of each compaction of more than five messages. */
export function atCompaction(code: string): readonly Edit[] {
  const from = '  const { plan, countTokens, summarise } = steps;\n';
  return [{ file: 'src/compress-messages.ts', from, to: `${from}  if (messages.length > 5) { ${code} }\n` }];
}

/** Prove an engine as the command does, thoroughly enough for a test. */
export function proofOf(folder: string, request: Partial<ProofRequest> = {}): Promise<Proof> {
  const ignore = (): void => undefined;
  const { signal } = new AbortController();
  return proveEngine(
    {
      folder,
      place: folder,
      options: {},
      promises: ['P2'],
      runs: 10,
      seed: 7,
      silenceMs: 3_000,
      giveUpAfterMs: 0,
      ...request,
    },
    { onCheck: ignore, onPrint: ignore, signal },
  );
}
