import { printType } from '../../fields/registry/type-parse.ts';
import { rangeText } from '../../fields/text/number-range.ts';
import { labelOf } from '../../model/lookups/label-from-name.ts';
import type { Entity, Field, Model, UniqueKey } from '../../model/types/model.ts';
import type { Bound, Type } from '../../model/types/types.ts';
import { FIELD_COLUMNS } from '../entities/entities.ts';
import { columnNames } from '../reader/columns.ts';
import {
  blocks,
  code,
  where as condition,
  formula,
  heading,
  NOT_SHOWN,
  name,
  names,
  prose,
  table,
  text,
} from './text.ts';

export function printEntities({ entities }: Model): string {
  return blocks(entities.map(entity));
}

function entity(stated: Entity): string {
  const keys = [
    stated.plural === null ? '' : `- Plural: ${text(stated.plural)}`,
    ...stated.unique.map((key) => unique(key)),
    stated.key === null ? '' : `- Key: ${name(stated.key.name)}`,
    stated.was.length === 0 ? '' : `- Was: ${stated.was.map((former) => name(former)).join(', ')}`,
  ];
  const rows = stated.fields.map((field) => [fieldName(field.name), type(field.type), required(field), notes(field)]);
  return blocks([
    heading(text(stated.name)),
    stated.help,
    stated.belongsTo === null ? '' : `Belongs to ${text(stated.belongsTo.name)}.`,
    keys.filter((key) => key !== '').join('\n'),
    rows.length === 0 ? '' : table(columnNames(FIELD_COLUMNS), rows, FIELD_COLUMNS.length),
  ]);
}

/** Escapes commas, which would split the name in two. */
const fieldName = (written: string) => text(written).replaceAll(',', '\\,');

function unique({ fields, where, error }: UniqueKey): string {
  const code = error === null ? '' : `, error ${name(error.name)}`;
  return `- Unique: ${names(fields)}${condition(where, false)}${code}`;
}

/** A field that nobody enters needs no “no”. */
function required({ required: isRequired, requiredShown, computed, byProduct }: Field): string {
  if (!requiredShown) return NOT_SHOWN;
  return isRequired ? 'yes' : computed === null && !byProduct ? 'no' : '';
}

function type(stated: Type): string {
  if (stated.kind === 'unknown' && stated.text === '') return NOT_SHOWN;
  const written = printType(stated);
  if (/[\n\r\t\v\f\u2028\u2029]/.test(written)) return text(written);
  return /[\\`|&]|<(?=[a-z/!?])|^[-–—]+$/i.test(written) || written !== written.trim() ? code(written) : written;
}

function notes(field: Field): string {
  const parts = [
    field.title ? 'title' : '',
    field.searchable ? 'searchable' : '',
    field.unique ? 'unique' : '',
    field.signIn ? 'sign-in' : '',
    field.ignoringCase ? 'ignoring case' : '',
    field.language ? 'language' : '',
    field.default === null
      ? ''
      : `default ${/^[\p{Lu}\d]/u.test(field.default.text) ? formula(field.default) : code(field.default.text)}`,
    field.fixed ? 'fixed' : '',
    field.byProduct ? 'set by the product' : '',
    field.computed === null ? '' : `= ${code(field.computed.text)}`,
    ...bounds(field.type),
    field.writeOnly ? 'write-only' : '',
    field.pattern === null ? '' : `pattern ${code(`/${field.pattern}/`)}`,
    field.requiredWhen === null ? '' : `required when ${code(field.requiredWhen.text)}`,
    field.shownWhen === null ? '' : `shown when ${code(field.shownWhen.text)}`,
    field.among === null ? '' : `among ${code(field.among.text)}`,
    field.label === labelOf(field.name)
      ? ''
      : `label "${text(field.label).replaceAll(/["“”]/g, (sign) => `&#${sign.charCodeAt(0)};`)}"`,
    ...field.colours.map((each, index) => `${index === 0 ? 'colours ' : ''}${name(each.name)} ${each.tone}`),
    ...field.askedOn.map((event) => `asked on ${names([event])}`),
    field.onDelete === 'restrict' ? '' : `on delete: ${field.onDelete}`,
    help(field.help),
    ...field.was.map((former) => `was ${name(former).replaceAll(' ', '&#32;')}`),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Prints help in double quotes; double quotes in it become single ones. */
function help(written: string): string {
  return written === '' ? '' : `"${prose(written.replaceAll('"', "'"))}"`;
}

/** Returns the bounds that the printed type does not include. */
function bounds(stated: Type): string[] {
  switch (stated.kind) {
    case 'list':
    case 'references':
    case 'decimal':
    case 'money':
      return [rangeText(stated)];
    case 'integer':
      return [stated.step === null ? '' : `in steps of ${stated.step}`];
    case 'file':
      return [stated.maxSize === null ? '' : size(stated.maxSize), rangeText(stated)];
    default:
      return [];
  }
}

function size(bound: Bound): string {
  if ('constant' in bound) return `at most ${bound.constant}`;
  const [unit, factor] = bound.value % 1e6 === 0 ? ['MB', 1e6] : bound.value % 1e3 === 0 ? ['kB', 1e3] : ['bytes', 1];
  return `at most ${bound.value / Number(factor)} ${unit}`;
}
