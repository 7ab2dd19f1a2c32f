import type { Kind, Type } from '../../model/types/types.ts';
import { fields } from '../index.ts';
import { isCurrency } from '../text/currency.ts';
import { nameText } from '../text/fold.ts';
import { hasBar, hasSeparator, isQuoted, printNames, splitNames, splitParts } from '../text/split-names.ts';
import { isKnownUnit, unitOf } from '../text/units.ts';
import { optionOf } from '../types/choice.ts';
import { fieldType } from './lookup.ts';

/** Kinds by their spelling in lower case. */
const SPELLINGS: ReadonlyMap<string, Kind> = new Map(
  fields.flatMap((field) => field.spellings.map((spelling): [string, Kind] => [spelling, field.kind])),
);

/** Spellings that need no parentheses: `list of Line`, `one of A, B`. */
const CONNECTING: readonly string[] = [...SPELLINGS.keys()].filter(
  (word) => / (?:of|to)$/.test(word) && SPELLINGS.get(word) !== 'references',
);

/** Words of other columns. Among commas they are not names of choices, unless quoted. */
const SETTINGS: readonly string[] = ['required', 'optional', 'unique', 'searchable'];

/**
 * Parses the type in a cell; null if it has none, and `typeHint` then says what to write. `entities` are the names in
 * point 3: each is a type. So is any other single capitalized word; a check reports an entity that does not exist.
 * Attributes that the notes add (number of lines, size of a file) are null.
 */
export function parseType(cell: string, entities: ReadonlySet<string> = new Set()): Type | null {
  const text = nameText(withoutTicks(cell.trim()));
  const words = text.toLowerCase().replace(/\s+/g, ' ');
  if (text === '') return null;
  if (/^Roles?$/.test(text)) return { kind: 'role', several: text === 'Roles' };
  // `date` is always the type; if the document has an entity `Date`, `Date` means the entity.
  if (entities.has(text) && !SPELLINGS.has(text) && !isWithArgument(text)) return { kind: 'reference', entity: text };
  return (
    bySpelling(words, null) ??
    severalOf(text, words, entities) ??
    (text.endsWith(')') ? withArgument(text, words) : null) ??
    listed(text, entities) ??
    withArgument(text, words) ??
    named(text) ??
    withUnit(text, words) ??
    bare(text)
  );
}

/** `money(EUR)` is always the type, even if an entity has that name. */
function isWithArgument(text: string): boolean {
  if (!/^[^()]+\([^()]*\)/.test(text)) return false;
  const type = parseType(text);
  return type !== null && type.kind !== 'reference' && type.kind !== 'choice';
}

/**
 * Returns the canonical text of a type: `parseType(printType(t), entities)` is t, apart from what notes and
 * translations add.
 */
export function printType(type: Type): string {
  const text = fieldType(type.kind).typeText(type);
  if (type.kind === 'reference') {
    const read = parseType(text, new Set([text]));
    return read?.kind === 'reference' && read.entity === text ? text : `reference(${text})`;
  }
  if (type.kind === 'choice') {
    const names = type.options.map((option) => option.name);
    const read = parseType(text);
    const same =
      read?.kind === 'choice' && JSON.stringify(read.options.map((option) => option.name)) === JSON.stringify(names);
    return same ? text : printNames(names, 'around each');
  }
  return text;
}

