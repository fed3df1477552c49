/** A goal that a person names as such, in one of nine languages. */
const STATED =
  /^(?:(?:so|ok|okay|now|and|also)[, ]+)?(?:(?:the|my|our|overall|main|final|updated|revised|new|changed|current)\s+){0,3}(?:goal|objective|aim|mission)(?:\s+(?:now|here|for \w+))?(?:\s*[:：=]|\s+(?:is|has changed|changed|becomes)\b)|^(?:(?:das|mein|unser|neues|neue)\s+){0,2}ziel(?:\s+(?:ist|jetzt|nun))?(?:\s*[:：]|\s+(?:ist|lautet)\b)|^(?:l['’]|(?:le|notre|mon|nouvel|nouveau)\s+){0,2}(?:objectif|but)\s*(?:[:：]|est\b)|^(?:(?:el|mi|nuestro|nuevo|o|meu|nosso|novo)\s+){0,2}(?:objetivo|meta)\s*(?:[:：]|(?:es|é)(?!\p{L}))|^(?:(?:новая|наша|моя|новый)\s+){0,2}(?:цель|задача)\s*[:：—-]|^(?:新的?|我们的|我的)?目标(?:是|改为|变成|[:：])|^(?:新しい)?(?:目標|目的|ゴール)(?:は|[:：])|^(?:새(?:로운)? )?목표(?:는|[:：])/iu;

/** The goal before is none any more. */
const REPLACING =
  /\b(?:new|now|changed|instead|updated|revised|becomes)\b|(?<!\p{L})(?:neues|neue|jetzt|nun|stattdessen|nouvel|nouveau|maintenant|désormais|nuevo|ahora|novo|agora|новая|новый|теперь)(?!\p{L})|新|改为|变成|새/iu;

/** A goal beside the others: what is wanted in the end, along the way, or by a time. */
const FURTHER: readonly RegExp[] = [
  /^(?:by the end|in the end|eventually|overall|on the way|along the way|at the same time)[, ]+(?:we|i) (?:need|want|must have)\b/i,
  /^(?:on the way|along the way|at the same time|while (?:we|you) are at it)[, ]+(?:get|bring|make|write|find|move|turn)\b/i,
  /^(?:write|make|get|bring|build|prepare)\b.{10,200}\bso that\b/i,
  /\b(?:has|have|needs?) to be (?:complete|done|finished|ready)\b.{0,60}\b(?:by|before|until|tonight|tomorrow|today)\b/i,
  /^(?:あわせて|最終的には?|並行して).{4,200}(?:たいです|ください|ほしいです)[。.]?$/u,
];

/** What only opens a conversation. */
const GREETING =
  /^(?:hi|hello|hey|yo|good (?:morning|afternoon|evening|day)|hallo|moin|servus|guten (?:morgen|tag|abend)|bonjour|bonsoir|salut|hola|buen(?:os|as) (?:días|tardes|noches)|olá|oi|bom dia|boa (?:tarde|noite)|привет|здравствуйте|добрый день|你好|您好|こんにちは|おはよう(?:ございます)?|안녕하세요|안녕)(?: (?:there|all|everyone|claude|hermes|assistant))?[\s,.!~。！,]*(?:how are you\??|wie geht(?:['’]s| es)?(?: dir)?\??|ça va\s?\??)?\s*$/iu;

const COMMAND = /^\/[\w-]{0,40}$/;

/** Shorter ones ask for nothing that could be kept: "ok", "go on". A word of Chinese is two characters. */
const MIN_CHARS = 10;
const MIN_WIDE_CHARS = 4;
const WIDE = /[\p{Script=Han}\p{Script=Hangul}\u3040-\u30ff]/u;

/** How a sentence names a goal: `new` where it takes the place of the one before. */
export function statedGoal(sentence: string): 'new' | 'further' | undefined {
  const text = sentence.trim();
  if (/[?？]\s*$/.test(text)) return undefined;
  const opening = STATED.exec(text)?.[0];
  if (opening === undefined) return FURTHER.some((pattern) => pattern.test(text)) ? 'further' : undefined;
  return REPLACING.test(text.slice(0, opening.length + 24)) ? 'new' : 'further';
}

/** Whether a message asks for something: no greeting, no bare "ok", no command for the host. */
export function isRequest(text: string): boolean {
  const plain = text.trim();
  if (plain.length < (WIDE.test(plain) ? MIN_WIDE_CHARS : MIN_CHARS)) return false;
  return /\p{L}/u.test(plain) && !GREETING.test(plain) && !COMMAND.test(plain);
}
