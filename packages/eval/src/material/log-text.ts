import type { Random } from '../random.ts';

const LEVELS = ['INFO', 'INFO', 'INFO', 'DEBUG', 'INFO', 'WARN'];
const EVENTS = [
  'request served in {n} ms status=200',
  'connection {n} returned to the pool',
  'cache refreshed with {n} keys',
  'message {n} acknowledged by consumer',
  'heartbeat from node-{n} on time',
  'slow query took {n} ms, plan unchanged',
  'retry {n} of delivery scheduled',
  'session {n} renewed',
  'partition {n} is in sync',
  'compaction of segment {n} finished',
];

/** So many lines of a log, a few seconds apart. */
export function logText(random: Random, services: readonly string[], lineCount: number): string {
  let second = random.int(0, 50_000);
  return Array.from({ length: lineCount }, () => {
    second += random.int(1, 40);
    const event = random.pick(EVENTS).replace('{n}', `${random.int(1, 999)}`);
    return `${clock(second)} ${random.pick(LEVELS)} ${random.pick(services)} ${event}`;
  }).join('\n');
}

function clock(second: number): string {
  const part = (value: number): string => `${value % 60}`.padStart(2, '0');
  return `2031-03-${`${1 + (Math.floor(second / 86_400) % 28)}`.padStart(2, '0')}T${`${Math.floor(second / 3_600) % 24}`.padStart(2, '0')}:${part(Math.floor(second / 60))}:${part(second)}Z`;
}

const SUITES = ['import', 'rates', 'refunds', 'export', 'locks', 'calendar', 'carriers', 'totals'];
const CASES = [
  'keeps entries in their order',
  'rounds half a cent down',
  'refuses an empty batch',
  'takes the newest rate of a day',
  'skips what is booked twice',
  'closes the month once',
  'splits a parcel at the limit',
];

/** What a test runner prints: passes, and at times one failure. */
export function testRunText(random: Random, caseCount: number, hasFailure: boolean): string {
  const lines = Array.from(
    { length: caseCount },
    () => ` ✓ ${random.pick(SUITES)} > ${random.pick(CASES)} (${random.int(1, 140)} ms)`,
  );
  const failure = ` ✗ ${random.pick(SUITES)} > ${random.pick(CASES)}\n   expected ${random.int(1, 99)}, received ${random.int(1, 99)}`;
  const end = hasFailure ? `${failure}\n1 failed, ${caseCount} passed` : `${caseCount} passed`;
  return `${lines.join('\n')}\n${end} in ${random.int(1, 30)}.${random.int(0, 9)} s`;
}
