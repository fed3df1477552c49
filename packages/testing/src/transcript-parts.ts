import type { Content, ImagePart } from '@hermes-context/contract';
import fc from 'fast-check';
import { SCRIPTS, textOfLength } from './text-of-length.ts';

/** A picture that decodes: one transparent pixel. */
export const PIXEL: ImagePart = {
  type: 'image_url',
  image_url: {
    url: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  },
};

/** Text of any script whose length comes from `lengths`; `fc.string` hardly ever passes the lengths at which engines act. */
export function textOf(lengths: fc.Arbitrary<number>): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...SCRIPTS), lengths, fc.nat({ max: 50 }))
    .map(([script, lengthChars, seed]) => textOfLength({ script, lengthChars, seed }));
}

/** What a person asks: mostly a line, sometimes a page, sometimes with a picture. Never blank. */
export const userContents: fc.Arbitrary<Content> = fc.oneof(
  { weight: 8, arbitrary: textOf(fc.integer({ min: 1, max: 120 })) },
  { weight: 2, arbitrary: textOf(fc.integer({ min: 400, max: 3_000 })) },
  {
    weight: 1,
    arbitrary: textOf(fc.integer({ min: 1, max: 80 })).map((text): Content => [{ type: 'text', text }, PIXEL]),
  },
);

/** What a tool answers, or that it answers what an earlier call was answered. */
export type ResultPlan =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'duplicate'; readonly pick: number };

const resultLengths = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(0, 199, 200, 201) },
  { weight: 8, arbitrary: fc.nat({ max: 600 }) },
);

const errors = fc.constantFrom(
  'Error: ENOENT: no such file or directory, open "settings.yaml"',
  'Traceback (most recent call last):\n  File "app.py", line 12, in <module>\nKeyError: "port"',
  'exit code 1\nFAIL src/loader.test.ts > loads the defaults\nAssertionError: expected 8080 to be 3000',
);

const jsonResults = fc
  .record({ ok: fc.boolean(), count: fc.nat({ max: 500 }), note: textOf(fc.nat({ max: 200 })) })
  .map((value) => JSON.stringify(value));

/** Results as tools give them: half are short, a few are huge, some fail, some repeat. */
export const resultPlans: fc.Arbitrary<ResultPlan> = fc.oneof(
  { weight: 14, arbitrary: asText(textOf(resultLengths)) },
  { weight: 2, arbitrary: asText(errors) },
  { weight: 2, arbitrary: asText(jsonResults) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('duplicate' as const), pick: fc.nat({ max: 1_000 }) }) },
  { weight: 1, arbitrary: asText(textOf(fc.integer({ min: 1_000, max: 20_000 }))) },
);

function asText(texts: fc.Arbitrary<string>): fc.Arbitrary<ResultPlan> {
  return texts.map((text) => ({ kind: 'text', text }));
}

/** A call without its id: a tool's name, and arguments as the model writes them. */
export interface CallPlan {
  readonly name: string;
  readonly arguments: string;
}

const paths = fc.constantFrom(
  'src/settings.ts',
  'src/loader.ts',
  'docs/設定.md',
  'test/loader.test.ts',
  'package.json',
);
const contents = textOf(
  fc.oneof(
    { weight: 4, arbitrary: fc.nat({ max: 300 }) },
    { weight: 1, arbitrary: fc.integer({ min: 501, max: 4_000 }) },
  ),
);

/** Calls of tools that agents have, with JSON arguments; a written file may make them large. */
export const callPlans: fc.Arbitrary<CallPlan> = fc.oneof(
  callOf('read_file', fc.record({ path: paths })),
  callOf('write_file', fc.record({ path: paths, content: contents })),
  callOf('patch', fc.record({ path: paths, old_string: contents, new_string: contents })),
  callOf('terminal', fc.record({ command: fc.constantFrom('npm test', 'git status', 'ls -la src', 'cat log.txt') })),
  callOf('search_files', fc.record({ pattern: textOf(fc.integer({ min: 1, max: 30 })), limit: fc.nat({ max: 50 }) })),
  callOf(
    'todo',
    fc.record({
      items: fc.array(fc.record({ task: textOf(fc.nat({ max: 40 })), done: fc.boolean() }), { maxLength: 3 }),
    }),
  ),
  callOf('list_processes', fc.constant({})),
);

function callOf(name: string, input: fc.Arbitrary<object>): fc.Arbitrary<CallPlan> {
  return input.map((value) => ({ name, arguments: JSON.stringify(value) }));
}
