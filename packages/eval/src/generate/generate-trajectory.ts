import { createRandom, type Random, seedOf } from '../random.ts';
import {
  type AnswerKey,
  type Family,
  ITEM_KINDS,
  type ItemKind,
  SIZES,
  type Size,
  type Trajectory,
} from '../trajectory.ts';
import { VOICES } from '../voices/voices.ts';
import { Draft } from './draft.ts';
import { hasKind, type Scene, sceneOf, shuffledVoice } from './plant-scene.ts';
import type { Voice } from './voice.ts';
import { scene } from './writer.ts';

/** How many items of each kind a size has; goals are two in all. */
const ITEMS: Readonly<Record<Size, number>> = { '8k': 2, '64k': 3, '400k': 5 };
const GOALS = 2;
/** How much an episode prints. */
const BULK: Readonly<Record<Size, number>> = { '8k': 1, '64k': 2, '400k': 4 };
/** Items stand in this share of a conversation, so that all of it but the end can be compacted. */
const PLANTED_SHARE = 0.82;
/** How much later, as a share of the whole, the second part of a scene is played. */
const LATER_SHARE = 0.08;
const COMPACTIONS = 10;
/** Compactions by hand begin behind this share of a conversation. */
const FIRST_COMPACTION_SHARE = 0.3;

/**
 * A conversation of a family, as long as its size says (a little more, never less), and what is known of it. The same for
 * the same arguments, in every process. Messages are those of the OpenAI chat form.
 *
 * @param seed - A whole number. Neighbouring seeds give unrelated conversations.
 */
export function generateTrajectory(family: Family, size: Size, seed: number): Trajectory {
  const random = createRandom(seedOf(family, size, seed));
  const voice = shuffledVoice(VOICES[family], random);
  const draft = new Draft(random);
  draft.push({ role: 'system', content: voice.system });
  fillDraft(draft, voice, size);
  draft.user(voice.closing);
  return { family, size, seed, messages: draft.messages, key: keyOf(draft) };
}

/** A scene and the size from which on it is its turn. */
interface Due {
  readonly atTokens: number;
  readonly play: Scene;
}

function fillDraft(draft: Draft, voice: Voice, size: Size): void {
  const wanted = SIZES[size];
  const queue = scheduleOf(draft.random, voice, size);
  while (draft.tokens < wanted || queue.length > 0) {
    const next = takeDue(queue, draft.tokens < wanted ? draft.tokens : Number.POSITIVE_INFINITY);
    if (next === undefined) voice.episode(draft, scene(draft.random, voice.lists), BULK[size]);
    const later = next?.play(draft);
    if (later !== undefined) queue.push({ atTokens: draft.tokens + wanted * LATER_SHARE, play: later });
  }
}

/** The first scene whose turn has come, taken from the queue. */
function takeDue(queue: Due[], tokens: number): Due | undefined {
  const at = queue.findIndex(({ atTokens }) => atTokens <= tokens);
  return at === -1 ? undefined : queue.splice(at, 1)[0];
}

function scheduleOf(random: Random, voice: Voice, size: Size): Due[] {
  const all = ITEM_KINDS.filter((kind) => hasKind(kind, voice)).flatMap((kind) =>
    Array.from({ length: kind === 'goal' ? GOALS : ITEMS[size] }, (_, nth) => ({ kind, nth })),
  );
  const isFirst = ({ kind, nth }: { readonly kind: ItemKind; readonly nth: number }): boolean =>
    nth === 0 && (kind === 'goal' || kind === 'constraint');
  const ordered = [...all.filter(isFirst), ...random.shuffled(all.filter((each) => !isFirst(each)))];
  return ordered.map(({ kind, nth }, position) => ({
    atTokens: (SIZES[size] * PLANTED_SHARE * position) / ordered.length,
    play: sceneOf(kind, voice, nth),
  }));
}

function keyOf(draft: Draft): AnswerKey {
  const { messages, artifacts } = draft;
  const items = draft.items.toSorted((left, right) => left.index - right.index);
  const answers = messages.flatMap(({ role }, index) => (role === 'assistant' ? [index] : []));
  const first = answers.length * FIRST_COMPACTION_SHARE;
  const step = (answers.length - first) / COMPACTIONS;
  const compactAt = Array.from({ length: COMPACTIONS }, (_, nth) => answers[Math.floor(first + nth * step)] ?? 0);
  return { items, artifacts: artifacts.filter(({ action }) => action !== 'read'), compactAt };
}
