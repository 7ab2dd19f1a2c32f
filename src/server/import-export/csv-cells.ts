import type { WireRecord } from '../../engine/core/wire-format.ts';
import { isTyped } from '../../engine/input/input-fields.ts';
import { parseText } from '../../fields/parse/parse-text.ts';
import { plainText, safeText } from '../../fields/text/csv.ts';
import type { Parsed } from '../../fields/text/expected.ts';
import { isObject, type Json, member } from '../../fields/text/json.ts';
import { printNames, splitNames } from '../../fields/text/split-names.ts';
import { labelOf } from '../../model/lookups/label-from-name.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { Field } from '../../model/types/model.ts';
import type { Version } from '../runtime/runtime.ts';

/** Types whose cells are never free text, so that a minus before a number is no formula. */
const BARE: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'date', 'date and time', 'time', 'duration']);

/** Returns the headings: each column's label, or its name if two columns have the same label. */
export function headingsOf({ compiled }: Version, attributes: readonly Attribute[]): string[] {
  const { language } = compiled.format;
  const labels = attributes.map((attribute) => labelIn(attribute, language));
  return attributes.map(({ name }, index) => {
    const label = labels[index] ?? name;
    return safeText(labels.filter((other) => other === label).length > 1 ? name : label);
  });
}

/** Returns the label of an attribute in a language. */
export function labelIn(attribute: Attribute, language: string): string {
  const named = attribute.kind === 'field' ? attribute.field : attribute.kind === 'state' ? attribute.machine : null;
  if (named === null) return labelOf(attribute.name);
  return Object.hasOwn(named.translations, language) ? (named.translations[language] ?? named.label) : named.label;
}

/**
 * Returns a value as a cell. The format is the same in all languages, so that it can be imported again: a reference as
 * its title if the principal may read it, a file as its name, several names separated by commas, lines as JSON.
 */
export function cellOf(version: Version, attribute: Attribute, record: WireRecord): string {
  const { name, type } = attribute;
  const value = (record[name] ?? null) as Json;
  if (value === null || value === '') return '';
  if (type.kind === 'reference' && Object.hasOwn(record._.labels, name)) return safeText(record._.labels[name] ?? '');
  if (type.kind === 'references' && Array.isArray(value)) {
    const titles = value.map((id, index) => record._.labels[`${name}/${index}`] ?? String(id));
    return safeText(namesText(titles));
  }
  if (type.kind === 'file' && Array.isArray(value))
    return safeText(namesText(value.map((file) => (isObject(file) ? textIn(file, 'name') : ''))));
  if (type.kind === 'object') return safeText(JSON.stringify(value));
  if (type.kind === 'list') return Array.isArray(value) ? linesText(version, type.entity, value) : '';
  if (Array.isArray(value)) return safeText(namesText(value.map(String)));
  if (isObject(value)) return type.kind === 'file' ? safeText(textIn(value, 'name')) : amountText(value);
  if (type.kind === 'decimal' || type.kind === 'money') return numberText(String(value));
  return typeof value === 'string' && !BARE.has(type.kind) ? safeText(value) : String(value);
}

/** Appends a zero to a number with three decimals, which another language could read as thousands. */
const numberText = (number: string): string => (/\.\d{3}$/.test(number) ? `${number}0` : number);

/** A single name needs no quotes if it is parsed as that name. */
function namesText(names: readonly string[]): string {
  const [first = '', ...more] = names;
  const isPlain = more.length === 0 && splitNames(first)?.length === 1 && splitNames(first)?.[0] === first;
  return names.length === 0 || isPlain ? first : printNames(names);
}

const textIn = (value: { readonly [name: string]: Json }, name: string) => String(member(value, name) ?? '');

/** The currency comes first, because a cell that begins with a minus could be taken for a formula. */
const amountText = (value: { readonly [name: string]: Json }) =>
  `${textIn(value, 'currency')} ${numberText(textIn(value, 'amount'))}`;

/** Returns the fields of lines that can be sent again, as JSON. */
function linesText({ compiled }: Version, entity: string, lines: readonly Json[]): string {
  const typed = (compiled.entities.get(entity)?.entity.fields ?? []).filter(isTyped).map(({ name }) => name);
  const kept = lines.map((line) => {
    const filled = isObject(line) ? typed.filter((name) => member(line, name) !== null) : [];
    return Object.fromEntries(filled.map((name) => [name, isObject(line) ? member(line, name) : null]));
  });
  return kept.length === 0 ? '' : JSON.stringify(kept);
}

/** Parses a non-empty cell like an input of a page: returns the value, or what was expected. References stay text. */
export function readCell({ compiled }: Version, { type }: Field, cell: string): Parsed {
  const text = BARE.has(type.kind) ? cell : plainText(cell);
  return parseText(text, type, { language: compiled.format.language, zone: compiled.zone }, [
    ...compiled.schema.roles.values(),
  ]);
}