/** Returns advice for a type that could not be read. */
export function typeHint(cell: string): string {
  const word = cell.trim().toLowerCase().replace(/\(.*$/su, '').trim();
  const setting = hasSeparator(cell)
    ? splitParts(cell).find((part) => SETTINGS.includes(part.toLowerCase()))
    : undefined;
  if (setting !== undefined)
    return `Write '${setting}' in quotes where it is one of the choices, and among the notes where it is said of the field.`;
  return (
    HINTS.get(word) ??
    'Write text(..80), integer, decimal(10,2), money(EUR), yes/no, date, an entity, or the choices with commas between them.'
  );
}

const HINTS: ReadonlyMap<string, string> = new Map([
  ...['number', 'numeric', 'float', 'double', 'real', 'decimal', 'fixed', 'percent', 'percentage'].map(
    (word): [string, string] => [
      word,
      'Write integer for whole numbers, or decimal(10,2) for 10 digits, 2 of them after the point.',
    ],
  ),
  ...['url', 'link', 'phone', 'id', 'uuid', 'color', 'colour', 'json', 'object'].map((word): [string, string] => [
    word,
    'There is no such type; write text(..200).',
  ]),
  ...['image', 'photo', 'picture'].map((word): [string, string] => [word, 'Write file(png, jpg).']),
  ...['money', 'amount', 'price', 'currency'].map((word): [string, string] => [
    word,
    'Write money(EUR) with the code of a currency, or money where each value names its own.',
  ]),
  ...['choice', 'enum', 'select', 'status', 'one of'].map((word): [string, string] => [
    word,
    'Write the choices with commas between them: Draft, Sent.',
  ]),
  ...['list', 'array', 'many'].map((word): [string, string] => [
    word,
    'Write list of and the name of an entity: list of Line.',
  ]),
]);

function bySpelling(words: string, argument: string | null): Type | null {
  if (words === 'roles') return argument === null ? { kind: 'role', several: true } : null;
  const kind = SPELLINGS.get(words);
  const type = kind === undefined ? null : fieldType(kind).typeFrom(argument);
  return type?.kind === 'file' && words === 'files' ? { ...type, several: true } : type;
}

/**
 * Parses `several of Mon, Tue` as a set of choices, and `set of Person` or `ordered set of Steps` as independent
 * records.
 */
function severalOf(text: string, words: string, entities: ReadonlySet<string>): Type | null {
  const found = /^(?:(ordered) )?(set of|several of|several|references to) (.+)$/isu.exec(text.replace(/\s+/g, ' '));
  const argument = found?.[3]?.trim() ?? '';
  const isChoice = words.startsWith('several of ') && !entities.has(argument);
  if (found === null || (!isChoice && hasSeparator(argument))) return null;
  if (isChoice) {
    const names = hasSeparator(argument) || isQuoted(argument) ? splitNames(argument) : null;
    return names && { kind: 'choice', options: names.map(optionOf), several: true };
  }
  return { kind: 'references', entity: argument, ordered: found[1] !== undefined, min: null, max: null };
}

/** Parses `integer(5..480) min`, `decimal(5,2) %`, `integer in kg`. */
function withUnit(text: string, words: string): Type | null {
  const found = /^([^()]+\([^()]*\))\s*(\S.{0,30})$/su.exec(text) ?? /^(\S+|whole number) +(\S.{0,30})$/su.exec(text);
  if (found === null) return null;
  const unit = (found[2] ?? '').trim();
  if (!found[1]?.endsWith(')') && !unit.startsWith('in ') && !isKnownUnit(unit)) return null;
  const type = withArgument(found[1] ?? '', words) ?? bySpelling((found[1] ?? '').toLowerCase(), null);
  if (type === null || (type.kind !== 'integer' && type.kind !== 'decimal') || unitOf(unit) === null) return null;
  return fieldType(type.kind).withUnit?.(type, unit) ?? null;
}

/** Parses `Line[]` and `list of Line`. */
function listed(text: string, entities: ReadonlySet<string>): Type | null {
  const found = /^list of\s+(.+)$/isu.exec(text) ?? /^(.+)\[\]$/su.exec(text);
  const name = found?.[1]?.trim() ?? '';
  if (name === '' || hasSeparator(name)) return null;
  if (/^roles?$/i.test(name) && !entities.has(name)) return { kind: 'role', several: true };
  return { kind: 'list', entity: name, min: null, max: null };
}

/** Parses `text(1..80)`, `one of A, B`, `reference to Customer`. */
function withArgument(text: string, words: string): Type | null {
  const found = /^([^()]+)\((.*)\)$/su.exec(text);
  if (found !== null) {
    const type = bySpelling((found[1] ?? '').trim().toLowerCase().replace(/\s+/g, ' '), (found[2] ?? '').trim());
    if (type !== null) return type;
  }
  const connecting = CONNECTING.find((word) => words.startsWith(`${word} `));
  if (connecting === undefined) return null;
  const argument = text.slice(new RegExp(`^${connecting.replace(' ', '\\s+')}\\s+`, 'i').exec(text)?.[0].length ?? 0);
  const kind = SPELLINGS.get(connecting);
  if (kind === 'choice') return bySpelling(connecting, argument);
  if (kind !== 'reference' || hasSeparator(argument)) return null;
  return { kind: 'reference', entity: argument };
}

/** Parses choices: at least two names with separators, or one in quotes. */
function named(text: string): Type | null {
  if (!hasSeparator(text) && !isQuoted(text)) return null;
  const parts = splitParts(text);
  // In code, `string | null` is not a list of choices.
  const isCode = hasBar(text) && parts.some((part) => CODE_TYPES.has(part));
  const names =
    isCode || isDescription(parts, !hasBar(text)) || holdsSetting(parts, !hasBar(text)) ? null : splitNames(text);
  return names && { kind: 'choice', options: names.map(optionOf), several: false };
}

const CODE_TYPES: ReadonlySet<string> = new Set(['null', 'undefined', 'string', 'number', 'boolean']);

/**
 * Whether the parts describe a value instead of naming choices: `text, max 80`, `3 letters, hyphen, e.g. CAM`, a formula.
 * Choices that are all lengths or amounts, such as `1 week, 2 weeks`, are names.
 */
function isDescription(parts: readonly string[], byCommas: boolean): boolean {
  const [first = ''] = parts;
  const amounts = parts.filter((part) => AMOUNT.test(part)).length;
  const isTyped = byCommas && parts.length > 1 && SPELLINGS.has(first);
  return (
    isTyped ||
    (amounts > 0 && amounts < parts.length) ||
    parts.some((part) => !isQuoted(part) && (DESCRIBING.test(part) || NO_NAME.test(part)))
  );
}

const AMOUNT = /^\d+(?:\s?[-–—]\s?\d+)?\s+\p{Ll}/u;
const DESCRIBING =
  /^(?:max|min|maximum|minimum|at most|at least|up to|no more than|for example|such as)\s|^e\.\s?g\.|^i\.\s?e\./i;
/** Characters of formulas and code, which an unquoted name cannot contain. */
const NO_NAME = /[`=<>{}[\]]|→/u;

/** Whether there are settings among the names of a choice. Bars only separate choices. */
function holdsSetting(parts: readonly string[], byCommas: boolean): boolean {
  const settings = parts.filter(isSetting);
  return settings.length > 0 && (settings.some(isRange) || (byCommas && !isUniqueChoice(parts, settings)));
}

/** A choice is never meant to be unique per record, so among choices `unique` is one of them. */
function isUniqueChoice(parts: readonly string[], settings: readonly string[]): boolean {
  const others = parts.filter((part) => !settings.includes(part));
  const isType = others.some((part) => SPELLINGS.has(part.toLowerCase()) || part.includes('('));
  const isLast = settings.includes(parts.at(-1) ?? '');
  return (
    settings.length === 1 && settings[0]?.toLowerCase() === 'unique' && !isType && others.length > (isLast ? 1 : 0)
  );
}

const isSetting = (part: string) => SETTINGS.includes(part.toLowerCase()) || isRange(part);
const isRange = (part: string) => /^[\p{L}\p{N}_]*\.\.[\p{L}\p{N}_]*$/u.test(part);

/** Parses `Customer` and `EUR`. */
function bare(text: string): Type | null {
  if (isCurrency(text)) return fieldType('money').typeFrom(text);
  return /^\p{Lu}[\p{L}\p{M}\p{N}_]*$/u.test(text) ? { kind: 'reference', entity: text } : null;
}

function withoutTicks(text: string): string {
  return /^`([^`]+)`$/u.exec(text)?.[1]?.trim() ?? text;
}
