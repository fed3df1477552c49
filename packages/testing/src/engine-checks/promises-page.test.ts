import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contextEngineChecks } from './context-engine-checks.ts';
import { PROMISE_IDS, promiseFacts } from './promises.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const page = readFileSync(join(root, 'docs/promises.md'), 'utf8');

/** What the page says under one heading. */
function sectionOf(heading: string): string {
  const [, behind = ''] = page.split(`\n## ${heading}\n`);
  return behind.split('\n## ')[0] ?? '';
}

describe.each(PROMISE_IDS)('the page of promises on %s', (id) => {
  it('has the section that failures point to, with its word in front', () => {
    expect(promiseFacts(id).docs).toBe(`docs/promises.md#${id.toLowerCase()}`);
    expect(sectionOf(id).trim()).toMatch(new RegExp(`^\\*\\*${promiseFacts(id).title}\\.\\*\\*`));
  });

  it('lists its checks, and no others', () => {
    const documented = Array.from(sectionOf(id).matchAll(/^- \*([^*]+)\*/gm), ([, title]) => title);
    const checks = contextEngineChecks.filter(({ promise }) => promise === id).map(({ title }) => title);
    expect(documented.toSorted()).toEqual(checks.toSorted());
  });
});
