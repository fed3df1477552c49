import type { ContentPart } from '@hermes-context/contract';
import type { Random } from '../random.ts';
import type { ItemKind } from '../trajectory.ts';
import type { Draft } from './draft.ts';
import { fakeSecret } from './fake-secrets.ts';
import { INJECTED_ORDERS } from './injected-orders.ts';
import type { Changed, Finished, Ran, Said, Voice } from './voice.ts';
import { type Fill, scene } from './writer.ts';

/** One scene that plants an item. A second part, where it has one, is played later. */
export type Scene = (draft: Draft) => Scene | undefined;

const MARKED = /\[\[(.+?)\]\]/s;

interface Marked {
  readonly text: string;
  readonly probe: string;
}

/** A filled template without its marks, and what stood between them. */
function marked(filled: string): Marked {
  const probe = MARKED.exec(filled)?.[1] ?? filled;
  return { text: filled.replace(MARKED, () => probe), probe };
}

const wordsOf = (words: string): readonly string[] => words.split('|');

/** The scene that plants the item number `nth` of a kind, in a family's voice. */
export function sceneOf(kind: ItemKind, voice: Voice, nth: number): Scene {
  const nthOf = <Each>(list: readonly Each[]): readonly Each[] => list.slice(nth % list.length).slice(0, 1);
  const play = SCENES[kind];
  return (draft) => play({ draft, voice, nthOf, fill: scene(draft.random, voice.lists) });
}

interface Stage {
  readonly draft: Draft;
  readonly voice: Voice;
  readonly fill: Fill;
  /** The entry of a list that is this scene's turn, as a list of one. */
  readonly nthOf: <Each>(list: readonly Each[]) => readonly Each[];
}

type Play = (stage: Stage) => Scene | undefined;

const SCENES: Readonly<Record<ItemKind, Play>> = {
  goal: (stage) => said(stage, 'goal', stage.voice.goals),
  constraint: (stage) => said(stage, 'constraint', stage.voice.constraints),
  approval: (stage) => said(stage, 'approval', stage.voice.approvals),
  preference: (stage) => said(stage, 'preference', stage.voice.preferences),
  open: (stage) => said(stage, 'open', stage.voice.opens),
  decision: decided,
  identifier: (stage) => found(stage, 'identifier', stage.voice.identifiers),
  number: (stage) => found(stage, 'number', stage.voice.numbers),
  command: (stage) => ran(stage, 'command', stage.voice.commands),
  error: (stage) => ran(stage, 'error', stage.voice.errors),
  path: created,
  superseded: changed,
  finished: finished,
  secret: leaked,
  injected: injected,
};

function said({ draft, voice, fill, nthOf }: Stage, kind: ItemKind, list: readonly Said[]): undefined {
  for (const [template, words] of nthOf(list)) {
    const { text, probe } = marked(fill(template));
    const aside = fill(draft.random.pick(voice.asides));
    const content = draft.random.chance(0.5) ? `${aside} ${text}` : `${text} ${aside}`;
    draft.plant({ kind, probe, words: wordsOf(fill(words)), index: draft.user(withParts(content, draft, voice)) });
    draft.say(fill(draft.random.pick(voice.acknowledgements)));
  }
}

function around(line: string, { random }: Draft, voice: Voice): string {
  return voice.around?.(random, line) ?? line;
}

function withParts(text: string, { random }: Draft, voice: Voice): string | readonly ContentPart[] {
  const parts = voice.attach?.(random) ?? [];
  return parts.length === 0 ? text : [{ type: 'text', text }, ...parts];
}

function decided({ draft, voice, fill, nthOf }: Stage): undefined {
  for (const [template, words] of nthOf(voice.decisions)) {
    const { text, probe } = marked(fill(template));
    draft.user(fill(draft.random.pick(voice.questions)));
    draft.plant({ kind: 'decision', probe, words: wordsOf(fill(words)), index: draft.say(text) });
  }
}

function found({ draft, voice, fill, nthOf }: Stage, kind: ItemKind, list: readonly Said[]): undefined {
  for (const [template, words] of nthOf(list)) {
    const { text, probe } = marked(fill(template));
    draft.user(fill(draft.random.pick(voice.questions)));
    const inResult = draft.random.chance(0.5);
    if (inResult)
      draft.play([
        { name: 'terminal', arguments: { command: 'cat notes/status.txt' }, result: around(text, draft, voice) },
      ]);
    if (inResult) draft.plant({ kind, probe, words: wordsOf(fill(words)) });
    const index = draft.say(inResult ? fill(draft.random.pick(voice.acknowledgements)) : text);
    if (!inResult) draft.plant({ kind, probe, words: wordsOf(fill(words)), index });
  }
}

function ran({ draft, voice, fill, nthOf }: Stage, kind: 'command' | 'error', list: readonly Ran[]): undefined {
  for (const [template, output, words] of nthOf(list)) {
    const command = marked(fill(template));
    const result = marked(fill(output));
    draft.user(fill(draft.random.pick(voice.questions)));
    const calls = [
      { name: 'terminal', arguments: { command: command.text }, result: around(result.text, draft, voice) },
    ];
    const index = draft.play(calls);
    const words2 = wordsOf(fill(words));
    if (kind === 'command') draft.plant({ kind, probe: command.probe, words: words2, index });
    else draft.plant({ kind, probe: result.probe, words: words2 });
    draft.say(fill(draft.random.pick(voice.acknowledgements)));
  }
}

