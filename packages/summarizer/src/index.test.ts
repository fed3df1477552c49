import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as publicApi from './index.ts';

/** Prints what is resolved while the package is imported, without anything being called. */
const PROBE = `
  import { registerHooks } from 'node:module';
  const seen = [];
  registerHooks({ resolve(specifier, context, next) { seen.push(specifier); return next(specifier, context); } });
  await import('${new URL('./index.ts', import.meta.url).href}');
  console.log(JSON.stringify(seen));
`;

describe('the package', () => {
  it('exports these names', () => {
    expect(Object.keys(publicApi).toSorted()).toEqual([
      'SECTION_NAMES',
      'SUMMARY_HEADINGS',
      'createSummarizer',
      'extractSummary',
      'judgeSummary',
      'parseSections',
      'renderRequestPrompt',
      'renderSections',
    ]);
  });

  it('loads no client of a provider until a model is asked', async () => {
    const flags = ['--conditions=@hermes-context/source', '--input-type=module', '--eval', PROBE];
    const { stdout } = await promisify(execFile)(process.execPath, flags);
    const resolved = JSON.parse(stdout) as string[];
    expect(resolved).toContain('@hermes-context/messages');
    expect(resolved.filter((specifier) => specifier.startsWith('openai'))).toEqual([]);
  });
});
