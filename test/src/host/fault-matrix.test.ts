import type { Summarise } from '@hermes-context/contract';
import { openAiChatModel } from '@hermes-context/providers';
import { createSummarizer } from '@hermes-context/summarizer';
import {
  echoSummarizer,
  type FakeBehaviour,
  faultySummarizer,
  isSummaryRequest,
  SUMMARY_FAULTS,
  type SummaryFault,
  startFakeProvider,
  summaryReply,
} from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import {
  archiveOf,
  type FaultWorld,
  faultWorld,
  flawsOf,
  growTo,
  lostOf,
  SEED_TOKENS,
} from './fault-matrix.fixture.ts';
import { FAULT_SITES, type FaultSite } from './fault-sites.fixture.ts';

/** What a fault comes to, and how often the summarizer is called for one compaction while it lasts. */
interface Expected {
  readonly outcome: 'kept' | 'no-progress' | 'compacted';
  readonly calls: number;
  /** What the user reads: why the list stays, or what they should know of the summary. */
  readonly says: RegExp;
}

/** One cell of the matrix. */
interface Cell extends Expected {
  readonly site: FaultSite;
  readonly world: FaultWorld;
  /** Calls for a summary, so far. */
  readonly calledSoFar: () => number;
  readonly mend: () => void;
}

const MODES = [
  { mode: 'in place', inPlace: true },
  { mode: 'by rotation', inPlace: false },
];

/** The fault, and all that holds of every one. */
async function play(cell: Cell): Promise<void> {
  const { world } = cell;
  const { store } = world.host;
  const atFirst = await archiveOf(store);
  await fail(cell);
  expect(await flawsOf(world)).toEqual([]);
  const meanwhile = await archiveOf(store);
  expect(lostOf(atFirst, meanwhile)).toEqual([]);
  await recover(cell);
  expect(await flawsOf(world)).toEqual([]);
  expect(lostOf(meanwhile, await archiveOf(store))).toEqual([]);
  await world.host.close();
}

/** The first try, and what it leaves. */
async function fail({ site, world, outcome, calls, says, calledSoFar }: Cell): Promise<void> {
  const list = world.session.messages();
  const problem = await site.act(world);
  const reports = world.reports();
  if (outcome === 'compacted') {
    expect([calledSoFar(), problem]).toEqual([calls, undefined]);
    expect(reports.map(({ kind }) => kind)).toEqual(reports.map(() => 'compacted'));
    expect(reports.flatMap(({ warnings }) => warnings).join('\n')).toMatch(says);
    return;
  }
  expect(calledSoFar()).toBe(site.tries.length * calls);
  // What was there is there, word for word and in its place.
  expect(world.session.messages().slice(0, list.length)).toEqual(list);
  // Nobody watches an idle session, so the operator hears of it.
  const details = reports.flatMap((each) => ('detail' in each ? [each.detail] : []));
  const told = site.site === 'idle' ? world.warnings : details;
  expect(told).toHaveLength(site.tries.length);
  for (const each of told) expect(each).toMatch(says);
  if (site.site !== 'idle') expect(reports.map((report) => report.site)).toEqual(site.tries);
  if (problem !== undefined) expect(problem).toContain(told.at(-1));
}

/** The fault is over, and so is what kept the next try waiting. */
async function recover({ site, world, outcome, mend, calledSoFar }: Cell): Promise<void> {
  const { session, clock, host } = world;
  const failed = calledSoFar();
  if (outcome !== 'kept') {
    // It waits for more to win rather than for time to pass.
    await growTo(world, site.seeds * SEED_TOKENS * 1.15);
  } else if (site.waits) {
    clock.advance(59_999);
    await session.runTurn('Too early?', { origin: 'outside' });
    expect(calledSoFar()).toBe(failed);
    clock.advance(1);
  }
  mend();
  const tried = world.reports().length;
  const { compactions } = await host.store.get(session.id);
  expect(await site.act(world)).toBeUndefined();
  expect(calledSoFar()).toBe(failed + 1);
  expect((await host.store.get(session.id)).compactions).toBe(compactions + 1);
  const reports = world.reports().slice(tried);
  expect(reports.map((each) => (each.kind === 'compacted' ? each.summary?.source : each.kind))).toEqual(
    reports.map(() => 'model'),
  );
}

