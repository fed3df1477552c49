/** What allows something by itself, whatever was asked. */
const ALLOWS =
  /^(?:(?:yes|yep|yeah|ok|okay|sure|fine|right|good)[,.!: —-]+)?(?:(?:then|now|so) )?(?:you (?:may|are (?:allowed|free|cleared) to|have (?:my |our )?(?:permission|approval|ok))\b|(?:please )?go ahead (?:and|with)\b|feel free to\b|i (?:hereby )?(?:approve|allow|permit|authori[sz]e|(?:agree|consent) to|am fine with|['’]m (?:fine|ok|okay) with)\b|approved\b|(?:permission|approval) (?:is )?(?:granted|given)|it (?:is|['’]s) (?:fine|ok|okay|all right) (?:to|if you)\b)|^(?:yes|yep|yeah|ok|okay|sure|fine)[,.!: —-]+you can\b|^you can (?:now |also |safely |go ahead and )?(?:push|merge|deploy|delete|remove|drop|restart|install|commit|overwrite|send|publish|release|undo|reset|rebase|upgrade|migrate|edit|change|rename|share|page|call|book|buy|pay|order|cancel|refund|ship|sign|invite|close|stop|start|move)\b/i;
const ALLOWS_ELSEWHERE =
  /^(?:(?:ja|oui|sí|si|sim|да|好的?|可以|是的|はい|네|예)[,，.!、 ]+)?(?:du darfst|sie dürfen|du kannst (?:ruhig|gern)|ich erlaube|genehmigt|tu peux|vous pouvez|je t['’]autorise|je vous autorise|puedes|te permito|autorizo|aprobado|podes|você pode|pode (?:fazer|enviar|apagar|executar)|autorizado|aprovado|можешь|можете|разрешаю|одобряю|你可以|允许|批准|同意|して(?:も)?いいです|しても構いません|許可し|해도 (?:돼|됩니다|좋)|허락|승인)/iu;

/** Where the verb comes last, or what allows stands behind the subject. */
const ALLOWS_AT_END =
  /[てで]も?(?:構いません|かまいません|いいです|よいです|大丈夫です)[。.!！]?$|\p{Script=Hangul}도 (?:됩니다|돼요?|좋습니다|괜찮습니다)[.!]?$|सकत[ेीा] (?:हो|हैं)[।.!]?$|^(?:نعم[،,] ?)?(?:أوافق على|أسمح|يمكنك|مسموح)(?!\p{L})|^我(?:同意|批准|允许|授权)/u;

/** What allows something only as an answer. */
const AGREES =
  /^(?:yes|yep|yeah|y|sure|ok|okay|go ahead|go for it|do it|please do|of course|absolutely|definitely|correct|agreed|sounds good|fine|ja|jawohl|klar|gern|gerne|mach (?:das|es)|einverstanden|oui|d['’]accord|vas-y|allez-y|bien sûr|sí|si|claro|adelante|de acuerdo|hazlo|sim|pode|claro que sim|faça|да|конечно|давай|хорошо|好|好的|可以|行|是的|是|没问题|はい|お願いします|いいですよ|どうぞ|네|예|좋아요|그래|응)(?![\p{L}\p{N}'’])/iu;

/** A question of the assistant's that asks for leave. */
const ASKS_LEAVE =
  /\b(?:may i|shall i|should i|can i|could i|do you want me to|would you like me to|want me to|ok(?:ay)? (?:to|if i)|is it (?:ok|okay|fine|all right|safe) (?:to|if)|do i have (?:your )?(?:permission|approval)|(?:do you )?(?:approve|allow|agree|confirm|permit)|proceed with|allowed to)\b|(?<!\p{L})(?:darf ich|soll ich|kann ich|puis-je|dois-je|voulez-vous que|veux-tu que|puedo|debo|quieres que|posso|devo|quer que|можно|мне (?:сделать|удалить|запустить)|разрешаете|хотите,? чтобы)(?!\p{L})|可以.{0,40}吗|要我|是否|允许|よろしいですか|いいですか|ましょうか|해도 될까요|할까요/iu;

/** Asks only whether to go on: a yes to it allows nothing. */
const GOES_ON = /\b(?:continue|go on|keep going|proceed)\s*(?:now|then|here)?\s*\?|(?:继续|続け|계속)/i;

const MAX_CHARS = 500;

/** Whether a sentence of the user's allows something by itself. */
export function allows(sentence: string): boolean {
  const text = sentence.trim();
  if (text.length > MAX_CHARS || /[?？]\s*$/.test(text) || /\bnot\b|n['’]t\b/i.test(text.slice(0, 60))) return false;
  return [ALLOWS, ALLOWS_ELSEWHERE, ALLOWS_AT_END].some((pattern) => pattern.test(text));
}

/** Whether a message says yes, as its answer to a question that asks for leave. */
export function agrees(text: string): boolean {
  return AGREES.test(text.trim());
}

/** The question by which an assistant's message asks for leave, in its last words; absent where it does not. */
export function askedLeave(text: string): string | undefined {
  const lines = text.trimEnd().split('\n');
  const last = lines.findLast((line) => line.trim() !== '')?.trim() ?? '';
  if (!/[?？]["'”’)*_]*$/.test(last)) return undefined;
  const question = /[^.!。！]*[?？]["'”’)*_]*$/.exec(last)?.[0].trim() ?? last;
  return ASKS_LEAVE.test(question) && !GOES_ON.test(question) ? question.slice(0, MAX_CHARS) : undefined;
}
