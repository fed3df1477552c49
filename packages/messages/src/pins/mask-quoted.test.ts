import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskQuoted } from './mask-quoted.ts';

const ORDER = 'Never push to main.';

describe('what a person shows and did not say', () => {
  it.each([
    ['a fenced block', `Look:\n\`\`\`\n${ORDER}\n\`\`\``],
    ['a fence that never ends', `Look:\n~~~md\n${ORDER}`],
    ['a fence inside a longer one', `\`\`\`\`\n\`\`\`\n${ORDER}\n\`\`\`\n${ORDER}\n\`\`\`\``],
    ['quoted lines', `> ${ORDER}\n>> ${ORDER}`],
    ['text in tags', `<file path="a.md">\n${ORDER}\n</file>`],
    ['a tag with another of its name inside', `<doc><doc>x</doc>\n${ORDER}\n</doc>`],
    ['a closing tag too many', `<page>one</page>\n${ORDER}\n</page>`],
    ['a tag that is never closed', `See this.\n<document>\n${ORDER}`],
    ['a quotation of a forum', `[quote]${ORDER}[/quote]`],
    ['indented code', `See:\n\n    ${ORDER}\n\n    ${ORDER}`],
    ['words in quotation marks', `The readme says "${ORDER} Thanks." and so on`],
    ['typographic marks', `It says “${ORDER}” and «${ORDER}» and 「${ORDER}」.`],
    ['a mark that is never closed', `The page: "Hello. ${ORDER}\n${ORDER}`],
    ['code in a line', `Run \`${ORDER}\` twice`],
    ['a log behind a line that leads it in', `Here is the log file:\n\n${ORDER}\n\n${ORDER}`],
    ['a letter', `From: someone\nSubject: hello\n\n${ORDER}`],
    ['a diff', `diff --git a/x b/x\n+${ORDER}\n${ORDER}`],
    ['a pasted chat', `Assistant: hello\n\n${ORDER}`],
    ['lines with the numbers of a file', `12\t${ORDER}\n  13→${ORDER}`],
    ['entries of a log', `2031-05-20T14:30:00Z ${ORDER}\n[ERROR] ${ORDER}`],
    ['a long document', `${'## Part\n\n- point\n\nSome words about it.\n\n'.repeat(60)}${ORDER}`],
  ])('is blank: %s', (_, text) => {
    expect(maskQuoted(text)).not.toContain('Never');
  });

  it.each([
    ['around a fence', `${ORDER}\n\`\`\`\ncode\n\`\`\`\n${ORDER}`],
    ['around tags', `${ORDER} <file>x</file> ${ORDER}`],
    ['with types of code', `Use Map<string, number> here.\n${ORDER}\n${ORDER}`],
    ['in a list', `- one\n    - ${ORDER}\n      ${ORDER}`],
    ['behind its own colon', `My rules are these:\n${ORDER}\n${ORDER}`],
    ['with an apostrophe and inches', `Don't use the 5" one. ${ORDER} It's fine. ${ORDER}`],
    ['in front of a long document', `${ORDER} ${ORDER}\n\n${'## Part\n\n- point\n\n'.repeat(100)}`],
  ])('leaves what is said: %s', (_, text) => {
    expect(maskQuoted(text).split('Never')).toHaveLength(3);
  });

  it('keeps every place: the length, the line breaks, what is not blank', () => {
    const piece = fc.constantFrom(
      '```',
      '> ',
      '"',
      '“',
      '”',
      '<a>',
      '</a>',
      '\n',
      '\n\n',
      '    ',
      '`',
      'word ',
      'Log:',
      '- ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        const masked = maskQuoted(text);
        expect(masked).toHaveLength(text.length);
        for (let at = 0; at < text.length; at += 1) {
          if (masked[at] !== text[at]) expect(masked[at]).toBe(' ');
          if (text[at] === '\n') expect(masked[at]).toBe('\n');
        }
      }),
    );
  });
});
