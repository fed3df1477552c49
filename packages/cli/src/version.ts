import { readFileSync } from 'node:fs';

/** Version of the command, as its package.json says. */
export function readVersion(): string {
  const { version }: { readonly version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  return version;
}