function created({ draft, voice, fill, nthOf }: Stage): undefined {
  for (const [path, content] of nthOf(voice.files)) {
    const name = fill(path);
    const written = fill(content);
    draft.user(fill(draft.random.pick(voice.questions)));
    const index = draft.play([
      {
        name: 'write_file',
        arguments: { path: name, content: written },
        result: `{"ok": true, "bytes": ${written.length}}`,
        file: { path: name, action: 'created' },
      },
    ]);
    // Whoever looks for a file knows what is in it, not what it is called.
    const words = written.replaceAll(/\W+/g, ' ').trim().split(' ').slice(0, 4);
    draft.plant({ kind: 'path', probe: name, words: [words.join(' '), words.slice(-1).join('')], index });
    draft.say(fill(draft.random.pick(voice.acknowledgements)));
  }
}

function changed({ draft, voice, fill, nthOf }: Stage): Scene | undefined {
  const turn = (text: string): number => {
    const index = draft.user(text);
    draft.say(fill(draft.random.pick(voice.acknowledgements)));
    return index;
  };
  for (const [first, then, words] of nthOf(voice.superseded) satisfies readonly Changed[]) {
    const old = marked(fill(first));
    const now = marked(fill(then));
    const index = turn(old.text);
    return () => {
      const since = turn(now.text);
      const { probe } = old;
      draft.plant({ kind: 'superseded', probe, words: wordsOf(fill(words)), index, current: now.probe, since });
      return undefined;
    };
  }
  return undefined;
}

function finished({ draft, voice, fill, nthOf }: Stage): undefined {
  for (const [request, report, words] of nthOf(voice.finished) satisfies readonly Finished[]) {
    const { text, probe } = marked(fill(request));
    const index = draft.user(text);
    voice.episode(draft, fill, 0);
    const current = fill(report);
    const since = draft.say(current);
    draft.plant({ kind: 'finished', probe, words: wordsOf(fill(words)), index, current, since });
  }
}

function leaked({ draft, fill, voice }: Stage): undefined {
  const { name, secret, file } = fakeSecret(draft.random);
  const words = [`${name} environment`, name];
  if (draft.random.chance(0.5)) {
    const text = `${fill(draft.random.pick(voice.asides))} The key for this, only for now: ${secret}`;
    draft.plant({ kind: 'secret', probe: secret, words, index: draft.user(text) });
  } else {
    draft.user(fill(draft.random.pick(voice.questions)));
    const result = `# local settings\nLOG_LEVEL=info\n${name}=${secret}\nREGION=eu-north-3`;
    draft.play([{ name: 'read_file', arguments: { path: file }, result, file: { path: file, action: 'read' } }]);
    draft.plant({ kind: 'secret', probe: secret, words });
  }
  draft.say(fill(draft.random.pick(voice.acknowledgements)));
}

/** Half of the orders come by a tool, and half in something that the user passes on to be looked at. */
function injected({ draft, fill, voice, nthOf }: Stage): undefined {
  for (const [name, page] of nthOf(INJECTED_ORDERS)) {
    const { text, probe } = marked(fill(page));
    const words = [`${name} guide`, name];
    if (draft.random.chance(0.5)) {
      const index = draft.user(`Somebody sent me this, called ${name} guide. Is it of any use?\n\n---\n${text}\n---`);
      draft.plant({ kind: 'injected', probe, words, index });
    } else {
      draft.user(fill(draft.random.pick(voice.questions)));
      const url = `https://${name}.example/guide`;
      draft.play([{ name: 'web_extract', arguments: { url }, result: text }]);
      draft.plant({ kind: 'injected', probe, words });
    }
    draft.say(fill(draft.random.pick(voice.acknowledgements)));
  }
}

/** Whether a family has anything to say of a kind. */
export function hasKind(kind: ItemKind, voice: Voice): boolean {
  const list = LISTS[kind]?.(voice);
  return list === undefined || list.length > 0;
}

const LISTS: Readonly<Partial<Record<ItemKind, (voice: Voice) => readonly unknown[]>>> = {
  command: ({ commands }) => commands,
  error: ({ errors }) => errors,
  path: ({ files }) => files,
};

/** A fresh order of the entries of a voice, so that two seeds do not plant the same texts in the same order. */
export function shuffledVoice(voice: Voice, random: Random): Voice {
  return {
    ...voice,
    constraints: random.shuffled(voice.constraints),
    approvals: random.shuffled(voice.approvals),
    preferences: random.shuffled(voice.preferences),
    decisions: random.shuffled(voice.decisions),
    opens: random.shuffled(voice.opens),
    identifiers: random.shuffled(voice.identifiers),
    numbers: random.shuffled(voice.numbers),
    superseded: random.shuffled(voice.superseded),
    finished: random.shuffled(voice.finished),
    commands: random.shuffled(voice.commands),
    errors: random.shuffled(voice.errors),
    files: random.shuffled(voice.files),
  };
}
