import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** What a checkout's packages call themselves before their first release, which is the other. */
const UNRELEASED_VERSION = '0.0.0';
const FIRST_RELEASE = '0.1.0';

/** The range to depend on: the version of that package which this command runs with, or a compatible one. */
export function publishedRange(packageName: string): string {
  const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
  const { version }: { readonly version: string } = JSON.parse(readFileSync(manifest, 'utf8'));
  return `^${version === UNRELEASED_VERSION ? FIRST_RELEASE : version}`;
}
