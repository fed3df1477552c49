import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import * as publicApi from './index.ts';

it('exports what hosts need, and nothing else', () => {
  expect(Object.keys(publicApi).toSorted()).toEqual([
    'GatewayUnusableError',
    'HYGIENE_RATIO',
    'checkGatewayToken',
    'createGatewayApp',
    'needsHygiene',
    'runHygiene',
    'serveGateway',
  ]);
});

it('loads no web framework for a host that only wants hygiene', () => {
  const program = `
    import { registerHooks } from 'node:module';
    const urls = [];
    registerHooks({ resolve: (name, context, next) => { const found = next(name, context); urls.push(found.url); return found; } });
    await import(${JSON.stringify(import.meta.resolve('./index.ts'))});
    console.log(JSON.stringify(urls));`;
  const out = execFileSync(
    process.execPath,
    ['--conditions=@hermes-context/source', '--no-warnings', '--input-type=module', '-e', program],
    { encoding: 'utf8' },
  );
  const urls: string[] = JSON.parse(out);
  expect(urls.some((url) => url.endsWith('/run-hygiene.ts'))).toBe(true);
  expect(urls.filter((url) => /\/(@?hono)\/|node:http$/.test(url))).toEqual([]);
});
