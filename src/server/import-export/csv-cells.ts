import type { WireRecord } from '../../engine/core/wire-format.ts';
import { isTyped } from '../../engine/input/input-fields.ts';
import { parseText } from '../../fields/parse/parse-text.ts';
import { plainText, safeText } from '../../fields/text/csv.ts';
import type { Parsed } from '../../fields/text/expected.ts';
import { isObject, type Json, member } from '../../fields/text/json.ts';
import { printNames, splitNames } from '../../fields/text/split-names.ts';
import { labelOf } from '../../model/lookups/label.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { Field } from '../../model/types/model.ts';
import type { Version } from '../runtime/runtime.ts';

/** Cells of these kinds are never text of somebody's: a minus before a number is a minus. */
const BARE: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'date', 'date and time', 'time', 'duration']);

/** What a column is called: its label, or its name where another column has the same label. */
export function headingsOf({ compiled }: Version, attributes: readonly Attribute[]): string[] {
  const { language } = compiled.format;
  const labels = attributes.map((attribute) => labelIn(attribute, language));
  return attributes.map(({ name }, index) => {
    const label = labels[index] ?? name;
    return safeText(labels.filter((other) => other === label).length > 1 ? name : label);
  });
}

/** As people read it above a column. */
export function labelIn(attribute: Attribute, language: string): string {
  const named = attribute.kind === 'field' ? attribute.field : attribute.kind === 'state' ? attribute.machine : null;
  if (named === null) return labelOf(attribute.name);
  return Object.hasOwn(named.translations, language) ? (named.translations[language] ?? named.label) : named.label;
}

/**
 * A value of a record as a cell, the same in every language, so that it can be read back: a reference by its title, as
 * far as this person reads it, a file by its name, several names with commas between, lines as JSON.
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
  if (type.kind === 'list') return Array.isArray(value) ? linesText(version, type.entity, value) : '';
  if (Array.isArray(value)) return safeText(namesText(value.map(String)));
  if (isObject(value)) return type.kind === 'file' ? safeText(textIn(value, 'name')) : amountText(value);
  if (type.kind === 'decimal' || type.kind === 'money') return numberText(String(value));
  return typeof value === 'string' && !BARE.has(type.kind) ? safeText(value) : String(value);
}

/** Three digits behind the point could be thousands in another language: one more zero makes them a fraction in each. */
const numberText = (number: string): string => (/\.\d{3}$/.test(number) ? `${number}0` : number);

/** A name alone does without quotes where it is read back as that name. */
function namesText(names: readonly string[]): string {
  const [first = '', ...more] = names;
  const isPlain = more.length === 0 && splitNames(first)?.length === 1 && splitNames(first)?.[0] === first;
  return names.length === 0 || isPlain ? first : printNames(names);
}

const textIn = (value: { readonly [name: string]: Json }, name: string) => String(member(value, name) ?? '');

/** The currency first: what begins with a minus might be taken for a formula. */
const amountText = (value: { readonly [name: string]: Json }) =>
  `${textIn(value, 'currency')} ${numberText(textIn(value, 'amount'))}`;

/** What of the lines can be sent again. */
function linesText({ compiled }: Version, entity: string, lines: readonly Json[]): string {
  const typed = (compiled.entities.get(entity)?.entity.fields ?? []).filter(isTyped).map(({ name }) => name);
  const kept = lines.map((line) => {
    const filled = isObject(line) ? typed.filter((name) => member(line, name) !== null) : [];
    return Object.fromEntries(filled.map((name) => [name, isObject(line) ? member(line, name) : null]));
  });
  return kept.length === 0 ? '' : JSON.stringify(kept);
}

/**
 * A filled cell read as the value of its field, as an input of a page reads it; or what to write there instead. References
 * stay the texts that name them.
 */
export function readCell({ compiled }: Version, { type }: Field, cell: string): Parsed {
  const text = BARE.has(type.kind) ? cell : plainText(cell);
  return parseText(text, type, { language: compiled.format.language, zone: compiled.zone }, [
    ...compiled.schema.roles.values(),
  ]);
}
