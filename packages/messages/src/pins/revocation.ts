/** Takes a rule back; what it was about comes behind, or in front in some languages. */
const TAKEN_BACK: readonly RegExp[] = [
  /\b(?:forget|drop|ignore|disregard|remove|lift|cancel|scrap|never mind|you (?:can|may) (?:now )?(?:forget|drop|ignore|disregard))\s+(?:about )?(?:the|my|that|this|our) (?:\w+ )?(?:rule|constraint|requirement|restriction|limit|ban|policy|approval|permission)s?\s*(?:about|on|for|that|of|to|regarding|concerning|against)?\s*(?<topic>.{2,200})$/i,
  /\bthe (?:rule|constraint|requirement|restriction|ban|limit|policy) (?:about|on|for|that|of|to|regarding|concerning|against) (?<topic>.{2,160}?) (?:no longer (?:applies|holds|counts|stands)|is (?:lifted|gone|over|off|void|cancelled|canceled|obsolete)|does(?: not|n['’]t) apply (?:any ?more|any longer))/i,
  /(?<!\p{L})(?:vergiss|ignoriere|streich\p{L}*|verwirf) (?:die|meine|diese|unsere) (?:regel|vorgabe|bedingung|einschränkung|erlaubnis)\s*(?:über|zu|zum|zur|für|mit|dass|von)?\s*(?<topic>.{2,200})$/iu,
  /(?<!\p{L})(?:oublie[rz]?|ignore[rz]?|annule[rz]?) (?:la|ma|cette|notre) (?:règle|contrainte|consigne|restriction)\s*(?:sur|de|du|des|pour|concernant)?\s*(?<topic>.{2,200})$/iu,
  /(?<!\p{L})(?:olvida|ignora|anula|esqueça|esquece|ignore|anule) (?:la|mi|esa|esta|nuestra|a|minha|essa|esta) (?:regla|restricción|condición|regra|restrição|condição)\s*(?:sobre|de|del|para|da|do)?\s*(?<topic>.{2,200})$/iu,
  /(?<!\p{L})(?:забудь|отмени|игнорируй) (?:это |моё |мое |наше )?(?:правило|ограничение|требование)\s*(?:о|об|про|насчёт|насчет|для)?\s*(?<topic>.{2,200})$/iu,
  /(?:忘掉|取消|忽略|不用管|作废)(?:关于)?(?<topic>.{1,80}?)的?(?:规则|限制|要求|约束)/,
  /(?<topic>.{1,80}?)(?:についての|に関する|の)?(?:ルール|規則|制約)は(?:忘れて|取り消|無視|もう)/,
  /(?<topic>.{1,80}?)(?:에 대한|관련|에 관한)? ?(?:규칙|제약|제한)은? ?(?:잊어|취소|무시)/,
];

/** Puts one thing in the place of another. */
const REPLACED: readonly RegExp[] = [
  /\binstead of (?<topic>[^,;:.!?]{1,60}?),? (?:please )?(?:use|take|run|write|listen|deploy|go with|make it|it is|we use)\b/i,
  /\b(?:use|take|run|write|listen on|deploy to|go with) [^,;:!?]{1,80}? instead of (?<topic>[^,;:!?]{1,60}?)\s*[.!]?$/i,
  /(?<!\p{L})(?:statt|anstatt|anstelle von) (?<topic>[^,;:.!?]{1,60}?),? (?:bitte |jetzt |nun )?(?:nimm|verwende|nutze|benutze|nehmen|gilt)(?!\p{L})/iu,
  /(?<!\p{L})(?:au lieu (?:de |du )|à la place de )(?<topic>[^,;:.!?]{1,60}?),? (?:utilise|prends|mets|emploie)/iu,
  /(?<!\p{L})(?:en (?:lugar|vez) del? |em vez d[eoa] )(?<topic>[^,;:.!?]{1,60}?),? (?:usa|utiliza|use|utilize|pon|toma)/iu,
  /(?<!\p{L})вместо (?<topic>[^,;:.!?]{1,60}?),? (?:используй|возьми|пиши)/iu,
  /(?:不用|不要用)(?<topic>[^，。]{1,40})[，,]?(?:改用|而是用|用)/,
  /(?<topic>[^、。]{1,40})の代わりに/,
  /(?<topic>[^,.]{1,40}) 대신/,
];

const MAX_CHARS = 500;

/** What a sentence takes back. */
export interface Revocation {
  /** What it is about, as the sentence puts it. */
  readonly topic: string;
  /** Whether the sentence states what holds instead. */
  readonly isReplacement: boolean;
}

/** What a sentence takes back or replaces; absent for most. */
export function revocationIn(sentence: string): Revocation | undefined {
  if (sentence.length > MAX_CHARS || /[?？]\s*$/.test(sentence.trim())) return undefined;
  const revoked = topicOf(sentence, TAKEN_BACK);
  if (revoked !== undefined) return { topic: revoked, isReplacement: false };
  const replaced = topicOf(sentence, REPLACED);
  // An everyday word stands in many rules: only a figure or a name tells which one is meant.
  return replaced === undefined || !/[\d_./-]|\p{Lu}/u.test(replaced)
    ? undefined
    : { topic: replaced, isReplacement: true };
}

/** Whether a rule is about a topic: it has all its words, but for those that say nothing. */
export function isAbout(rule: string, topic: string): boolean {
  const wanted = wordsOf(topic);
  if (wanted.length === 0) return false;
  const plain = rule.toLowerCase();
  const stems = new Set(wordsOf(rule).map(stemOf));
  return wanted.every((word) => (WIDE.test(word) ? plain.includes(word) : stems.has(stemOf(word))));
}

function topicOf(sentence: string, patterns: readonly RegExp[]): string | undefined {
  for (const pattern of patterns) {
    const topic = pattern.exec(sentence.trim())?.groups?.['topic']?.trim();
    if (topic !== undefined && topic !== '') return topic;
  }
  return undefined;
}

const WIDE = /[\p{Script=Han}\p{Script=Hangul}\u3040-\u30ff]/u;
const SILENT = new Set(
  'the a an of to in on for with about any more anymore not no never always must do does that this it its my our and or be is are from now at all use using der die das den dem ein eine von zu im in auf für mit und nicht nie immer über le la les un une de des du sur pour et ne pas el los las del por con para y o os as da dos das em no na'.split(
    ' ',
  ),
);

function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_./-]*/gu) ?? [];
  return words.map((word) => word.replace(/[./-]+$/, '')).filter((word) => word !== '' && !SILENT.has(word));
}

/** Good enough to find "pushing" in "push": endings of English and its neighbours off. */
function stemOf(word: string): string {
  if (/[\d_./]/.test(word) || word.length < 5) return word;
  return word.replace(/(?:ing|ed|es|s|en|e)$/, '');
}
