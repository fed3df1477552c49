/** A line that nobody types in prose: a quotation, a numbered line of a file, a log entry, a prompt of a shell. */
export const PASTED_LINE =
  /^\s*(?:>|\d{1,6}(?:→|\t|\s?[|│])|\[?\d{4}-\d\d-\d\d[T ]\d\d:|\[?\d\d:\d\d:\d\d\b|\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL)\b[\]: ]|[$❯] |\|)/;

/** Signs of a document: so many lines of them, and it is one. */
const MARKUP_LINE = /^\s*(?:#{1,6} |[-*+•>|] ?|\d{1,3}[.)] |\*\*|<\/?\w|@@ )/;

/** A line of a pasted file that only code has. */
const CODE_LINE =
  /[;{}]\s*$|^\s*(?:import|export|const|let|var|def|class|func|return|package|public|private|#include) /;

/** A line of a document rather than of what a person types: Markdown, markup, code. */
export function isMarkupLine(line: string): boolean {
  return MARKUP_LINE.test(line) || CODE_LINE.test(line);
}

/** Beginnings of what programs print: everything behind them is theirs. */
const PROGRAM_START =
  /^(?:diff --git |index [0-9a-f]{7,}|@@ -\d|--- a\/|\+\+\+ b\/|Traceback \(most recent call last\)|(?:[\w.]+)?(?:Error|Exception): |\s+at .+\(.+:\d+\)|-----BEGIN |<\?xml|<!DOCTYPE|#!\/)/;

/** A turn of a conversation that somebody pasted, or the head of a letter. */
const SPEAKER_START =
  /^\s*(?:\*\*)?(?:system|assistant|tool|human|model|chatgpt|claude|gpt|bot)(?:\*\*)?\s*:|^(?:From|Subject|Betreff|Von): \S/i;

/** A longer line leads in nothing. */
const LEAD_IN_MAX_CHARS = 300;

const SHOWN =
  '(?:files?|logs?|output|e-?mails?|mails?|message|readme|errors?|trace|stack ?trace|traceback|document|page|article|response|transcript|ticket|issue|comment|snippet|text|contents?|result|website|post|reply|prompt|datei|ausgabe|protokoll|fehler|nachricht|seite|fichier|sortie|erreur|archivo|salida|arquivo|saída|файл|вывод|лог|ошибка)';

/** A line that leads in what follows as somebody else's: "Here is the log:", "The page says:", "Output:". */
const LEAD_IN = new RegExp(
  [
    `^\\s*${SHOWN}\\s*[:：]\\s*$`,
    `\\b(?:here(?:['’]s| is| are)|this is|below is|got|received|contents? of|output of|hier (?:ist|sind)|voici|aquí|aqui|вот)\\b[^.!?]{0,60}(?<!\\p{L})${SHOWN}(?!\\p{L})[^.!?]{0,40}[:：]\\s*$`,
    `\\b(?:says?|said|reads?|states?|wrote|writes|replied|answered|prints?|printed|returns?|returned|contains?|sagt|schreibt|schrieb|dit|dice|diz)\\b[^.!?]{0,40}[:：]\\s*$`,
  ].join('|'),
  'iu',
);
const EAST_ASIAN_LEAD_IN =
  /(?:日志|文件|输出|内容|报错|邮件|写道|说|如下|ログ|ファイル|出力|エラー|以下|로그|파일|출력|오류)[^。]{0,12}[:：]\s*$/;

/** Whether everything from this line on (or behind it, where it ends with a colon) was pasted. */
export function startsPaste(line: string): boolean {
  if (line.length > LEAD_IN_MAX_CHARS) return false;
  return PROGRAM_START.test(line) || SPEAKER_START.test(line) || LEAD_IN.test(line) || EAST_ASIAN_LEAD_IN.test(line);
}
