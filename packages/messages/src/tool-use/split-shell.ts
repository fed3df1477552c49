/** One word of a shell command, without its quotation marks. */
export interface ShellWord {
  readonly text: string;
  /** Whether the word means what it says: no variable, substitution or pattern is in it. */
  readonly isPlain: boolean;
}

/** Where a command's output or input goes. */
export interface Redirect {
  /** Such as `>`, `>>`, `<`, without the number in front. */
  readonly operator: string;
  readonly target: ShellWord;
  /** Whether it is the number of another stream than output, as in `2>`. */
  readonly isOther: boolean;
}

/** One command of a script, with what follows it. */
export interface ShellCommand {
  readonly words: readonly ShellWord[];
  readonly redirects: readonly Redirect[];
  /** The lines of its here-document. */
  readonly hereDocument: string | undefined;
  /** What stands behind it: `|`, `&&`, `||`, `;`, `&`, a line break, a parenthesis; empty at the end. */
  readonly end: string;
}

/** Escapes: `\` in most shells, a backtick in PowerShell, whose `\` is a separator of folders. */
export type ShellDialect = 'posix' | 'powershell';

/** The commands of a script, in order, as far as they can be told without running it. Takes linear time. */
export function splitShell(script: string, dialect: ShellDialect = 'posix'): readonly ShellCommand[] {
  return new ShellReader(script, dialect).read();
}

