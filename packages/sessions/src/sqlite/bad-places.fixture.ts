import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message, Messages } from '@hermes-context/contract';
import { expect } from 'vitest';
import { SessionStoreError, type StoreFault } from '../session-errors.ts';
import { openSqliteStore, type SqliteSessionStore } from './sqlite-session-store.ts';

/** Takes back what was done to a place. */
export type Undo = () => void;

export function temporaryFolder(): { readonly folder: string; readonly remove: Undo } {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-store-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Everything in a folder, byte for byte, by path. */
export function contentOf(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, entry.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'no file'];
    }),
  );
}

/** Make a file or a folder read-only, even for a superuser; unknown where the machine has no way to. */
export function makeReadOnly(path: string, mode: number): Undo | undefined {
  chmodSync(path, mode);
  if (isRefused(path)) return () => chmodSync(path, 0o755);
  if (!canRun('chattr', ['+i', path])) return undefined;
  return () => {
    execFileSync('chattr', ['-i', path]);
    chmodSync(path, 0o755);
  };
}

/** A disk of its own. */
export interface SmallDisk {
  readonly folder: string;
  /** Mount it anew: `size=8m`, `ro`. */
  remount(options: string): void;
  readonly remove: Undo;
}

/** A disk of some size; unknown where only a superuser may make one. */
export function smallDisk(folder: string, size: string): SmallDisk | undefined {
  mkdirSync(folder, { recursive: true });
  if (!canRun('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])) return undefined;
  return {
    folder,
    remount: (options) => execFileSync('mount', ['-o', `remount,${options}`, folder]),
    // Lazily: a test that failed may have left a file open.
    remove: () => execFileSync('umount', ['-l', folder]),
  };
}

/** Do it as somebody who may not read everything; false where we can be nobody else. */
export async function asOrdinaryUser(folder: string, work: () => Promise<void>): Promise<boolean> {
  if (process.geteuid?.() !== 0) {
    await work();
    return process.geteuid !== undefined;
  }
  if (process.seteuid === undefined) return false; // a thread of a superuser
  chmodSync(folder, 0o755);
  process.seteuid(NOBODY);
  try {
    await work();
  } finally {
    process.seteuid(0);
  }
  return true;
}

const NOBODY = 65_534;

function isRefused(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

function canRun(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export const said = (content: string): Message => ({ role: 'user', content });

/** A sound store with some messages in it, closed. */
export async function makeStore(path: string, messages: Messages = [said('hello')]): Promise<void> {
  const store = await openSqliteStore(path);
  await store.create({ id: 'chat' });
  await store.append('chat', messages);
  await store.close();
}

/** What is refused is refused in our words, and left byte for byte as it was, with nothing new beside it. */
export async function expectRefusal(
  { folder, path, readOnly = false }: { readonly folder: string; readonly path: string; readonly readOnly?: boolean },
  fault: StoreFault,
): Promise<void> {
  const before = contentOf(folder);
  expectOurs(await whyNot(openSqliteStore(path, { readOnly })), fault);
  expect(contentOf(folder)).toEqual(before);
}

/** What a call was rejected with; unknown if it was not. */
export function whyNot(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (cause: unknown) => cause,
  );
}

/** An error in three sentences of ours, with one of these faults. */
export function expectOurs(error: unknown, ...faults: readonly StoreFault[]): void {
  expect(error).toBeInstanceOf(SessionStoreError);
  if (!(error instanceof SessionStoreError)) return;
  expect(faults).toContain(error.fault);
  expect(error.message).toMatch(/^[^\n]+\n {2}why: [^\n]+\n {2}fix: [^\n]+$/);
  expect(error.message).not.toMatch(/SQLITE|ERR_|errno|\bat \S+:\d+/);
}

/** What the messages of the session `chat` say. */
export async function textsOf(store: SqliteSessionStore): Promise<readonly unknown[]> {
  return (await store.load('chat')).messages.map(({ content }) => content);
}
