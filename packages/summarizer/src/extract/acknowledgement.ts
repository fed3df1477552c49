const MAX_CHARS = 24;

/** What people say to let the assistant go on; it asks for nothing new. */
const ACKNOWLEDGEMENTS = new Set(
  [
    'ok, okay, k, y, yes, yep, yeah, sure, fine, good, great, nice, cool, perfect, thanks, thx, thank you, continue, proceed, next, go',
    'go on, go ahead, keep going, carry on, please continue, sounds good, looks good, lgtm, do it, yes please, go for it',
    '好, 好的, 继续, 可以, 行, 嗯, 是, 是的, 对, 谢谢, 请继续, 没问题',
    'はい, 了解, 続けて, お願いします, ありがとう, 続けてください, いいよ',
    '네, 예, 계속, 좋아, 좋아요, 고마워, 계속해, 계속해줘, 그래',
    'ja, weiter, gut, danke, passt, genau, prima, mach weiter, bitte weiter, in ordnung',
    "oui, continue, merci, d'accord, parfait, vas-y, continuez",
    'sí, si, continúa, sigue, vale, gracias, perfecto, bien, adelante, de acuerdo',
    'sim, continue, obrigado, obrigada, perfeito, ótimo, pode continuar',
    'да, продолжай, хорошо, спасибо, ок, ага, дальше, давай, отлично',
  ].flatMap((line) => line.split(', ')),
);

/** A command for the host, such as `/mode`. */
const SLASH_COMMAND = /^\/[\w-]{0,40}$/;

/** Whether a user's text is a bare command for the host, which no assistant ever saw as a request. */
export function isHostCommand(text: string): boolean {
  return SLASH_COMMAND.test(text.trim());
}

/** Whether a user's text only lets the assistant go on: "ok", "continue", a thumb. */
export function isAcknowledgement(text: string): boolean {
  if (text.length > MAX_CHARS) return false;
  const words = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}'’ -]/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
  return words === '' || ACKNOWLEDGEMENTS.has(words);
}
