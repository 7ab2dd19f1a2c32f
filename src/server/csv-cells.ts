import { isTyped } from '../engine/input-names.ts';
import type { WireRecord } from '../engine/wire.ts';
import { plainText, safeText } from '../fields/csv.ts';
import { clean, foldCase } from '../fields/fold.ts';
import { isObject, type Json, member } from '../fields/json.ts';
import { fieldType } from '../fields/lookup.ts';
import { printNames, splitNames } from '../fields/names.ts';
import { labelOf } from '../model/label.ts';
import type { Field } from '../model/model.ts';
import type { Attribute } from '../model/schema.ts';
import type { Option } from '../model/types.ts';
import { numberOf } from './csv-numbers.ts';
import type { Version } from './runtime.ts';

/** Cells of these kinds are never text of somebody's: a minus before a number is a minus. */
const BARE: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'date', 'date and time', 'time', 'duration']);

/** What a column is called: its label, or its name where another column has the same label. */
export function headingsOf({ app }: Version, attributes: readonly Attribute[]): string[] {
  const { language } = app.format;
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
  return typeof value === 'string' && !BARE.has(type.kind) ? safeText(value) : String(value);
}

/** A name alone does without quotes where it is read back as that name. */
function namesText(names: readonly string[]): string {
  const [first = '', ...more] = names;
  const isPlain = more.length === 0 && splitNames(first)?.length === 1 && splitNames(first)?.[0] === first;
  return names.length === 0 || isPlain ? first : printNames(names);
}

const textIn = (value: { readonly [name: string]: Json }, name: string) => String(member(value, name) ?? '');

/** The currency first: what begins with a minus might be taken for a formula. */
const amountText = (value: { readonly [name: string]: Json }) =>
  `${textIn(value, 'currency')} ${textIn(value, 'amount')}`;

/** What of the lines can be sent again. */
function linesText({ app }: Version, entity: string, lines: readonly Json[]): string {
  const typed = (app.entities.get(entity)?.entity.fields ?? []).filter(isTyped).map(({ name }) => name);
  const kept = lines.map((line) => {
    const filled = isObject(line) ? typed.filter((name) => member(line, name) !== null) : [];
    return Object.fromEntries(filled.map((name) => [name, isObject(line) ? member(line, name) : null]));
  });
  return kept.length === 0 ? '' : JSON.stringify(kept);
}

/**
 * A filled cell as what the field takes over the wire. What the type can't read goes on as it stands, so that the decision
 * says what is wrong with it. References stay the texts that name them.
 */
export function inputOf(version: Version, field: Field, cell: string): Json {
  const { type } = field;
  const text = BARE.has(type.kind) ? cell.trim() : plainText(cell);
  switch (type.kind) {
    case 'list':
      return listIn(text);
    case 'choice':
      return type.several ? severalOf(text, (name) => choiceOf(name, type.options)) : choiceOf(text, type.options);
    case 'role': {
      const roles = [...version.app.schema.roles.values()];
      return type.several ? severalOf(text, (name) => choiceOf(name, roles)) : choiceOf(text, roles);
    }
    case 'reference':
      return clean(text) ?? '';
    case 'references':
      return severalOf(text, (name) => clean(name) ?? '');
    default: {
      const number = numberOf(version, field, text);
      if (number !== null) return number.input;
      const read = fieldType(type.kind).parse(text, type, version.app.zone);
      return 'value' in read ? fieldType(type.kind).write(read.value, type) : text;
    }
  }
}

function severalOf(text: string, one: (name: string) => string): Json {
  return splitNames(text)?.map(one) ?? text;
}

/** By name, else by what people read, in whichever language and without case, where that is one of them alone. */
function choiceOf(text: string, options: readonly Pick<Option, 'name' | 'label' | 'translations'>[]): string {
  const written = clean(text) ?? '';
  if (options.some(({ name }) => name === written)) return written;
  const key = foldCase(written);
  const alike = options.filter(({ name, label, translations }) =>
    [name, label, ...Object.values(translations)].some((spelling) => foldCase(spelling) === key),
  );
  return alike.length === 1 ? (alike[0]?.name ?? written) : written;
}

function listIn(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