describe('a summarizer that fails', () => {
  const kept = (says: RegExp): Expected => ({ outcome: 'kept', calls: 1, says });
  /** Nobody can tell from outside that these are no summaries; they can be taken back. */
  const taken: Expected = { outcome: 'compacted', calls: 1, says: /^/ };
  const others: Partial<Record<SummaryFault, Expected>> = {
    throw: kept(/It threw: .*The summarizer threw\. .* hermes plugins use/),
    reject: kept(/It threw: .*The summarizer rejected\. .* hermes plugins use/),
    hang: kept(/did not end within 0\.02 s; the conversation stays as it is\./),
    'blank-text': kept(/The summary came back empty, so the history stays as it is\./),
    'white-space-text': kept(/The summary came back empty, so the history stays as it is\./),
    'echo-text': { outcome: 'no-progress', calls: 1, says: /would not be smaller than what it stands for\./ },
    'refusal-text': taken,
    'cut-text': taken,
    'tool-call-text': taken,
  };

  /** A summarizer that fails in one way until it is mended. */
  function mendable(fault: SummaryFault) {
    const broken = faultySummarizer(Array.from({ length: 50 }, () => fault));
    const sound = echoSummarizer();
    let called = 0;
    let current: Summarise = broken;
    const summarise: Summarise = (request) => {
      called += 1;
      return current(request);
    };
    const mend = (): void => {
      current = sound;
    };
    return { summarise, mend, calledSoFar: () => called };
  }

  describe.each(FAULT_SITES)('at $site', (site) => {
    describe.each(MODES)('$mode', ({ inPlace }) => {
      it.each(SUMMARY_FAULTS)('with %s costs no message, is told, and is over when the fault is', async (fault) => {
        const { summarise, ...state } = mendable(fault);
        const { seeds, limits = {}, tools = [] } = site;
        const compression = { ...site.compression, in_place: inPlace };
        const model = site.model();
        const world = await faultWorld({ model, summarise, compression, seeds, tools, limits });
        const expected = others[fault] ?? kept(new RegExp(`The script failed with ${fault}\\.`));
        await play({ site, world, ...expected, ...state });
        expect(model.violations).toEqual([]);
      });
    });
  });
});

