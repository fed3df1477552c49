import { describe, expect, it, onTestFinished } from 'vitest';
import { generateTrajectory } from '../generate/generate-trajectory.ts';
import { extractLines, fitLines } from './extract-lines.ts';
import { findHeadings } from './find-headings.ts';
import { FAULTS, type StandInKind, standInReply } from './stand-in-reply.ts';
import { startStandIn } from './start-stand-in.ts';

const { messages, key } = generateTrajectory('coding', '8k', 1);
const HEADINGS = ['## Goal', '### In Progress', '## Relevant Files', '## Next Steps', '## Critical Context'];
const prompt = `Summarise the turns under these headings:\n${HEADINGS.join('\n')}\n\n<turns>\n${messages
  .map(({ role, content }, index) => `[${index} ${role}]\n${String(content)}`)
  .join('\n\n')}\n</turns>`;

async function ask(kind: StandInKind, more: object = {}) {
  const standIn = await startStandIn(kind);
  onTestFinished(() => standIn.close());
  standIn.load(key);
  const response = await fetch(`${standIn.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: standIn.model, messages: [{ role: 'user', content: prompt }], ...more }),
  });
  return { standIn, status: response.status, text: await response.text() };
}

function textFor(kind: StandInKind): string {
  const reply = standInReply(kind, { prompt }, key);
  return reply.kind === 'text' ? reply.text : '';
}

describe('a stand-in on the wire', () => {
  it('answers whole and streamed with the same text, and counts its tokens', async () => {
    const whole = await ask('extract');
    const streamed = await ask('extract', { stream: true });
    const expected = JSON.parse(whole.text).choices[0].message.content;
    const events = streamed.text.split('\n\n').filter((line) => line.startsWith('data: {'));
    const joined = events.map((event) => JSON.parse(event.slice(6)).choices[0]?.delta.content ?? '').join('');
    expect(joined).toBe(expected);
    expect(streamed.text).toContain('data: [DONE]');
    expect(whole.standIn.usage().calls).toBe(1);
    expect(whole.standIn.usage().inputTokens).toBeGreaterThan(1_000);
    expect(whole.standIn.shown().has('constraint-1')).toBe(true);
  });

  it('fails as it is told to', async () => {
    expect((await ask('429')).status).toBe(429);
    expect((await ask('500')).status).toBe(500);
    const tooLong = await ask('too-long');
    expect([tooLong.status, JSON.parse(tooLong.text).error.code]).toEqual([400, 'context_length_exceeded']);
    expect(JSON.parse((await ask('empty')).text).choices[0].message.content).toBe('');
    expect(JSON.parse((await ask('cut')).text).choices[0].finish_reason).toBe('length');
    expect(JSON.parse((await ask('tool-call')).text).choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { content: null },
    });
  });

  it('answers a body that is no request, and begins anew with each conversation', async () => {
    const { standIn } = await ask('extract', { messages: 'none' });
    standIn.load(key);
    expect(standIn.usage()).toEqual({ calls: 0, inputTokens: 0, outputTokens: 0 });
    expect(standIn.shown().size).toBe(0);
  });
});

describe('what a stand-in writes', () => {
  it('is the same for the same prompt, under the headings that it asks for', () => {
    for (const kind of ['extract', 'oracle', { kind: 'lossy', share: 0.5, seed: 1 }, ...FAULTS] as const) {
      expect(standInReply(kind, { prompt }, key)).toEqual(standInReply(kind, { prompt }, key));
    }
    expect(findHeadings(prompt)).toEqual(HEADINGS);
    for (const heading of HEADINGS) expect(textFor('extract')).toContain(heading);
  });

  it('keeps to the budget of the request', () => {
    const long = standInReply('extract', { prompt, maxTokens: 200 }, key);
    expect(long.kind === 'text' && long.text.length).toBeLessThan(textFor('extract').length / 2);
  });

  it('knows all that it was shown as an oracle, and gives away neither secrets nor orders', () => {
    const summary = textFor('oracle');
    for (const { kind, probe, current = '' } of key.items) {
      if (kind === 'secret' || kind === 'injected') expect(summary).not.toContain(probe);
      else if (kind === 'superseded') expect(summary).toContain(current);
      // Calls are not in this prompt.
      else if (kind !== 'command' && kind !== 'path') expect(summary).toContain(probe);
    }
  });

  it('leaves out a share of the lines when it is lossy', () => {
    const half = textFor({ kind: 'lossy', share: 0.5, seed: 3 }).split('\n').length;
    const all = textFor('extract').split('\n').length;
    expect(half).toBeLessThan(all * 0.8);
    expect(half).toBeGreaterThan(all * 0.2);
  });

  it('shows old values and finished requests as open when it is stale, and orders as such when it echoes', () => {
    const open = (text: string): string => text.slice(text.indexOf('## Next Steps'));
    const finished = key.items.filter(({ kind }) => kind === 'finished');
    for (const { probe } of finished) expect(open(textFor('stale'))).toContain(probe);
    const orders = key.items.filter(({ kind }) => kind === 'injected');
    for (const { probe } of orders) expect(open(textFor('echo-injection'))).toContain(`- ${probe}`);
  });
});

describe('the lines of an extract', () => {
  it('are short paragraphs whole, first sentences of others, errors, paths and numbers', () => {
    const long = `The import reads a page at a time. ${'It then goes on. '.repeat(30)}It took 4127 ms for src/import/read.ts.\nBatchError: no currency`;
    expect(extractLines(`[1 user]\nShort words.\n\n[2 tool]\n${long}`)).toEqual([
      { kind: 'said', text: 'Short words.' },
      { kind: 'said', text: 'The import reads a page at a time.' },
      { kind: 'error', text: 'BatchError: no currency' },
      { kind: 'path', text: 'src/import/read.ts' },
      { kind: 'number', text: '4127 ms' },
    ]);
  });

  it('carry the bullets of an earlier summary under their heading', () => {
    expect(extractLines('## Goal\n- Ship it\n- Soon\n\nNew words.')).toEqual([
      { kind: 'carried', text: 'Ship it', heading: '## Goal' },
      { kind: 'carried', text: 'Soon', heading: '## Goal' },
      { kind: 'said', text: 'New words.' },
    ]);
  });

  it('are given up evenly where not all fit', () => {
    const lines = Array.from({ length: 100 }, (_, at) => ({ kind: 'said', text: `line number ${at}` }) as const);
    const kept = fitLines(lines, 150);
    expect(kept.length).toBeGreaterThan(10);
    expect(kept.filter(({ text }) => Number(text.slice(12)) < 50).length).toBeGreaterThan(kept.length / 3);
  });
});
