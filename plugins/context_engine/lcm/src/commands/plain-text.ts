import { stripVTControlCharacters } from 'node:util';

/** Text from a conversation on one line of a terminal: nothing in it moves a cursor or turns the direction. */
export function plainLine(text: string): string {
  return plainLines(text).replace(/\s+/g, ' ').trim();
}

/** The same, with its line breaks. */
export function plainLines(text: string): string {
  return stripVTControlCharacters(text).replaceAll('\t', ' ').replace(UNSAFE, '').toWellFormed();
}

/** Control characters but for the line feed, other line breaks, what turns the direction of text. */
const UNSAFE = /[^\P{Cc}\n]|[\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A number with separators: `12,345`. */
export function figure(value: number): string {
  return value.toLocaleString('en-US');
}

/** A number and what is counted: `1 message`, `12,345 messages`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${figure(count)} ${count === 1 ? singular : plural}`;
}

/** A size of a file for a person. */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** step;
  return `${step === 0 ? figure(value) : value.toFixed(1)} ${units[step]}`;
}