describe('a provider that fails', () => {
  const kept = (says: RegExp): Expected => ({ outcome: 'kept', calls: 1, says });
  const extracted = (calls: number, says: RegExp): Expected => ({ outcome: 'compacted', calls, says });
  const status = (code: number): FakeBehaviour => ({ kind: 'status', status: code });
  const TOO_LARGE = status(413);
  const REFUSED = status(401);
  const EMPTY: FakeBehaviour = { kind: 'empty' };
  /** Those that nobody waits for: the waits of a host's own summarizer are those of the settings, in seconds. */
  const BY_DEFAULT: readonly FakeBehaviour[] = [REFUSED, EMPTY];
  const PATIENT = { compactionTimeoutMs: 30_000 };
  const rows: readonly (readonly [string, FakeBehaviour, Expected])[] = [
    ['401', REFUSED, kept(/the key was refused: .* HTTP 401 .* The history stays as it is/)],
    ['402', status(402), kept(/no quota left: .* HTTP 402 .* The history stays as it is/)],
    ['413', TOO_LARGE, extracted(3, /does not fit the model's window: .* extracted locally instead/)],
    ['429', status(429), extracted(2, /overloaded: .* HTTP 429 .* extracted locally instead/)],
    ['500', status(500), extracted(2, /overloaded: .* HTTP 500 .* extracted locally instead/)],
    ['503', status(503), extracted(2, /overloaded: .* HTTP 503 .* extracted locally instead/)],
    ['silence', { kind: 'hang' }, extracted(1, /did not answer in time: .* extracted locally instead/)],
    ['a broken connection', { kind: 'cut', afterChunks: 2 }, kept(/the connection broke off: .* The history stays/)],
    ['an empty answer', EMPTY, extracted(2, /the answer was empty: .* extracted locally instead/)],
    ['a refusal', { kind: 'refusal', text: 'I cannot help.' }, extracted(2, /the model refused: .* extracted locally/)],
    ['half an answer', { kind: 'truncated', text: '## Goal\nFix' }, extracted(2, /was cut off: .* extracted locally/)],
    [
      'a tool call',
      { kind: 'tool-call', name: 'terminal', arguments: '{}' },
      extracted(2, /called a tool: .* extracted locally instead/),
    ],
    ['a page of HTML', { kind: 'not-json' }, extracted(2, /could not be read: .* extracted locally instead/)],
    ['an error in the stream', { kind: 'stream-error', message: 'Broken.' }, extracted(2, /extracted locally instead/)],
  ];
  const sites = FAULT_SITES.filter(({ site }) => ['turn-start', 'overflow', 'manual'].includes(site));

  /** A server that plays the agent's model well, and the summarizer's badly until it is mended. */
  async function failingServer(fault: FakeBehaviour, site: FaultSite) {
    let isMended = false;
    const server = await startFakeProvider({
      script(body) {
        if (isSummaryRequest(body)) return isMended ? summaryReply(body) : fault;
        const isTooLarge = site.site === 'overflow' && JSON.stringify(body).length > 5_000;
        return isTooLarge ? status(400) : { kind: 'reply', text: 'Done.' };
      },
    });
    const mend = (): void => {
      isMended = true;
    };
    const info = { name: 'fake-model', contextTokens: 6_000 };
    const calledSoFar = (): number => server.requests.filter(({ body }) => isSummaryRequest(body)).length;
    /** Short for a server that stays silent, and only for it: the first call of all loads the client. */
    const idleTimeoutMs = (): number => (fault.kind === 'hang' && !isMended ? 60 : 20_000);
    return { server, info, idleTimeoutMs, state: { mend, calledSoFar } };
  }

  describe.each(sites)('at $site', (site) => {
    describe.each(MODES)('$mode', ({ inPlace }) => {
      it.each(rows)('with %s costs no message, is told, and is over when the fault is', async (_, fault, expected) => {
        const { server, info, idleTimeoutMs, state } = await failingServer(fault, site);
        const route = { label: 'main', model: info.name, apiKey: '', baseUrl: server.url } as const;
        const world = await faultWorld({
          model: openAiChatModel({ model: info.name, info, baseUrl: server.url }),
          summarise: (request) =>
            createSummarizer({ routes: [route], idleTimeoutMs: idleTimeoutMs(), retryDelayMs: 1 })(request),
          compression: { ...site.compression, in_place: inPlace },
          seeds: site.seeds,
          limits: PATIENT,
        });
        // A call less for material that cannot be halved as often.
        const calls = fault === TOO_LARGE && site.site !== 'turn-start' ? 2 : expected.calls;
        await play({ site, world, ...expected, calls, ...state });
        await server.close();
      });
    });

    it.each(rows.filter(([, fault]) => BY_DEFAULT.includes(fault)))(
      'with %s does the same to the summarizer that a host makes by itself',
      async (_, fault, expected) => {
        const { server, info, state } = await failingServer(fault, site);
        const { compression, seeds } = site;
        const model = openAiChatModel({ model: info.name, info, baseUrl: server.url });
        const world = await faultWorld({ model, compression, seeds, limits: PATIENT });
        await play({ site, world, ...expected, ...state });
        await server.close();
      },
    );
  });
});
