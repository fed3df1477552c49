import fc from 'fast-check';

/** A config as a person could have typed it, and what it says. */
export interface TypedConfig {
  readonly text: string;
  readonly value: PlainMap;
  /** Paths of entries that stand in the file themselves, so none that an alias leads to. */
  readonly paths: readonly (readonly string[])[];
}

export type PlainMap = Readonly<Record<string, unknown>>;

/** A value, and the ways in which one may type it: `random` picks. */
type Random = (ways: number) => number;

interface Style {
  readonly random: Random;
  readonly lineBreak: string;
  /** Anchors so far, by the JSON of what they stand for. */
  readonly anchors: Map<string, string>;
  readonly hasAnchors: boolean;
  readonly paths: (readonly string[])[];
}

const KEYS = ['engine', 'threshold', 'glm-5.2', 'a b', "it's", 'model_thresholds', 'on', '1.10', 'x', 'ключ', 'q"'];
const TEXTS = [
  'plain',
  'two words',
  'yes',
  '0o644',
  '1.10',
  '',
  ' pad ',
  'a: b',
  '# no comment',
  "it's",
  'ü',
  'x,y]',
  '-',
  '*a',
  'm\nl\n',
  'tab\t.',
  '`',
];

const scalar = fc.oneof(
  fc.constantFrom<unknown>(...TEXTS, true, false, null, 0, -5, 0.5, 1000, 1e21, 1e-7),
  fc.string({ maxLength: 12 }),
);
const key = fc.oneof(fc.constantFrom(...KEYS), fc.stringMatching(/^[a-z_]{1,10}$/));
const list = fc.array(scalar, { maxLength: 4 });

/** Any value that a setting can have. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 1, arbitrary: list },
  { weight: 1, arbitrary: fc.dictionary(key, scalar, { maxKeys: 3 }) },
);

/** Any key, most of them such as configs have. */
export const anyKey: fc.Arbitrary<string> = key;

const tree = fc.letrec<{ map: PlainMap; node: unknown }>((tie) => ({
  map: fc.dictionary(key, tie('node'), { maxKeys: 4 }),
  node: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, list, tie('map')),
})).map;

/** Any config file, without anchors or with. */
export function typedConfig(options: { readonly hasAnchors: boolean }): fc.Arbitrary<TypedConfig> {
  return fc.tuple(tree, fc.infiniteStream(fc.nat({ max: 1_000_000 })), fc.boolean()).map(([value, stream, isCrlf]) => {
    const numbers = stream[Symbol.iterator]();
    const random: Random = (ways) => (numbers.next().value ?? 0) % ways;
    const style = { random, lineBreak: isCrlf ? '\r\n' : '\n', anchors: new Map(), paths: [], ...options };
    return { text: typeFile(value, style), value, paths: style.paths };
  });
}

function typeFile(value: PlainMap, style: Style): string {
  const { random, lineBreak } = style;
  const bom = random(6) === 0 ? '\uFEFF' : '';
  const start = random(6) === 0 ? `---${random(2) === 0 ? ' # start' : ''}${lineBreak}` : '';
  const isFlow = random(8) === 0 || (Object.keys(value).length === 0 && random(2) === 0);
  const body = isFlow
    ? `${typeFlow(value, style, [])}${comment(style)}${lineBreak}`
    : typeBlock(value, { style, indent: bom === '' && random(5) === 0 ? 1 : 0, path: [] });
  const end = random(8) === 0 && body !== '' ? `...${lineBreak}` : '';
  const text = `${bom}${start}${noise(style, 0)}${body}${noise(style, 0)}${end}`;
  return random(5) === 0 ? text.replace(/\r?\n$/, '') : text;
}

interface Block {
  readonly style: Style;
  readonly indent: number;
  readonly path: readonly string[];
}

/** Lines of `key: value`. */
function typeBlock(map: PlainMap, { style, indent, path }: Block): string {
  return Object.entries(map)
    .map(([name, value]) => {
      const at = [...path, name];
      const margin = ' '.repeat(indent);
      const before = style.random(4) === 0 ? noise(style, indent) : '';
      const head =
        style.random(15) === 0
          ? `${margin}? ${typeKey(name, style)}${style.lineBreak}${margin}:`
          : `${margin}${typeKey(name, style)}:`;
      return `${before}${head}${typeBehindColon(value, { style, indent, path: at })}`;
    })
    .join('');
}

function typeBehindColon(value: unknown, block: Block): string {
  const { style, indent, path } = block;
  style.paths.push(path);
  const alias = style.hasAnchors ? style.anchors.get(JSON.stringify(value)) : undefined;
  if (alias !== undefined && style.random(2) === 0) return ` *${alias}${comment(style)}${style.lineBreak}`;
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  const name = style.hasAnchors && value !== null && style.random(3) === 0 ? `a${style.paths.length}` : undefined;
  const anchor = name === undefined ? '' : ` &${name}`;
  const typed = typeValue(value, { style, indent, path });
  if (name !== undefined) style.anchors.set(JSON.stringify(value), name);
  return isMap && typed.startsWith(style.lineBreak) && anchor === ''
    ? `${comment(style)}${typed}`
    : `${anchor}${typed}`;
}

