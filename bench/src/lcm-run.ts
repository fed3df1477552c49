// Runs in a process of its own, whose memory is weighed: fills a store, asks it, and prints what that took as JSON.
// Arguments: a folder, how many messages.
import { checkpoint } from './lcm-checkpoint.ts';
import { lcmCorpus } from './lcm-corpus.ts';
import type { LcmCheckpoint, LcmFigures } from './lcm-figures.ts';
import { LcmFill } from './lcm-fill.ts';
import { LoopProbe } from './lcm-loop-probe.ts';
import { showProgress } from './lcm-progress.ts';
import { LcmSession } from './lcm-session.ts';
import { onceMs } from './lcm-timing.ts';

/** Sizes that are measured on the way. */
const SIZES = [10_000, 100_000];
const KIB = 1_024;

async function run(folder: string, count: number): Promise<LcmFigures> {
  const session = new LcmSession(folder, 'bench');
  await session.open();
  const [fillProbe, queryProbe] = [new LoopProbe(), new LoopProbe()];
  const fill = new LcmFill(session, lcmCorpus(), fillProbe);
  const checkpoints: LcmCheckpoint[] = [];
  for (let done = 0; done < count; ) {
    done += await fill.stretch();
    showProgress(done, count);
    if (SIZES.includes(done) || done >= count)
      checkpoints.push(await checkpoint(done, { session, fill, probe: queryProbe }));
  }
  await session.close();
  const rssBytes = process.memoryUsage.rss();
  const bombs = await explode(folder);
  return {
    checkpoints,
    ...fill.tenths(),
    ...fill.shares(),
    fillLoop: fillProbe.take(),
    queryLoop: queryProbe.take(),
    ...bombs,
    rssBytes,
    peakBytes: process.resourceUsage().maxRSS * KIB,
  };
}

/** Expressions that take for ever where a machine tries all ways to match. */
const BOMBS = [
  { pattern: '(\\w+.)+!', text: 'a'.repeat(4_000) },
  { pattern: '(a{1,20}){5}!', text: 'a'.repeat(200) },
];

async function explode(folder: string): Promise<Pick<LcmFigures, 'bombs' | 'bombLoop'>> {
  const probe = new LoopProbe();
  const bombs: LcmFigures['bombs'][number][] = [];
  for (const [index, { pattern, text }] of BOMBS.entries()) {
    const session = new LcmSession(folder, `bomb ${index}`);
    await session.open();
    await session.turn([{ role: 'user', content: text }]);
    probe.start();
    let outcome = '';
    const ms = await onceMs(async () => {
      outcome = await answerOf(session.call('lcm_grep', { pattern, mode: 'regex' }));
    });
    probe.pause();
    bombs.push({ name: pattern, ms, outcome });
    await session.close();
  }
  return { bombs, bombLoop: probe.take() };
}

function answerOf(answer: Promise<string>): Promise<string> {
  return answer.then(
    (text) => text.split('\n', 1)[0] ?? '',
    (error: unknown) => String(error),
  );
}

const [folder = '', count = ''] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await run(folder, Number(count))));
