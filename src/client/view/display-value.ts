import type { Json } from '../../engine/core/intent.ts';
import type { WireRecord } from '../../engine/core/wire-format.ts';
import { formatJson } from '../../fields/registry/shown.ts';
import { unreadableTextOf } from '../../fields/text/unreadable-text.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { Tone } from '../../model/types/tone.ts';
import type { Option, Type } from '../../model/types/types.ts';
import { messages } from '../languages/messages.ts';
import { nounFor } from './count-nouns.ts';
import type { ViewContext } from './view-context.tsx';

type Words = Pick<ViewContext, 'format' | 'schema'>;

/**
 * Returns a wire value as text; empty for an empty value. A reference is shown by its title, which the record gives
 * under `label` (`manager`, `lines/0/product`).
 */
export function shownText(
  words: Words,
  type: Type,
  value: Json,
  labels: WireRecord['_']['labels'] = {},
  label = '',
): string {
  if ((value ?? '') === '') return '';
  const unread = unreadableTextOf(value);
  if (unread !== null) return unread.text;
  switch (type.kind) {
    case 'reference':
      return Object.hasOwn(labels, label) ? (labels[label] ?? '') : messages.application.values.hidden;
    case 'references':
      return Array.isArray(value) ? words.format.list(titlesOf(value as readonly Json[], labels, label)) : '';
    case 'role':
      return words.format.list((Array.isArray(value) ? value : [value]).map((name) => roleLabel(words, String(name))));
    case 'list':
      return Array.isArray(value) && value.length > 0 ? linesText(words, type.entity, value.length) : '';
    default:
      return formatJson(value, type, words.format);
  }
}

/** Returns a field of a record as one line: the members of an object follow each other, `Title: Dune · Pages: 3`. */
export function lineText(words: Words, attribute: Attribute, record: WireRecord): string {
  const text = fieldText(words, attribute, record);
  return attribute.type.kind === 'object' ? text.replaceAll('\n', ' · ') : text;
}

/** Returns the titles of several references, as their record gives them. */
export function titlesOf(ids: readonly Json[], labels: WireRecord['_']['labels'], label: string): readonly string[] {
  return ids.map((_, index) => labels[`${label}/${index}`] ?? messages.application.values.hidden);
}

/** Returns a field of a record as text. */
export function fieldText(words: Words, attribute: Attribute, record: WireRecord): string {
  return shownText(words, attribute.type, fieldValue(record, attribute.name), record._.labels, attribute.name);
}

/** Returns a field's value of a record; null if the record does not contain it. */
export function fieldValue(record: WireRecord, field: string): Json {
  return field !== '_' && Object.hasOwn(record, field) ? (record[field] as Json) : null;
}

/** Returns the option with this name. */
export function optionOf(type: Type, name: Json): Option | null {
  return type.kind === 'choice' ? (type.options.find((option) => option.name === name) ?? null) : null;
}

/** Returns the colour of a state or of an option of a choice; undefined if it has none. */
export const toneOf = ({ view }: Pick<ViewContext, 'view'>, { id }: Attribute, option: string): Tone | undefined =>
  view.tones[id]?.[option];

/** Address of the content of a file field; `file` names one of several files. */
export const filePath = (entity: string, id: string, field: string, file: string | null = null): string =>
  ['/_/files', ...[entity, id, field, ...(file === null ? [] : [file])].map(encodeURIComponent)].join('/');

/** Whether values of this type are shown as plain text: not tinted, no link and no picture. */
export const isWords = ({ kind }: Type): boolean => !marked.has(kind);

const marked = new Set(['choice', 'reference', 'references', 'file']);

/** Whether values of this type are right-aligned. */
export const isNumeric = ({ kind }: Type): boolean => kind === 'integer' || kind === 'decimal' || kind === 'money';

const roleLabel = ({ schema }: Words, name: string): string => schema.roles.get(name)?.label ?? name;

function linesText({ schema, format }: Words, entity: string, count: number): string {
  const model = schema.entities.get(entity)?.entity;
  return `${format.number(count, 0)} ${model === undefined ? '' : nounFor(model, count)}`.trim();
}
