/** What a rule sounds like, one pattern a language. Linear on any sentence: no quantifier inside another. */
const RULES: readonly RegExp[] = [
  // English: an order that outlives its turn, at the start of a clause.
  /(?:^|[,;:—–(] ?|\b(?:and|but|so|or|also|please|then|just|to|you|ok|okay|remember|note|important|that) )(?:please |also |just )?(?:never|always|do not|don['’]?t|must(?: not|n['’]t)?|shall not|may not|under no circumstances|avoid|make sure|ensure|from now on|in future|going forward|refrain from|only ever|only)(?![\w'’])(?! (?:need|have to|worry|know|think|see|understand|remember|care|mind|believe|feel|seem|match|exist|work|works|pass|get it)\b)/i,
  /(?<!\b(?:i|it|this|that|which|who|they|he|she|has|have|had|was|were|is|are|works?|fails?|['’]s|['’]ve) )\b(?:never|always)\b(?! \w+ed\b)/i,
  /\b(?:must(?: not|n['’]t)?|shall(?: not)?)\b(?! (?:have been|be (?:the|an?|because|something|some|due|related|wrong|coming|missing|a bug)\b))/i,
  /\b(?:(?:is|are) (?:not allowed|forbidden|prohibited|off[- ]limits|mandatory|required|not to be)|has to stay|have to stay|should (?:never|always|only|not)|shouldn['’]t|not allowed to|no matter what|under no circumstances|at all times)\b/i,
  /\b(?:use|edit|change|touch|run|write|read|work|reply|answer|commit|deploy|install|modify|speak|respond|push|test) (?:[\w./-]+ ){0,3}only\b/i,
  /^(?:please )?(?:use|run|write|deploy|call|install|listen|store|keep|name|read|send)\b.{1,120}\b(?:instead of|rather than|and not|, not)\b/i,
  /^(?:please )?(?:avoid|prefer|stick (?:to|with)|stay (?:away|within|under|below|in|on)|leave|ask (?:me |us )?(?:first|before)|keep\b(?! going| on\b| up\b| it up))/i,
  /\bi (?:strongly |really |much )?prefer\b|\bi(?:['’]d| would) (?:much )?rather\b/i,
  /^(?:all|every|each)\b.{3,160}\b(?:stays?|remains?|ha(?:s|ve) to|needs? to|gets? (?:an?|its)|(?:starts?|begins?|ends?) with|ha(?:s|ve) (?:an?|at)|at (?:most|least)|no (?:more|longer|fewer) than)\b/i,
  /^no (?!one\b|idea\b|problem|worries|need\b|longer\b|way\b)(?!.*\b(?:found|applied|\w+ed|is|are|was|were|has|have|yet)\b).{2,80}$/i,
  /^(?:hard )?(?:rules?|constraints?|requirements?|limits?|condition|policy|invariant)(?: \w{1,3})?\s*[:—-]\s*\S/i,
  /^no [\w-]+ (?:(?:of|on|to|for)\b.{2,80}\b)?(?:without|before|during|after|until|while)\b/i,
  /^nothing\b.{2,80}\b(?:may|must|shall|should|goes|leaves|is to)\b/i,
  /\b(?:leave|let) (?:them|it|those|these|that|this) (?:alone|be|as (?:it is|they are))(?![\w'’])/i,
  /\bneeds? (?:my|our) (?:word|ok|okay|approval|permission|consent|sign-?off|go-?ahead)\b/i,
  /\b(?:needs?|requires?|takes?|holds?)\b.{1,120}\b(?:at (?:least|most)|no (?:more|less|fewer) than)\b/i,
  /\b(?:one|a single|two) [\w-]+ at a time\b/i,
  /\b(?:every|each)\b.{2,100}\bgets? (?:\w+ ){0,2}(?:written|logged|recorded|noted|checked|reviewed|signed|tested)\b/i,
  /\bshould\b.{2,120}\bwithout (?:a|an|any)\b/i,
  /(?:必须|不要|别再|禁止|务必|始终|只能|只用|一律|不得|切勿|不许|一定要|以后都|总是要|永远不|绝不|绝对不)/,
  /(?:必ず|しないで|ないでください|してはいけ|てはならない|禁止|常に|のみ使|だけを使|べきではない|なければならない|絶対に)/,
  /(?:반드시|하지 ?마|지 ?말|말아|절대|항상|만 사용|금지|않도록|해서는 안)/,
  /(?<!\p{L})(?:muss|müssen|musst|müsst|darf|dürfen|darfst|niemals|nie(?! (?:gesehen|passiert))|immer(?! (?:noch|wieder|mehr))|auf keinen fall|unter keinen umständen|vermeide|verboten|ab jetzt|ab sofort|keinesfalls|ausschließlich|nicht (?:ändern|anfassen|löschen|verwenden|benutzen|committen|pushen)|verwende nur|nutze nur|benutze nur)(?!\p{L})/iu,
  /(?<!\p{L})(?:doi(?:t|s|vent)|ne jamais|n['’]\p{L}+ jamais|ne \p{L}+ jamais|jamais de|toujours(?! pas)|seulement|uniquement|évite[rz]?|il faut|ne \p{L}+ pas|surtout pas|interdit\p{L}*|désormais)(?!\p{L})/iu,
  /(?<!\p{L})(?:debe[ns]?|nunca|siempre|solamente|únicamente|evita|hay que|no (?:uses|toques|cambies|hagas|modifiques|borres|debes?|subas|escribas|edites)|prohibido|a partir de ahora)(?!\p{L})/iu,
  /(?<!\p{L})(?:deve[m]?|nunca|sempre|apenas|somente|evite|é preciso|não (?:use|toque|mude|faça|altere|apague|edite|envie)|proibido|a partir de agora)(?!\p{L})/iu,
  /(?<!\p{L})(?:долж(?:ен|на|но|ны)|нельзя|никогда|всегда|только|избега\p{L}*|обязательно|не (?:трогай|меняй|удаляй|используй|делай|пиши|изменяй)\p{L}*|запрещено)(?!\p{L})/iu,
  /(?<!\p{L})(?:لا ت\p{L}{2,}|لا يجوز|يجب|ممنوع|دائم(?:ا|ًا|اً)|أبد(?:ا|ًا|اً)|فقط|إياك)(?!\p{L})/u,
  /(?:कभी (?:भी )?(?:मत|नहीं|न)|हमेशा|(?<!\p{L})मत(?!\p{L})|अवश्य|केवल|सिर्फ|चाहिए)/u,
];

/** In front of the rule, these make it somebody else's, or no rule: it is told of, doubted, or asked for. */
const TOLD =
  /\b(?:says?|said|reads|states?|stated|wrote|writes|claims?|claimed|according to|told (?:me|us|you|them)|tells?|suggests?|thinks?|i think|i guess|maybe|perhaps|why|whether|because|sagt|sagte|schreibt|laut|dit que|selon|dice que|según|diz que|segundo|говорит|пишет|по словам)\b/i;
const TOLD_WIDE = /(?:说|写道|表示|据|によると|と言って|라고)/;

/** Questions, lead-ins, comments of code, and what is to be done at one place of a file and no more. */
const NO_RULE = /[?？:：]\s*$|^(?:\/\/|\/\*|#!|[:{}\]|])|\blines? \d/i;

/** Longer ones are pasted text. */
const RULE_MAX_CHARS = 500;
const RULE_MIN_CHARS = 4;

/**
 * Whether a sentence of the user's sets a rule for later turns, in one of eleven languages. A question sets none, and
 * neither does what somebody else is said to say.
 *
 * @param sentence - With blanks in place of what is quoted in it.
 */
export function isRuleSentence(sentence: string): boolean {
  const text = sentence.trim();
  if (text.length > RULE_MAX_CHARS || text.length < RULE_MIN_CHARS || NO_RULE.test(text)) return false;
  const found = RULES.map((rule) => rule.exec(text)?.index).filter((index) => index !== undefined);
  if (found.length === 0) return false;
  const before = text.slice(0, Math.min(...found));
  return !TOLD.test(before) && !TOLD_WIDE.test(before);
}

const HEADING_MAX_CHARS = 200;

const HEADINGS = {
  /** Each item below is a rule by itself. */
  rules:
    /(?<!\p{L})(?:rules?|constraints?|requirements?|guidelines|conventions|limits|regeln|vorgaben|bedingungen|règles|contraintes|reglas|restricciones|regras|restrições|правила|ограничения|требования)(?!\p{L})[^.!?]{0,60}[:：]\s*$|(?:规则|要求|约束|ルール|規則|制約|규칙|제약)[^。]{0,20}[:：]\s*$/iu,
  /** The items below mean nothing without it. */
  orders:
    /(?<!\p{L})(?:never|always|must(?: not)?|do not|don['’]?t|niemals|nie|immer|jamais|toujours|nunca|siempre|sempre|никогда|всегда)(?!\p{L})[^.!?]{0,60}[:：]\s*$/iu,
} as const;

/** Whether a line leads in a list of rules, and whether its items need it to be understood. */
export function ruleHeading(line: string): 'rules' | 'orders' | undefined {
  if (line.length > HEADING_MAX_CHARS || TOLD.test(line)) return undefined;
  if (HEADINGS.orders.test(line)) return 'orders';
  return HEADINGS.rules.test(line) ? 'rules' : undefined;
}
