import type { LcmCheckpoint, QueryFigure } from './lcm-figures.ts';
import type { LcmFill } from './lcm-fill.ts';
import type { LoopProbe } from './lcm-loop-probe.ts';
import { type LcmQuery, lcmQueries } from './lcm-queries.ts';
import type { LcmSession } from './lcm-session.ts';
import { medianMs } from './lcm-timing.ts';

/** What there is to measure. */
export interface Measured {
  readonly session: LcmSession;
  readonly fill: LcmFill;
  /** Looks on while questions are asked. */
  readonly probe: LoopProbe;
}

/** Measure the store and the engine as they are now. The session is closed and opened again meanwhile. */
export async function checkpoint(messages: number, { session, fill, probe }: Measured): Promise<LcmCheckpoint> {
  const compactMs = fill.takeCompactMs();
  await session.compact(true); // so that lists of different histories are alike
  await session.store.indexAll();
  await session.store.tidy();
  const { file } = await session.store.stats();
  const asked = lcmQueries();
  probe.start();
  const queries: QueryFigure[] = [];
  for (const query of asked) queries.push(await ask(session, query));
  const recall = await recallMs(session);
  probe.pause();
  const roots = await session.store.roots(session.id);
  return {
    messages,
    ...fill.rates(),
    compactions: fill.compactions,
    compactMs,
    contentBytes: file.contentBytes,
    fileBytes: file.bytes,
    queries,
    selectMs: await medianMs(() => session.select(session.list)),
    rootsMs: await medianMs(() => session.store.roots(session.id)),
    roots: roots.length,
    ...recall,
    reopenMs: await reopenMs(session),
    rssBytes: process.memoryUsage.rss(),
  };
}

async function ask(session: LcmSession, { name, input }: LcmQuery): Promise<QueryFigure> {
  const answer = await session.call('lcm_grep', input);
  const returned = /"returned":(\d+)/.exec(answer)?.[1];
  if (returned === undefined)
    throw new Error(`unreachable: lcm_grep says how many it returned; "${name}" got ${answer}`);
  return {
    name,
    ms: await medianMs(() => session.call('lcm_grep', input)),
    returned: Number(returned),
    isComplete: answer.includes('"complete":true'),
  };
}

/** Of the newest leaf: what stands under it. */
async function recallMs(session: LcmSession): Promise<Pick<LcmCheckpoint, 'describeMs' | 'expandMs'>> {
  const newest = (await session.store.roots(session.id)).findLast(({ kind }) => kind === 'leaf');
  const input = { id: newest?.id };
  return {
    describeMs: await medianMs(() => session.call('lcm_describe', input)),
    expandMs: await medianMs(() => session.call('lcm_expand', input)),
  };
}

async function reopenMs(session: LcmSession): Promise<number> {
  return medianMs(async () => {
    await session.close();
    await session.open();
    await session.call('lcm_status', {});
  });
}
