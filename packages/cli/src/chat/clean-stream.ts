/** Text that arrives in pieces, made fit for a terminal. */
export interface StreamCleaner {
  /** The next piece, without what steers a terminal. Half of a character or a sequence waits for the next one. */
  push(text: string): string;
  /** What was held back; the next piece begins anew. */
  end(): string;
}

/** Where in a control sequence the text is. */
type Place =
  | 'text'
  /** Behind ESC. */
  | 'escape'
  /** Inside a control sequence, such as a colour. */
  | 'sequence'
  /** Inside a text for the terminal itself, such as its title. */
  | 'string'
  | 'string-escape';

interface Step {
  readonly place: Place;
  readonly kept: string;
}

const ESCAPE = '\u001b';

/** Sequences of one character that begin a longer one. */
const SEQUENCE_START = '\u009b';
const STRING_STARTS = '\u0090\u0098\u009d\u009e\u009f';
const STRING_ENDS = '\u0007\u009c';

/** What turns the direction of text, breaks a line unseen, or is a control character. A tab and a line break are text. */
const STEERS = /[^\P{Cc}\n\t]|[\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/**
 * Removes everything that steers a terminal from a text that arrives in pieces: colours, cursor movements, titles,
 * control characters other than line break and tab, marks that turn the direction. However the text is cut into pieces,
 * what is left is the same.
 */
export function createStreamCleaner(): StreamCleaner {
  let place: Place = 'text';
  let half = '';
  return {
    push(text) {
      const whole = half + text;
      half = /[\ud800-\udbff]$/.exec(whole)?.[0] ?? '';
      let clean = '';
      for (const character of whole.slice(0, whole.length - half.length)) {
        const step = STEPS[place](character);
        place = step.place;
        clean += step.kept;
      }
      return clean.toWellFormed();
    },
    end() {
      const rest = half === '' || place !== 'text' ? '' : half.toWellFormed();
      half = '';
      place = 'text';
      return rest;
    },
  };
}

const STEPS: Readonly<Record<Place, (character: string) => Step>> = {
  text: fromText,
  escape: fromEscape,
  sequence: fromSequence,
  string: fromString,
  'string-escape': fromStringEscape,
};

function fromText(character: string): Step {
  if (character === ESCAPE) return { place: 'escape', kept: '' };
  if (character === SEQUENCE_START) return { place: 'sequence', kept: '' };
  if (STRING_STARTS.includes(character)) return { place: 'string', kept: '' };
  return { place: 'text', kept: STEERS.test(character) ? '' : character };
}

function fromEscape(character: string): Step {
  if (character === '[') return { place: 'sequence', kept: '' };
  if (']PX^_'.includes(character)) return { place: 'string', kept: '' };
  if (/^[ -/]$/.test(character)) return { place: 'escape', kept: '' };
  return /^[0-~]$/.test(character) ? { place: 'text', kept: '' } : fromText(character);
}

/** Ends at its final character; anything that cannot be in it ends it too, and is text. */
function fromSequence(character: string): Step {
  if (/^[ -?]$/.test(character)) return { place: 'sequence', kept: '' };
  return /^[@-~]$/.test(character) ? { place: 'text', kept: '' } : fromText(character);
}

/** One that never ends would hide all the rest: it ends with its line. */
function fromString(character: string): Step {
  if (character === ESCAPE) return { place: 'string-escape', kept: '' };
  if (character === '\n') return fromText(character);
  return { place: STRING_ENDS.includes(character) ? 'text' : 'string', kept: '' };
}

function fromStringEscape(character: string): Step {
  return character === '\\' ? { place: 'text', kept: '' } : fromEscape(character);
}
