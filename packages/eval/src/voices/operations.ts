import type { Draft } from '../generate/draft.ts';
import type { Voice } from '../generate/voice.ts';
import type { Fill } from '../generate/writer.ts';
import { logText } from '../material/log-text.ts';
import type { Random } from '../random.ts';

const SERVICES = ['gate', 'search', 'basket', 'mailer', 'billing', 'session', 'catalogue', 'tracker'];

const lists = {
  service: SERVICES,
  zone: ['north-1', 'north-2', 'harbour-1', 'hills-3', 'lake-2'],
  symptom: ['answers slowly', 'drops connections', 'restarts every few minutes', 'fills its disk', 'sends duplicates'],
  person: ['the on-call', 'the night shift', 'the network group', 'the storage group'],
};

/** Somebody looks at logs and counters; most of it says that all is well. */
function episode(draft: Draft, fill: Fill, bulk: number): void {
  const { random } = draft;
  if (bulk > 0) draft.user(fill(random.pick(REQUESTS)));
  for (let look = 0; look <= bulk; look += 1) {
    const service = random.pick(SERVICES);
    const lines = bulk === 0 ? 4 : random.int(8, 14) * bulk;
    draft.play(
      [
        {
          name: 'terminal',
          arguments: { command: `logs tail ${service} --lines ${lines} --cursor ${random.int(1_000, 99_999)}` },
          result: logText(random, SERVICES, lines),
        },
      ],
      fill(random.pick(THOUGHTS)),
    );
    if (random.chance(0.4)) configure(draft, service);
  }
  if (bulk > 0) draft.say(fill(random.pick(ANSWERS)));
}

function configure(draft: Draft, service: string): void {
  const path = `deploy/${service}/limits.yaml`;
  const text = `service: ${service}\nreplicas: ${draft.random.int(2, 9)}\nmemory: ${draft.random.int(1, 16)}Gi\n`;
  draft.play([
    {
      name: 'write_file',
      arguments: { path, content: text },
      result: '{"ok": true}',
      file: { path, action: 'written' },
    },
  ]);
}

const REQUESTS = [
  '{service} in {zone} {symptom} again. Can you see why?',
  'Before the hand-over: how does {service} look since the last restart?',
  '{person} asks whether {service} is what slows down everything else.',
  'Go through the logs of {service} in {zone} and tell me what stands out.',
];
const THOUGHTS = ['I look at the newest lines first.', 'Nothing yet, so I look at the service behind it.', ''];
const ANSWERS = [
  'Nothing unusual in {service}: the retries are within what is normal for {zone}.',
  '{service} recovered by itself when its pool was refilled.',
  'The logs of {service} are quiet, so I would look at {zone} next.',
];

