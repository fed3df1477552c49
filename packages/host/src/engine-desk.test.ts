import type { CompressOutcome, CompressRequest, ContextEngine, EngineStatus, Messages } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { EngineDesk } from './engine-desk.ts';

const UNCHANGED: CompressOutcome = { kind: 'unchanged', reason: 'declined' };
const STATUS: EngineStatus = { thresholdTokens: 4_000, compressionCount: 0 };
const request: CompressRequest = { messages: [{ role: 'user', content: 'Hi.' }], signal: new AbortController().signal };
const usage = { promptTokens: 10, completionTokens: 1 };
const receipt = { sessionId: 's', revision: 2, inPlace: true };
const turn = { added: [{ role: 'user', content: 'Hi.' }] } as const;
const boom = (): never => {
  throw new Error(`The key is ghp_${'a1B2c3D4'.repeat(4)}a1B2.`);
};

function deskOf(methods: object) {
  const warnings: string[] = [];
  const engine = {
    updateFromResponse: () => undefined,
    shouldCompress: () => true,
    compress: async () => UNCHANGED,
    ...methods,
  } as ContextEngine;
  const desk = new EngineDesk({ engine, name: 'toy', onWarning: (each) => warnings.push(each), commitTimeoutMs: 20 });
  return { desk, warnings };
}

/** Everything but the compaction, so that each method is met. */
function askAll(desk: EngineDesk): unknown[] {
  desk.updateFromResponse(usage);
  desk.updateModel({ name: 'm', contextTokens: 8_000 });
  desk.onTurnComplete(turn);
  const selected = desk.selectContext({ messages: request.messages, promptTokens: 10 });
  return [desk.shouldCompress(10), selected, desk.status(), desk.tools];
}

describe('an engine that throws', () => {
  const broken = {
    updateFromResponse: boom,
    shouldCompress: boom,
    selectContext: boom,
    updateModel: boom,
    onTurnComplete: boom,
    onCommit: boom,
    status: boom,
    dispose: boom,
    get tools() {
      return boom();
    },
  };

  it('is answered for, and named once for each method, without its secrets', async () => {
    const warnings: string[] = [];
    const engine = Object.assign(Object.create(broken), { compress: async () => UNCHANGED });
    const made = new EngineDesk({ engine, name: 'toy', onWarning: (each) => warnings.push(each) });
    expect(askAll(made)).toEqual([false, undefined, undefined, undefined]);
    askAll(made);
    await made.onCommit(receipt);
    await made.dispose();
    const methods = warnings.map(
      (each) => /^The engine "toy" failed in (\w+)\. It(?:s dispose)? threw: /.exec(each)?.[1],
    );
    expect(methods.toSorted()).toEqual([
      'dispose',
      'onCommit',
      'onTurnComplete',
      'selectContext',
      'shouldCompress',
      'status',
      'tools',
      'updateFromResponse',
      'updateModel',
    ]);
    expect(warnings.join()).not.toContain('ghp_a1');
    expect(made.isBusy).toBe(false);
  });

  it('in a method that it made async ends no process', async () => {
    const reject = async (): Promise<never> => boom();
    const { desk, warnings } = deskOf({ updateFromResponse: reject, shouldCompress: reject, onTurnComplete: reject });
    const rejections: unknown[] = [];
    const listen = (reason: unknown): void => void rejections.push(reason);
    process.on('unhandledRejection', listen);
    desk.updateFromResponse(usage);
    expect(desk.shouldCompress(10)).toBe(false);
    desk.onTurnComplete(turn);
    await new Promise((resolve) => void setImmediate(resolve));
    process.off('unhandledRejection', listen);
    expect(rejections).toEqual([]);
    expect(warnings).toHaveLength(3);
  });

  it('at once in compress rejects, and is free again', async () => {
    const { desk } = deskOf({ compress: boom });
    await expect(desk.compress(request)).rejects.toThrow('The key');
    expect(desk.isBusy).toBe(false);
  });
});

describe('an engine that lacks what is optional', () => {
  it('is asked for none of it', async () => {
    const { desk, warnings } = deskOf({});
    expect(askAll(desk)).toEqual([true, undefined, undefined, undefined]);
    await desk.onCommit(receipt);
    await desk.dispose();
    expect(warnings).toEqual([]);
  });
});

