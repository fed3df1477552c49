import { describe, expect, it } from 'vitest';
import type { Io } from './io.ts';
import { printError } from './print-error.ts';
import { OutputError, UsageError } from './usage-error.ts';

function print(error: unknown, json = false): { readonly code: number; readonly out: string; readonly err: string } {
  let [out, err] = ['', ''];
  const io: Io = {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    isTerminal: false,
    env: {},
    cwd: '/',
    readStdin: async () => '',
  };
  const code = printError(error, { io, json });
  return { code, out, err };
}

const facts = { what: 'It broke.', why: 'One.\n  Two.', fix: 'Mend it.' };

describe('printing an error', () => {
  it('tells what, why and fix, lines of their own kept', () => {
    expect(print(new UsageError(facts)).err).toBe('hermes: It broke.\n  why: One.\n  Two.\n  fix: Mend it.\n');
  });

  it('lets nothing through that steers a terminal', () => {
    const { err } = print(new UsageError({ ...facts, what: 'Red \u001b[31mtext\u001b[0m\u0007, \u202eturned.' }));
    expect(err).toMatch(/^hermes: Red text , turned\.\n/);
  });

  it('ends with 2 where something must be corrected first, and with 1 where it was tried', () => {
    expect(print(new UsageError(facts)).code).toBe(2);
    for (const error of [new OutputError(facts), new Error('a bug')]) expect(print(error).code).toBe(1);
  });

  it('gives a program the same facts', () => {
    expect(JSON.parse(print(new UsageError(facts), true).out)).toEqual({ error: { code: 'CTX_USAGE', ...facts } });
  });
});
