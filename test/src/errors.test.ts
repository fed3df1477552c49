import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('documents every error code in docs/errors.md, and no other', () => {
  const sources = globSync('{packages,plugins/context_engine}/*/src/**/*.ts', { cwd: root }).filter(
    (file) => !/\.(test|fixture)\.ts$/.test(file),
  );
  const declared = sources.flatMap((file) =>
    Array.from(readFileSync(`${root}${file}`, 'utf8').matchAll(/code(?: =|:) '(CTX_[A-Z_]+)'/g), ([, code]) => code),
  );
  const documented = Array.from(
    readFileSync(`${root}docs/errors.md`, 'utf8').matchAll(/^\| `(CTX_[A-Z_]+)`/gm),
    ([, code]) => code,
  );
  expect(documented.toSorted()).toEqual(Array.from(new Set(declared)).toSorted());
});
