import fc from 'fast-check';

/** Texts of any UTF-16 units, halves of pairs and control characters among them, mixed with what searches are about. */
export function anyText(maxParts = 20): fc.Arbitrary<string> {
  const unit = fc.oneof(fc.nat({ max: 0x7f }), fc.nat({ max: 0xff_ff }), fc.integer({ min: 0xd8_00, max: 0xdf_ff }));
  const part = fc.oneof(
    { weight: 2, arbitrary: unit.map((code) => String.fromCharCode(code)) },
    { weight: 1, arbitrary: fc.constantFrom(...PARTS) },
  );
  return fc.array(part, { maxLength: maxParts }).map((parts) => parts.join(''));
}

const PARTS: readonly string[] =
  `" * AND OR NOT NEAR( ^ { : foo-bar C++ a.b(c) --force E1042: compacting compaction caches src/a.ts 端到端 灰度 カタカナ が
  か\u3099 한국 각 ค้นหา 🚀 👨‍👩‍👧 🇯🇵 ❤️ 👍🏽 naïve İ ς Σ ½ 𠮷 𝐀b e\u0301x ´ ＡＢ`
    .split(/\s+/)
    .flatMap((part) => [part, ` ${part} `, ' ', '\n']);

/**
 * A part of a text, of whole characters and one at least: half a letter that has an upper and a lower case is in neither
 * case's other half.
 */
export function somePart(text: string, one: number, other: number): string {
  const characters = Array.from(text);
  const from = one % characters.length;
  return characters.slice(from, from + 1 + (other % (characters.length - from))).join('');
}
