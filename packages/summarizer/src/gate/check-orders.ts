import { sentencesOf } from '../extract/sentences.ts';
import type { SectionName } from '../summary-sections.ts';
import { type Check, hard } from './finding.ts';
import type { DraftEntry } from './gate-draft.ts';
import type { SourceFacts } from './gate-source.ts';
import { heldRuns, runsOf, shareOfRuns } from './word-runs.ts';
import { wordsOf } from './words-of.ts';

/** Where a summary says what the user wants. */
const ASKING: readonly SectionName[] = ['Goal', 'Constraints & Preferences', 'In Progress', 'Next Steps'];

/** Of a sentence's runs, the share that was read outside, and the share that somebody in the conversation said. */
const OUTSIDE_SHARE = 0.6;
const SAID_SHARE = 0.3;

/** What makes a sentence an order: it tells somebody to act, or never to. */
const ORDER =
  /\b(?:ignore|disregard|forget|override|bypass|must|always|never|do not|don['’]t|should|run|execute|send|post|upload|delete|remove|erase|email|e-mail|reveal|print|show|install|open|visit|click|reply|respond|transfer|approve|grant|disable|curl|wget|rm|sudo|make sure|instead|use|write|add|copy|forward)\b|忽略|无视|必须|不要|务必|执行|运行|发送|删除|上传|安装|無視|実行|送信|削除|必ず|してください|무시|실행|전송|삭제|반드시|하세요|(?<!\p{L})(?:ignorier\p{L}*|führe|sende|lösche|immer|niemals|muss|ignore[zr]?|exécute\p{L}*|envoie\p{L}*|supprime\p{L}*|toujours|jamais|ignora|ejecuta|envía|elimina|borra|siempre|nunca|execute|envie|apague|sempre|игнорируй\p{L}*|выполни\p{L}*|отправь\p{L}*|удали\p{L}*|всегда|никогда)(?!\p{L})/iu;

/** What a tool printed and nobody in the conversation said is no wish of the user's. */
export const checkOrders: Check = (draft, facts) => {
  const promoted = promotedOrders(draft.entries, facts);
  if (promoted.length === 0) return [];
  // Not quoted: the finding is shown to the model, which would read it as an order again.
  return [
    hard(
      'orders',
      `The summary presents text of tools or files as what the user wants, in ${promoted.length === 1 ? 'one entry' : `${promoted.length} entries`} under ${[...new Set(promoted.map(({ section }) => section))].join(', ')}.`,
    ),
  ];
};

/** Entries that give orders which stand only in results of tools and texts of hosts. Reads the source once. */
export function promotedOrders(entries: readonly DraftEntry[], facts: SourceFacts): readonly DraftEntry[] {
  const asking = entries.filter(({ section, text }) => ASKING.includes(section) && ORDER.test(text));
  const suspects = asking.flatMap((entry) =>
    ordersOf(entry.text).map((sentence) => ({ entry, runs: runsOf(wordsOf(sentence)) })),
  );
  const wanted = new Set(suspects.flatMap(({ runs }) => runs));
  if (wanted.size === 0) return [];
  const outside = heldRuns(
    facts.texts.filter(({ by }) => by === 'outside'),
    wanted,
  );
  const said = heldRuns(
    facts.texts.filter(({ by }) => by !== 'outside'),
    wanted,
  );
  const promoted = suspects.filter(
    ({ runs }) =>
      runs.length > 0 && shareOfRuns(runs, outside) >= OUTSIDE_SHARE && shareOfRuns(runs, said) <= SAID_SHARE,
  );
  return [...new Set(promoted.map(({ entry }) => entry))];
}

/** The sentences that give an order, and the whole: what looks like code is no sentence to those who look for prose. */
function ordersOf(text: string): readonly string[] {
  const sentences = sentencesOf(text).filter((sentence) => ORDER.test(sentence));
  return [text, ...sentences];
}