const BLANK = /[ \t\r]+|\\\r?\n/y;
const COMMENT = /#[^\n]*/y;
const END = /&&|\|\||;;|\|&|[;\n|()]|&(?![>])/y;
const REDIRECT = /(\d{0,2}|&)(>>|>\||>&|>|<<<|<<-?|<&|<)/y;
const PLAIN = { posix: /[^\s'"\\`$;&|<>()*?[{#~]+/y, powershell: /[^\s'"`$;&|<>()*?[{#,]+/y };
const SINGLE_QUOTED = /'([^']*)(?:'|$)/y;
const VARIABLE = /\$(?:\{[^}\n]{0,200}\}|\w{1,100}|[#?@*!$-])?/y;
const HERE_DOCUMENT_NAME = /^["']?([A-Za-z_]\w{0,60})/;
const QUOTED_RUN = /[^"\\$`]+/y;
/** Inside `$(…)`: a run, a quotation, the beginning of a here-document, or a single character. */
const SUBSTITUTED =
  /[^()'"<\\]+|'[^']*'|\\[\s\S]|"[^"\\]*(?:\\[\s\S][^"\\]*)*"|<<-?\s*["']?([A-Za-z_]\w{0,60})|[\s\S]/y;

interface OpenCommand {
  words: ShellWord[];
  redirects: Redirect[];
  hereDocument: string | undefined;
}

class ShellReader {
  readonly #text: string;
  readonly #dialect: ShellDialect;
  readonly #commands: (OpenCommand & { end: string })[] = [];
  /** Here-documents whose lines begin behind the next line break. */
  #waiting: { readonly name: string; readonly command: OpenCommand }[] = [];
  #open: OpenCommand = newCommand();
  #at = 0;

  constructor(text: string, dialect: ShellDialect) {
    this.#text = text;
    this.#dialect = dialect;
  }

  read(): readonly ShellCommand[] {
    while (this.#at < this.#text.length) this.#step();
    this.#close('');
    return this.#commands;
  }

  #step(): void {
    if (this.#take(BLANK) !== undefined || this.#take(COMMENT) !== undefined) return;
    const end = this.#take(END)?.[0];
    if (end !== undefined) {
      this.#close(end);
      if (end === '\n') this.#readHereDocuments();
      return;
    }
    const redirect = this.#take(REDIRECT);
    if (redirect === undefined) this.#open.words.push(this.#readWord());
    else this.#readRedirect(redirect[1] ?? '', redirect[2] ?? '');
  }

  #close(end: string): void {
    const { words, redirects } = this.#open;
    if (words.length > 0 || redirects.length > 0 || end === '(' || end === ')') {
      // The lines of a here-document are read later: the command stays the same object.
      this.#commands.push(Object.assign(this.#open, { end }));
    }
    this.#open = newCommand();
  }

  #readRedirect(stream: string, operator: string): void {
    while (this.#take(BLANK) !== undefined);
    const target = this.#readWord();
    if (operator.startsWith('<<') && operator !== '<<<') {
      const name = HERE_DOCUMENT_NAME.exec(target.text)?.[1];
      if (name !== undefined) this.#waiting.push({ name, command: this.#open });
      return;
    }
    const isOther = /^\d+$/.test(stream) && stream !== '1';
    this.#open.redirects.push({ operator, target, isOther });
  }

  #readHereDocuments(): void {
    for (const { name, command } of this.#waiting) {
      const end = new RegExp(`^[ \\t]*${name}[ \\t\\r]*$`, 'gm');
      end.lastIndex = this.#at;
      const found = end.exec(this.#text);
      const stop = found?.index ?? this.#text.length;
      command.hereDocument = this.#text.slice(this.#at, stop);
      this.#at = found === null ? stop : Math.min(this.#text.length, stop + found[0].length);
    }
    this.#waiting = [];
  }

  #readWord(): ShellWord {
    let text = '';
    let isPlain = true;
    const start = this.#at;
    for (let piece = this.#readPiece(); piece !== undefined; piece = this.#readPiece()) {
      text += piece.text;
      isPlain &&= piece.isPlain;
    }
    if (this.#at === start) this.#at += 1; // nothing that begins a word: go on behind it
    return { text, isPlain: isPlain && this.#at > start };
  }

  #readPiece(): ShellWord | undefined {
    const plain = this.#take(PLAIN[this.#dialect])?.[0];
    if (plain !== undefined) return { text: plain, isPlain: true };
    switch (this.#text[this.#at]) {
      case "'":
        return { text: this.#take(SINGLE_QUOTED)?.[1] ?? '', isPlain: true };
      case '"':
        return this.#readQuoted();
      case '\\':
      case '`':
        return this.#readEscape();
      case '$':
        return this.#readVariable();
      case '~':
      case '#':
        return this.#readCharacter(true);
      case '*':
      case '?':
      case '[':
      case '{':
        return this.#readCharacter(false);
      default:
        return undefined;
    }
  }

  #readCharacter(isPlain: boolean): ShellWord {
    this.#at += 1;
    return { text: this.#text[this.#at - 1] ?? '', isPlain };
  }

  #readEscape(): ShellWord {
    const isTick = this.#text[this.#at] === '`';
    if (isTick && this.#dialect === 'posix') {
      const end = this.#text.indexOf('`', this.#at + 1);
      this.#at = end === -1 ? this.#text.length : end + 1;
      return { text: '', isPlain: false };
    }
    this.#at += 2;
    return { text: this.#text[this.#at - 1] ?? '', isPlain: true };
  }

  #readVariable(): ShellWord {
    if (this.#text.startsWith('$(', this.#at)) this.#skipSubstitution();
    else this.#take(VARIABLE);
    return { text: '', isPlain: false };
  }

  /** A text in quotation marks, with substitutions in it left out. */
  #readQuoted(): ShellWord {
    let isPlain = true;
    let text = '';
    this.#at += 1;
    while (this.#at < this.#text.length && this.#text[this.#at] !== '"') {
      const run = this.#take(QUOTED_RUN)?.[0];
      if (run !== undefined) text += run;
      else {
        const piece = this.#readSpecial();
        text += piece.text;
        isPlain &&= piece.isPlain;
      }
    }
    this.#at += 1;
    return { text, isPlain };
  }

  #readSpecial(): ShellWord {
    if (this.#text[this.#at] === '$') return this.#readVariable();
    if (this.#text[this.#at] === '\\' && this.#dialect === 'powershell') return this.#readCharacter(true);
    return this.#readEscape();
  }

  /** Past `$(…)`, with the quotations and here-documents in it. */
  #skipSubstitution(): void {
    let depth = 0;
    this.#at += 1;
    while (this.#at < this.#text.length) {
      const [piece, name] = this.#take(SUBSTITUTED) ?? [''];
      if (name !== undefined) this.#skipToLine(name);
      if (piece === '(') depth += 1;
      else if (piece === ')') depth -= 1;
      if (depth === 0) return;
    }
  }

  #skipToLine(name: string): void {
    const end = new RegExp(`\\n[ \\t]*${name}(?=\\s|\\)|$)`, 'g');
    end.lastIndex = this.#at;
    const found = end.exec(this.#text);
    this.#at = found === null ? this.#text.length : found.index + found[0].length;
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null || found[0] === '') return undefined;
    this.#at += found[0].length;
    return found;
  }
}

function newCommand(): OpenCommand {
  return { words: [], redirects: [], hereDocument: undefined };
}