describe('what the engine answers', () => {
  it.each([
    ['yes', 1],
    ['a promise', Promise.resolve(true)],
    ['nothing', undefined],
  ])('to shouldCompress is no when it is %s', (_, answer) => {
    expect(deskOf({ shouldCompress: () => answer }).desk.shouldCompress(1)).toBe(false);
  });

  it.each<[string, unknown]>([
    ['a text', 'all of it'],
    ['an empty list', []],
    ['a list of something else', [7]],
    ['a message without content', [{ role: 'user' }]],
  ])('to selectContext is not used when it is %s, and said once', (_, answer) => {
    const { desk, warnings } = deskOf({ selectContext: () => answer });
    for (let time = 0; time < 2; time += 1) {
      expect(desk.selectContext({ messages: request.messages, promptTokens: 1 })).toBeUndefined();
    }
    expect(warnings).toEqual([expect.stringMatching(/answered no list of messages/)]);
  });

  it('to selectContext goes out, and cannot be an edit of the conversation', () => {
    const messages = [{ role: 'user' as const, content: 'Hi.' }];
    const one: Messages = [{ role: 'user', content: 'Less.' }];
    expect(deskOf({ selectContext: () => one }).desk.selectContext({ messages, promptTokens: 1 })).toBe(one);
    const { desk, warnings } = deskOf({
      selectContext: ({ messages: given }: { messages: { content: string }[] }) => {
        given.push({ content: 'mine' });
        return given;
      },
    });
    expect(desk.selectContext({ messages, promptTokens: 1 })).toBeUndefined();
    expect(messages).toEqual([{ role: 'user', content: 'Hi.' }]);
    expect(warnings).toHaveLength(1);
  });

  it('to selectContext counts as the list as it is, when it is that list', () => {
    const { desk } = deskOf({ selectContext: ({ messages }: { messages: Messages }) => messages });
    expect(desk.selectContext({ messages: request.messages, promptTokens: 1 })).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ['a number', 5],
    ['no threshold', { compressionCount: 0 }],
    ['a threshold in words', { ...STATUS, thresholdTokens: 'half' }],
    ['a block without a reason of the contract', { ...STATUS, blocked: { reason: 'tired', detail: 'Zzz.' } }],
    ['a block without words', { ...STATUS, blocked: { reason: 'declined' } }],
  ])('about itself is not taken when it is %s', (_, answer) => {
    const { desk, warnings } = deskOf({ status: () => answer });
    expect(desk.status()).toBeUndefined();
    expect(warnings).toEqual([expect.stringMatching(/failed in status/)]);
  });
});

describe('a compaction', () => {
  /** An engine that notes what it is called for, and compacts until it is let go. */
  function slow() {
    const calls: string[] = [];
    const gate = Promise.withResolvers<CompressOutcome>();
    const note =
      <Answer>(name: string, answer?: Answer) =>
      (): Answer | undefined => {
        calls.push(name);
        return answer;
      };
    const made = deskOf({
      updateFromResponse: ({ promptTokens }: { promptTokens: number }) => void calls.push(`usage ${promptTokens}`),
      shouldCompress: note('shouldCompress', true),
      selectContext: note('selectContext'),
      updateModel: note('updateModel'),
      onTurnComplete: note('onTurnComplete'),
      status: note('status', STATUS),
      compress: async () => {
        calls.push('compress');
        return gate.promise;
      },
    });
    return { ...made, calls, gate };
  }

  it('is alone with the engine: questions are answered without it, and news waits, in order', async () => {
    const { desk, calls, gate } = slow();
    expect(desk.status()).toEqual(STATUS);
    const running = desk.compress(request);
    expect(desk.isBusy).toBe(true);
    expect(askAll(desk)).toEqual([false, undefined, STATUS, undefined]);
    desk.updateFromResponse({ ...usage, promptTokens: 20 });
    expect(calls).toEqual(['status', 'compress']);
    gate.resolve(UNCHANGED);
    expect(await running).toBe(UNCHANGED);
    expect(desk.isBusy).toBe(false);
    expect(calls).toEqual(['status', 'compress', 'usage 10', 'updateModel', 'onTurnComplete', 'usage 20']);
    expect(desk.shouldCompress(1)).toBe(true);
  });

  it('that fails lets the news through as well', async () => {
    const { desk, calls, gate } = slow();
    const running = desk.compress(request);
    desk.updateFromResponse(usage);
    gate.reject(new Error('No.'));
    await expect(running).rejects.toThrow('No.');
    expect(calls).toEqual(['compress', 'usage 10']);
  });

  it('that never ends is followed by no other call, and news of the same object stays as it was', () => {
    const { desk, calls } = slow();
    void desk.compress(request);
    for (let time = 0; time < 3; time += 1) askAll(desk);
    expect(calls).toEqual(['compress']);
  });
});

describe('the news of a commit', () => {
  it('is waited for, and nothing else is asked meanwhile', async () => {
    const gate = Promise.withResolvers<void>();
    const told: unknown[] = [];
    const { desk } = deskOf({
      onCommit: (news: unknown) => {
        told.push(news);
        return gate.promise;
      },
    });
    const telling = desk.onCommit(receipt);
    expect([desk.isBusy, desk.shouldCompress(1)]).toEqual([true, false]);
    gate.resolve();
    await telling;
    expect([desk.isBusy, desk.shouldCompress(1)]).toEqual([false, true]);
    expect(told).toEqual([receipt]);
  });

  it('holds nobody up for ever', async () => {
    const { desk, warnings } = deskOf({ onCommit: () => new Promise(() => undefined) });
    await desk.onCommit(receipt);
    expect(warnings).toEqual([
      'The engine "toy" failed in onCommit. It did not end within 0.02 s. The conversation goes on without it.',
    ]);
  });

  it('that it rejects is told, and no more', async () => {
    const { desk, warnings } = deskOf({ onCommit: async () => boom() });
    await desk.onCommit(receipt);
    expect([warnings.length, desk.isBusy]).toEqual([1, false]);
  });
});

it('hands a finished turn over frozen, so that an edit is the engine’s own failure', () => {
  const added = [{ role: 'user' as const, content: 'Hi.' }];
  const { desk, warnings } = deskOf({
    onTurnComplete: ({ added: given }: { added: unknown[] }) => void given.pop(),
  });
  desk.onTurnComplete({ added });
  expect(added).toHaveLength(1);
  expect(warnings).toHaveLength(1);
});