/** What follows a colon: ` value` and the end of the line, or the lines below. */
function typeValue(value: unknown, { style, indent, path }: Block): string {
  const { random, lineBreak } = style;
  const deeper = indent + 1 + random(4);
  const end = `${comment(style)}${lineBreak}`;
  if (Array.isArray(value)) return typeList(value, { style, indent: random(3) === 0 ? indent : deeper, path });
  if (typeof value === 'object' && value !== null) {
    const isFlow = Object.keys(value).length === 0 || random(4) === 0;
    if (isFlow) return ` ${typeFlow({ ...value }, style, path)}${end}`;
    return `${lineBreak}${typeBlock({ ...value }, { style, indent: deeper, path })}${random(4) === 0 ? noise(style, deeper) : ''}`;
  }
  if (value === null && random(2) === 0) return end;
  if (typeof value === 'string' && /^(?:[a-z]+\n)+$/.test(value) && random(2) === 0) {
    const margin = ' '.repeat(deeper);
    return ` |${comment(style)}${lineBreak}${value
      .trimEnd()
      .split('\n')
      .map((line) => `${margin}${line}${lineBreak}`)
      .join('')}# ends it${lineBreak}`;
  }
  return `${' '.repeat(1 + (random(4) === 0 ? random(5) : 0))}${typeScalar(value, style)}${end}`;
}

function typeList(items: readonly unknown[], { style, indent }: Block): string {
  const { random, lineBreak } = style;
  if (items.length === 0 || random(2) === 0) {
    return ` [${items.map((item) => typeScalar(item, style)).join(', ')}]${comment(style)}${lineBreak}`;
  }
  const lines = items.map((item) => `${' '.repeat(indent)}- ${typeScalar(item, style)}${comment(style)}${lineBreak}`);
  return `${comment(style)}${lineBreak}${lines.join('')}`;
}

/** `{ key: value }`, on one line or on several. */
function typeFlow(map: PlainMap, style: Style, path: readonly string[]): string {
  const isTall = style.random(4) === 0 && path.length < 2 && Object.keys(map).length > 0;
  const entries = Object.entries(map).map(([name, value]) => {
    style.paths.push([...path, name]);
    const inner = typeof value === 'object' && value !== null;
    const typed = Array.isArray(value)
      ? `[${value.map((item) => typeScalar(item, style)).join(',')}]`
      : inner
        ? typeFlow({ ...value }, style, [...path, name])
        : typeScalar(value, style);
    return `${typeKey(name, style)}: ${typed}`;
  });
  if (!isTall) return style.random(2) === 0 ? `{ ${entries.join(', ')} }` : `{${entries.join(' , ')}}`;
  const margin = `${style.lineBreak}${' '.repeat(12)}`;
  const last = style.random(2) === 0 ? ',' : '';
  const lines = entries.map(
    (entry, index) => `${margin}${entry}${index < entries.length - 1 ? ',' : last}${comment(style)}`,
  );
  return `{${comment(style)}${lines.join('')}${margin}}`;
}

function typeKey(name: string, { random }: Style): string {
  if (/^[a-z][a-z_]*$/.test(name) && name !== 'on' && random(4) !== 0) return name;
  return typeText(name, random);
}

function typeScalar(value: unknown, { random }: Style): string {
  if (typeof value === 'string')
    return /^[a-z]{2,}$/.test(value) && !/^(yes|no|on|off|null|true|false)$/.test(value) && random(2) === 0
      ? value
      : typeText(value, random);
  if (value === 0.5) return ['0.50', '.5', '5e-1'][random(3)] ?? '';
  if (value === 1000) return ['1000', '1e3', '0x3E8'][random(3)] ?? '';
  if (value === null) return ['null', '~', 'Null'][random(3)] ?? '';
  return String(value);
}

function typeText(text: string, random: Random): string {
  const isPrintable = /^[\p{L}\p{N}\p{P} ]*$/u.test(text);
  return isPrintable && random(2) === 0 ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text);
}

function comment({ random }: Style): string {
  const gap = ' '.repeat(1 + random(6));
  return random(3) === 0 ? `${gap}#${random(2) === 0 ? ' note: "it" {is}\ttabbed' : ''}` : '';
}

/** Lines that say nothing: blank ones, comments, and keys that are commented out. */
function noise({ random, lineBreak }: Style, indent: number): string {
  const lines = [
    '',
    `${' '.repeat(indent)}# note`,
    `${' '.repeat(indent)}# key: [1,`,
    `${' '.repeat(indent + 2)}#   deeper: 2`,
    '# at the margin',
  ];
  return Array.from({ length: random(3) }, () => `${lines[random(lines.length)]}${lineBreak}`).join('');
}
