import { toolCallsOf } from '@hermes-context/messages';
import type { SeenMessage } from '../replay/message-book.ts';
import type { Artifact, FileAction } from '../trajectory.ts';

/** What a list says about files, against what was done to them. */
export interface ArtifactCounts {
  /** Files with the right action. */
  readonly found: number;
  /** Files that the list claims something of, reading aside. */
  readonly claimed: number;
  /** Files that were changed. */
  readonly expected: number;
}

type Deed = 'changed' | 'deleted' | 'renamed';

const DEED_OF_ACTION: Readonly<Record<FileAction, Deed | undefined>> = {
  read: undefined,
  created: 'changed',
  written: 'changed',
  deleted: 'deleted',
  renamed: 'renamed',
};

const DEED_WORDS: readonly (readonly [RegExp, Deed])[] = [
  [/\b(?:delet(?:e|ed|es|ing)|remov(?:e|ed|es|ing)|rm)\b/i, 'deleted'],
  [/\b(?:renam(?:e|ed|es|ing)|mov(?:ed|es|ing)|mv)\b/i, 'renamed'],
  [
    /\b(?:creat(?:e|ed|es|ing)|add(?:ed|s)?|writ(?:e|es|ing)|wrote|written|edit(?:s|ed|ing)?|modif(?:y|ied|ies)|chang(?:e|ed|es|ing)|updat(?:e|ed|es|ing)|patch(?:ed|es|ing)?|write_file|fix(?:ed|es)?)\b/i,
    'changed',
  ],
];
const HEADING = /^\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$|[A-Z][^.]{2,60}:\s*$)/;
const PATH =
  /[\p{L}\p{N}_@~.+-]*(?:\/[\p{L}\p{N}\p{M}_@.+-]+)+\.\w{1,8}|\b[\w-]+\.(?:tsx?|mjs|js|json|md|py|ya?ml|sql|db|csv|png|pdf|txt|sh)\b/gu;

/**
 * Compare the files that a list names, and what it says was done to them, with the key. A text that the row wrote counts
 * by line: the line names a path, and an action stands in the line or in the heading above it. A call that was kept counts
 * by itself. What was only read is not asked for, and not held against anybody.
 */
export function countArtifacts(seen: readonly SeenMessage[], artifacts: readonly Artifact[]): ArtifactCounts {
  const done = deedsDone(artifacts);
  const claims = new Map<string, Set<Deed>>();
  for (const each of seen) for (const { path, deed } of claimsOf(each, artifacts)) note(claims, path, deed);
  let found = 0;
  for (const [path, deed] of done) if (claims.get(path)?.has(deed)) found += 1;
  // A line may name several actions: a file that was created and then renamed. One right action makes the claim right.
  return { found, claimed: claims.size, expected: done.size };
}

/** The F1 of counts: 1 where all is right; `undefined` where nothing was to be found or claimed. */
export function artifactF1({ found, claimed, expected }: ArtifactCounts): number | undefined {
  return claimed + expected === 0 ? undefined : (2 * found) / (claimed + expected);
}

/** What was done to each file in the end. */
function deedsDone(artifacts: readonly Artifact[]): ReadonlyMap<string, Deed> {
  const deeds = new Map<string, Deed>();
  for (const { path, action } of artifacts) {
    const deed = DEED_OF_ACTION[action];
    if (deed !== undefined) deeds.set(path, deed);
  }
  return deeds;
}

/** What a text says was done to a file. */
interface Claim {
  readonly path: string;
  readonly deed: Deed;
}

function claimsOf({ message, made, isOriginal }: SeenMessage, artifacts: readonly Artifact[]): readonly Claim[] {
  if (made !== '') return claimsOfText(made);
  return isOriginal || toolCallsOf(message).length > 0 ? claimsOfCalls({ message, artifacts }) : [];
}

/** What a text says was done to files, line by line. */
export function claimsOfText(text: string): readonly Claim[] {
  let heading: Deed | undefined;
  return text.split('\n').flatMap((line) => {
    const deed = deedIn(line);
    if (HEADING.test(line)) heading = deed;
    const claimed = deed ?? heading;
    if (claimed === undefined) return [];
    return [...line.matchAll(PATH)].map(([path]) => ({ path, deed: claimed }));
  });
}

function deedIn(line: string): Deed | undefined {
  return DEED_WORDS.find(([words]) => words.test(line.replaceAll(PATH, ' ')))?.[1];
}

const COMMAND = /"command":\s*"([^"]{0,400})/;

const known = new WeakMap<readonly Artifact[], ReadonlyMap<string, FileAction>>();

function claimsOfCalls({ message, artifacts }: Pick<SeenMessage, 'message'> & { artifacts: readonly Artifact[] }) {
  const actions = known.get(artifacts) ?? new Map(artifacts.map(({ path, action }) => [path, action]));
  known.set(artifacts, actions);
  return toolCallsOf(message).flatMap((call): readonly Claim[] => {
    const deed = deedIn(
      `${call.function.name.replaceAll('_', ' ')} ${COMMAND.exec(call.function.arguments)?.[1] ?? ''}`,
    );
    const named = [...call.function.arguments.matchAll(PATH)].map(([path]) => path).find((path) => actions.has(path));
    return deed === undefined || named === undefined ? [] : [{ path: named, deed }];
  });
}

function note(claims: Map<string, Set<Deed>>, path: string, deed: Deed): void {
  claims.set(path, (claims.get(path) ?? new Set<Deed>()).add(deed));
}
