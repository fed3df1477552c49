import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '@hermes-context/contract';
import { contentText, isValidJson, toolCallsOf } from '@hermes-context/messages';

/** A piece of a recorded text, as the fit and the error table see it. */
export interface Sample {
  /** Name of the recording, or of the made text. */
  readonly source: string;
  /** What kind of text it is, for the error table. */
  readonly kind: string;
  readonly text: string;
  /** Whether the fit may see it; the error table is made from the rest. */
  readonly isForFit: boolean;
}

interface Recording {
  readonly messages: readonly Message[];
}

/** Size of a sample. Long enough that a token more or less does not matter, short enough to have many. */
const SAMPLE_CHARS = 2_000;

const CODE_MARKS = /[{}();=<>]/g;
const CODE_MARK_RATIO = 0.03;
const TERMINAL_ESCAPE_RATIO = 0.01;
const KANA_RATIO = 0.05;
const HAN_RATIO = 0.15;

/**
 * All text of the recorded conversations in a folder, in samples. Of the file names in order, the even ones (the first,
 * the third …) are for the fit, the odd ones are held back.
 */
export function recordedSamples(folder: string): readonly Sample[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted();
  return names.flatMap((source, index) => {
    const recording: Recording = JSON.parse(readFileSync(join(folder, source), 'utf8'));
    return recording.messages.flatMap((message) => samplesOf(message, { source, isForFit: index % 2 === 0 }));
  });
}

function samplesOf(message: Message, origin: Pick<Sample, 'source' | 'isForFit'>): readonly Sample[] {
  const content = contentText(message.content);
  const reasoning = message.role === 'assistant' ? (message.reasoning_content ?? '') : '';
  return [
    ...cut(content).map((text) => ({ ...origin, text, kind: kindOf(text, { message, isJson: isJsonText(content) }) })),
    ...cut(reasoning).map((text) => ({ ...origin, text, kind: 'reasoning' })),
    ...toolCallsOf(message).flatMap((call) =>
      cut(call.function.arguments).map((text) => ({ ...origin, text, kind: 'arguments' })),
    ),
  ];
}

function cut(text: string): readonly string[] {
  const samples: string[] = [];
  let start = 0;
  while (start < text.length) {
    const last = text.charCodeAt(start + SAMPLE_CHARS - 1);
    const isInsidePair = last >= 0xd800 && last < 0xdc00;
    const end = start + SAMPLE_CHARS + (isInsidePair ? 1 : 0);
    samples.push(text.slice(start, end));
    start = end;
  }
  return samples;
}

function kindOf(text: string, { message, isJson }: { readonly message: Message; readonly isJson: boolean }): string {
  const share = (pattern: RegExp): number => (text.match(pattern)?.length ?? 0) / text.length;
  if (share(/[\u3040-\u30ff]/g) > KANA_RATIO) return 'Japanese';
  if (share(/[\u4e00-\u9fff]/g) > HAN_RATIO) return 'Chinese';
  if ((text.split('\u001b').length - 1) / text.length > TERMINAL_ESCAPE_RATIO) return 'terminal';
  if (isJson) return 'JSON';
  if (message.role === 'tool') return share(CODE_MARKS) > CODE_MARK_RATIO ? 'code' : 'other tool output';
  return 'prose';
}

function isJsonText(text: string): boolean {
  return /^\s*[[{]/.test(text) && isValidJson(text);
}
