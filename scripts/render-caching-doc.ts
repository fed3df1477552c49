// Writes the routes and figures of docs/caching.md anew:
//   node --conditions=@hermes-context/source scripts/render-caching-doc.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderCachingDoc } from '../test/src/caching/figures.fixture.ts';

const file = join(import.meta.dirname, '..', 'docs', 'caching.md');
writeFileSync(file, renderCachingDoc(readFileSync(file, 'utf8')));