/** Operation of services: much log, one telling line, an incident's timeline. */
export const operations: Voice = {
  lists,
  episode,
  around: (random: Random, line: string) =>
    `${logText(random, SERVICES, random.int(5, 12))}\n${line}\n${logText(random, SERVICES, random.int(5, 12))}`,
  system:
    'You help to run services. Look before you change anything, say what you saw with times, and never guess a cause. Tools: terminal, read_file, write_file, web_extract.',
  asides: [
    '{person} is watching the channel.',
    'This has been going on since the morning.',
    'I am on the phone with {person}.',
  ],
  acknowledgements: ['Understood.', 'I keep to that.', 'Noted, I go on with {service}.', 'All right.'],
  questions: ['What does {service} say now?', 'And the other zone?', 'Anything new from {person}?', 'Please go on.'],
  goals: [
    [
      'Find out why orders of {service} in {zone} are lost between {int:10-19} and 20 h, and stop it.',
      'orders lost evening stop|lost',
    ],
    [
      'The incident report for board meeting {digits:4} has to be complete by tonight.',
      'incident report board meeting|report',
    ],
  ],
  constraints: [
    ['No restart of {service} in {zone} while the batch {digits:4} is running.', 'no restart batch running|restart'],
    ['Change one thing at a time and wait {int:12-45} minutes in between.', 'one thing at a time wait|wait'],
    ['Customer data must not leave {zone}, not even in logs of type {hex:4}.', 'customer data must not leave|customer'],
    [
      'Never touch the replica that ends in -{hex:5}; the auditors read from it.',
      'never touch replica auditors|replica',
    ],
    [
      'Every command on {service} gets written into the timeline with its time, row {digits:3} on.',
      'command written timeline|timeline',
    ],
    ['Keep at least {int:3-9} instances of {service} up, whatever happens.', 'keep instances up|instances'],
  ],
  approvals: [
    ['You may drain node {zone}-{digits:3} without asking again.', 'may drain node|drain'],
    ['Approved by {person}: purge the queue dead-{hex:5}.', 'approved purge queue|purge'],
    ['Yes, fail {service} over to the standby {hex:5}, once.', 'fail over standby once|standby'],
    ['Go ahead and raise the quota of {service} to {int:200-900} GB.', 'raise quota go ahead|quota'],
    ['You are cleared to page {person} about ticket {digits:5}.', 'cleared to page ticket|page'],
  ],
  preferences: [
    ['Give me times in UTC and with seconds, as in form {digits:3}.', 'times in UTC seconds|UTC'],
    [
      'I want numbers before opinions, page {digits:3} of the handbook says the same.',
      'numbers before opinions handbook|opinions',
    ],
    [
      'Short answers, please: at most {int:3-9} lines while the incident is open.',
      'short answers lines incident|short',
    ],
    ['Call the zones by their full names, never by the letter {code:2}.', 'zones full names letter|names'],
    ['I prefer a graph of the last {int:12-90} minutes to a table.', 'graph last minutes table|graph'],
  ],
  decisions: [
    [
      'We keep {service} on the old pool, because the new one loses connections after {int:20-90} minutes.',
      'keep old pool connections|pool',
    ],
    [
      'I decided against a rollback to {hex:6}, since the schema has moved on.',
      'decided against rollback schema|rollback',
    ],
    [
      'Traffic of {zone} goes through the second gateway, as the first one drops {int:2-9} % of packets.',
      'traffic second gateway packets|gateway',
    ],
    [
      'We treat case {digits:5} as a separate incident, because it began before the deployment.',
      'separate incident before deployment|separate',
    ],
    [
      'The alarm stays at {int:60-95} %, since lower values woke {person} for nothing.',
      'alarm stays woke nothing|alarm',
    ],
  ],
  opens: [
    ['After the incident: write the rule that would have caught pattern {hex:5}.', 'after incident rule pattern|rule'],
    ['Still open: somebody has to order {int:4-20} disks for {zone}.', 'open order disks|disks'],
    ['Tomorrow, ask {person} about the certificate {digits:5}.', 'tomorrow ask certificate|certificate'],
    ['Once it is quiet, rename the dashboards of {service} to scheme {hex:4}.', 'rename dashboards scheme|dashboards'],
    ['Do not forget to lift the freeze {digits:4} when we are done.', 'lift the freeze done|freeze'],
  ],
  identifiers: [
    ['The first failing request of {service} has the trace [[tr-{hex:10}]].', 'first failing request trace|trace'],
    ['The vendor opened the case [[VND-{digits:7}]] for the network cards.', 'vendor case network cards|vendor'],
    ['The deployment before the trouble was [[dpl_{hex:8}]].', 'deployment before trouble|deployment'],
    ['The broken disk has the serial [[SN{digits:8}]].', 'broken disk serial|serial'],
    ['Our timeline document is [[INC-{digits:6}]].', 'timeline document|document'],
  ],
  numbers: [
    ['At the worst moment {service} had [[{digits:5} waiting requests]].', 'worst moment waiting {service}|worst'],
    ['The p99 of {service} was [[{digits:4} ms]] before the change.', 'p99 before the change|p99'],
    ['The backlog stands at [[{digits:6} rows]] of unsent mail.', 'backlog unsent mail|backlog'],
    ['The standby is [[{digits:3} seconds]] behind in {zone}.', 'standby behind {zone}|behind'],
    ['We lost [[{digits:4} requests]] in the first wave.', 'lost first wave|wave'],
  ],
  superseded: [
    [
      'Send the alarms of {service} to [[channel al-{hex:4}]].',
      'Not that one: alarms of {service} go to [[channel al-{hex2:4}]].',
      'alarms go to channel|alarms',
    ],
    [
      'The freeze ends at [[{digits:2} o’clock sharp]].',
      'They moved it, the freeze ends at [[{digits2:2} o’clock on the dot]].',
      'freeze ends|freeze',
    ],
    [
      '{service} answers on [[address 10.7.{digits:2}.4]].',
      '{service} was moved, it answers on [[address 10.8.{digits2:2}.6]] now.',
      'service answers address|address',
    ],
    [
      'Set the limit of {service} to [[{digits:4} connections]].',
      'The limit of {service} is [[{digits2:4} connections]] instead.',
      'limit connections|limit',
    ],
    [
      'The leader of {zone} is [[node-{hex:5}]].',
      'There was an election: the leader of {zone} is [[node-{hex2:5}]].',
      'leader of the zone|leader',
    ],
  ],
  finished: [
    ['[[Rotate the log of {service} number {digits:4}]] first.', 'The log is rotated.', 'rotate log|rotate'],
    [
      '[[Silence the alarm about disk {hex:5} for an hour]].',
      'The alarm is silent for an hour.',
      'silence alarm disk|silence',
    ],
    ['[[Post the status update number {digits:3}]], please.', 'The update is posted.', 'post status update|update'],
    ['[[Take node {zone}-{hex:4} out of the pool]].', 'The node is out of the pool.', 'node out of pool|pool'],
    [
      '[[Compare the settings with snapshot {hex:5}]] before anything else.',
      'Compared: there is no difference.',
      'compare settings snapshot|compare',
    ],
  ],
  commands: [
    [
      'svc drain {zone}-{digits:3} --grace {digits2:2} --reason maintenance',
      'drained, 0 sessions left\nexit code 0',
      'drained sessions left|drain',
    ],
    ['dbtool lag --replica {hex:6} --since {digits:4}', 'lag report written\nexit code 0', 'lag report written|lag'],
    ['queuectl requeue dead-{hex:5} --limit {digits:3}', 'requeued\nexit code 0', 'requeue dead letters|requeue'],
    ['netprobe --zone {zone} --count {digits:3} --size {digits2:4}', 'no loss\nexit code 0', 'netprobe no loss|loss'],
    ['snapctl restore {hex:8} --into scratch', 'restored into scratch\nexit code 0', 'restored into scratch|restored'],
  ],
  errors: [
    [
      'svc status {service}',
      '2031-03-09T18:02:11Z ERROR {service} [[PoolExhaustedError: {digits:3} waiters, oldest {digits2:5} ms]]',
      'pool exhausted waiters oldest|waiters',
    ],
    [
      'journal {zone} --since noon',
      '2031-03-09T12:41:07Z ERROR kernel [[nvme{int:1-9}: I/O timeout on queue {digits:4}]]',
      'kernel timeout queue|timeout',
    ],
    [
      'dbtool check {service}',
      '[[FATAL: replication slot rs_{hex:6} was dropped]]\nexit code 1',
      'replication slot dropped|replication',
    ],
    [
      'certs verify {zone}',
      '[[error: certificate chain of edge-{hex:5} expired on day {digits:3}]]\nexit code 1',
      'certificate chain expired|expired',
    ],
    [
      'queuectl peek mailer',
      '[[DeliveryRefused: peer {hex:6} answered 552 for {digits:4} letters]]',
      'delivery refused peer letters|refused',
    ],
  ],
  files: [
    ['runbooks/{service}-{hex:4}.md', '# What to do when the pool is empty\n\nDrain, wait, refill.\n'],
    ['deploy/{service}/override-{hex:4}.yaml', 'note: twice the connections during the sale of winter coats\n'],
    ['timeline/incident-{digits:5}.md', '# Lost orders of the evening\n\n18:02 the first waiter.\n'],
    ['scripts/probe-{hex:5}.sh', '# Measures the way between two gateways every minute.\nexit 0\n'],
    ['reports/board-{digits:4}.md', '# For the board: duration, reach, causes\n\nTo be completed.\n'],
  ],
  closing: 'Hand-over in five minutes: what is our state, and what must the next shift not do?',
};
