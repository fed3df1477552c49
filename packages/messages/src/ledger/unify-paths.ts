import type { Ledger } from './ledger.ts';
import { LedgerBook } from './ledger-book.ts';

/** A bare name may be any folder's; two parts are taken for the same two parts. */
const MIN_PARTS = 2;
const MAX_PARTS = 12;

/**
 * The ledger with relative paths under the absolute path that ends the same way, where there is exactly one:
 * `src/a.ts` and `/work/app/src/a.ts` are one file, as tools and shells name it.
 */
export function unifyPaths(ledger: Ledger): Ledger {
  const absolute = wholePaths(ledger);
  const wholeOf = (path: string): string => (isAbsolute(path) ? path : (absolute.get(path) ?? path));
  const book = new LedgerBook();
  book.addLedger({ ...ledger, files: [] });
  for (const { path, to, ...entry } of ledger.files) {
    book.addFile({ ...entry, path: wholeOf(path), ...(to === undefined ? {} : { to: wholeOf(to) }) });
  }
  return book.ledger;
}

/** The absolute path behind each ending that only one has. */
function wholePaths({ files }: Ledger): ReadonlyMap<string, string | undefined> {
  const paths = files.map(({ path }) => path).filter(isAbsolute);
  const whole = new Map<string, string | undefined>();
  for (const path of paths) for (const end of endsOf(path)) whole.set(end, whole.has(end) ? undefined : path);
  return whole;
}

function isAbsolute(path: string): boolean {
  return /^(?:[/~]|[A-Za-z]:\/)/.test(path);
}

/** What a path may be called from a folder above it. */
function endsOf(path: string): readonly string[] {
  const parts = path.split('/').slice(1);
  const ends: string[] = [];
  for (let count = MIN_PARTS; count <= Math.min(MAX_PARTS, parts.length); count += 1) {
    ends.push(parts.slice(-count).join('/'));
  }
  return ends;
}
