import type { Language } from './language.ts';

/** What sentences of one language sound like. Linear on any text: no quantifier inside another. */
interface Patterns {
  /** A rule or a wish of the user's that outlives the turn. */
  readonly rule: RegExp;
  /** Something was done. */
  readonly done: RegExp;
  /** A choice, or why it was made. */
  readonly decision: RegExp;
  /** Something is still to be done. */
  readonly todo: RegExp;
}

const PATTERNS: Readonly<Record<Language, Patterns>> = {
  en: {
    rule: /(?<!\b(?:i|we|they|you|it) )\b(?:don['’]?t|do not)\b|\bi don['’]?t (?:want|like|need)\b|\b(?:must(?:n['’]t)?|never|always|prefer(?:ably)?|please use|make sure|only (?:use|in|on|the|for|if|when|after)|should(?:n['’]t| not| only| always)|no more than|at (?:least|most)|stick (?:to|with)|instead of|not allowed|is required|from now on)\b|(?:^|, |\b(?:please|and|but|also|should|to always) )(?:avoid|ensure) |^no (?!one\b|idea\b|problem|worries|need\b)(?!.*\b(?:found|applied|\w+ed|is|are|was|were|has|have|yet)\b)|^(?:use|keep|leave|stop|skip|write|reply|answer|format) /i,
    done: /^✅|^(?:all )?(?:done|completed?|finished|fixed|implemented|committed|merged|pushed|ready|success)(?:[.!:,—–]|$| (?:the|all|it|that|this|and|with|in|—|–|-)(?: |$))|\b(?:(?:is|are) now|i(?:['’]ve| have) (?!been)(?:\w+ )?(?:\w+(?:ed|en)|built|made|put|run|set|found)\b|(?:all|both) (?:\w+ )?(?:tests?|checks?) (?:now )?pass|tests? pass(?:ed)?\b|successfully|(?:has|have) been \w+ed\b|(?:is|are|was|were) (?:complete|done|finished|fixed|merged|committed)\b)/i,
    decision:
      /\b(?:decided|we['’]ll go with|going with|go with|chose|chosen|instead of|rather than|because|the reason|trade-?off|opted|prefer(?:red)?|agreed|settled on)\b/i,
    todo: /\b(?:todo|next steps?|remaining|still (?:need|needs|to|have to)|left to do|not yet|i['’]ll|i will|we (?:still )?need to|next,? (?:i|we))\b/i,
  },
  zh: {
    rule: /必须|不要|不能|别再|禁止|务必|总是|始终|只能|只用|只要|请用|请使用|优先|避免|一律|不得|切勿|不许|最好|尽可能|一定要|以后都/,
    done: /已完成|完成了|已经|搞定|修好了|已修复|已添加|已更新|已修改|已删除|通过了|全部通过|成功/,
    decision: /决定|采用|选择|改用|而不是|因为|原因是|权衡/,
    todo: /待办|下一步|接下来|还需要|还没|尚未|剩下|稍后/,
  },
  ja: {
    rule: /必ず|しないで|ないでください|してはいけ|禁止|常に|のみ|だけを|優先|避け|使ってください|べき|なければならない|必要があります|すること/,
    done: /完了|しました|できました|成功|修正済|追加済|通りました/,
    decision: /決定|決めました|採用|選択|代わりに|なぜなら|理由|方針|ため、/,
    todo: /次に|次は|残り|まだ|今後|未対応|これから|必要です/,
  },
  ko: {
    rule: /반드시|하지 ?마|말아|절대|항상|만 사용|우선|금지|해야|피하|꼭|않도록/,
    done: /완료|했습니다|되었습니다|됐습니다|성공|통과/,
    decision: /결정|선택|대신|때문|이유|방식으로|채택/,
    todo: /다음|남은|아직|앞으로|할 일|필요합니다/,
  },
  de: {
    rule: /(?<!\p{L})(?:muss|müssen|musst|darf|dürfen|niemals|nie|immer|nur|bitte|bevorzug\p{L}*|vermeid\p{L}*|auf keinen fall|soll(?:st|en|te)?|verwende|benutze|nutze|kein(?:e|en)?|ab jetzt|nicht mehr)(?!\p{L})/iu,
    done: /(?<!\p{L})(?:erledigt|fertig|abgeschlossen|behoben|hinzugefügt|umgesetzt|erfolgreich|entfernt|umbenannt|aktualisiert|angelegt)(?!\p{L})/iu,
    decision:
      /(?<!\p{L})(?:entschieden|entscheid\p{L}*|statt|stattdessen|weil|gewählt|grund|deshalb|lieber)(?!\p{L})/iu,
    todo: /(?<!\p{L})(?:als nächstes|nächste schritte?|noch (?:offen|nicht|zu)|ausstehend|todo|ich werde|danach)(?!\p{L})/iu,
  },
  fr: {
    rule: /(?<!\p{L})(?:doi(?:t|s|vent)|jamais|toujours|seulement|uniquement|préfèr\p{L}*|évite[rz]?|veuillez|il faut|utilise[rz]?|n['’]utilise|ne \p{L}+ pas|surtout pas|s['’]il (?:te|vous) plaît|interdit)(?!\p{L})/iu,
    done: /(?<!\p{L})(?:terminée?s?|c['’]est fait|corrigée?s?|ajoutée?s?|réussie?s?|résolue?s?|supprimée?s?|mise? à jour|avec succès)(?!\p{L})/iu,
    decision: /(?<!\p{L})(?:décid\p{L}+|choisi\p{L}*|plutôt que|au lieu de|parce que|car|raison)(?!\p{L})/iu,
    todo: /(?<!\p{L})(?:à faire|prochaines? étapes?|reste|pas encore|ensuite|je vais)(?!\p{L})/iu,
  },
  es: {
    rule: /(?<!\p{L})(?:debe[ns]?|nunca|siempre|sólo|solo|solamente|únicamente|prefier\p{L}*|evita|por favor|usa|utiliza|hay que|no (?:uses|toques|cambies|hagas|modifiques|borres|debes?)|prohibido)(?!\p{L})/iu,
    done: /(?<!\p{L})(?:hecho|listo|terminad\p{L}|completad\p{L}|corregid\p{L}|añadid\p{L}|con éxito|resuelt\p{L}|eliminad\p{L}|actualizad\p{L})(?!\p{L})/iu,
    decision: /(?<!\p{L})(?:decid\p{L}+|elegi\p{L}+|en lugar de|en vez de|porque|razón|opción)(?!\p{L})/iu,
    todo: /(?<!\p{L})(?:pendiente|próximos? pasos?|falta|todavía no|aún no|luego|voy a)(?!\p{L})/iu,
  },
  pt: {
    rule: /(?<!\p{L})(?:deve[m]?|nunca|sempre|apenas|só|somente|prefir\p{L}*|evite|por favor|use|utilize|é preciso|não (?:use|toque|mude|faça|altere|apague)|proibido)(?!\p{L})/iu,
    done: /(?<!\p{L})(?:feito|pronto|concluíd\p{L}|corrigid\p{L}|adicionad\p{L}|com sucesso|resolvid\p{L}|removid\p{L}|atualizad\p{L})(?!\p{L})/iu,
    decision: /(?<!\p{L})(?:decidi\p{L}*|escolh\p{L}+|em vez de|ao invés de|porque|motivo|opção)(?!\p{L})/iu,
    todo: /(?<!\p{L})(?:pendente|próximos? passos?|falta|ainda não|depois|vou)(?!\p{L})/iu,
  },
  ru: {
    rule: /(?<!\p{L})(?:долж(?:ен|на|но|ны)|нельзя|никогда|всегда|только|пожалуйста|предпоч\p{L}*|избега\p{L}*|обязательно|используй\p{L}*|не (?:трогай|меняй|удаляй|используй|делай)\p{L}*|запрещено)(?!\p{L})/iu,
    done: /(?<!\p{L})(?:готово|сделан\p{L}*|завершен\p{L}*|завершён\p{L}*|исправл\p{L}+|добавл\p{L}+|успешно|выполнен\p{L}*|удал[её]н\p{L}*|обновл\p{L}+)(?!\p{L})/iu,
    decision: /(?<!\p{L})(?:реши\p{L}+|выбра\p{L}+|вместо|потому что|так как|причин\p{L}+)(?!\p{L})/iu,
    todo: /(?<!\p{L})(?:осталось|далее|ещё не|еще не|следующ\p{L}+|нужно будет)(?!\p{L})/iu,
  },
};

/** What is not done in spite of its words: a plan, a condition, a denial. */
const NOT_DONE =
  /\b(?:not (?:yet )?(?:done|complete|finished|fixed)|isn['’]t|aren['’]t|once|i think|if |when |will be|to be|should be|need(?:s|ed)? to|let me|let['’]s|i['’]ll|now i|would|could)\b|\?$|未完成|尚未|nicht (?:erledigt|fertig)/i;

/** A sentence that sets a rule for later turns. Questions set none. */
export function isRule(sentence: string, language: Language): boolean {
  if (/[?？:：]\s*$/.test(sentence)) return false;
  return PATTERNS[language].rule.test(sentence) || (language !== 'en' && PATTERNS.en.rule.test(sentence));
}

/** A sentence that says that something is done. Assistants often write English to users who do not. */
export function isDone(sentence: string, language: Language): boolean {
  if (NOT_DONE.test(sentence)) return false;
  if (/[:：]$/.test(sentence)) return false;
  return PATTERNS[language].done.test(sentence) || (language !== 'en' && PATTERNS.en.done.test(sentence));
}

/** A sentence that makes a choice or gives the reason for one. */
export function isDecision(sentence: string, language: Language): boolean {
  if (/[?？:：]\s*$/.test(sentence)) return false;
  return PATTERNS[language].decision.test(sentence) || (language !== 'en' && PATTERNS.en.decision.test(sentence));
}

/** A sentence that says what is still to be done. */
export function isTodo(sentence: string, language: Language): boolean {
  if (/[?？]\s*$/.test(sentence)) return false;
  return PATTERNS[language].todo.test(sentence) || (language !== 'en' && PATTERNS.en.todo.test(sentence));
}
