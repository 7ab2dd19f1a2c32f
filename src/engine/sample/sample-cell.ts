import { compile } from '../../expressions/evaluate/compile.ts';
import { checkExpression } from '../../expressions/infer/check.ts';
import { parseExpression } from '../../expressions/syntax/parse.ts';
import { staticTypeOf } from '../../expressions/types/static-of.ts';
import { fieldType } from '../../fields/registry/lookup.ts';
import { splitNames } from '../../fields/text/split-names.ts';
import { noValues, type Row, type Value } from '../../fields/text/value.ts';
import { wordsOf } from '../../fields/text/value-problem.ts';
import type { Field } from '../../model/types/model.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import { digest } from '../core/digest.ts';
import { storedAs } from '../core/row-values.ts';
import { lineId } from '../input/line-id.ts';
import { type SampleUpload, sampleFile } from './sample-file.ts';

/** What is needed to parse a cell. */
export interface CellReader {
  readonly model: CompiledModel;
  readonly now: number;
  readonly newId: () => string;
  readonly entity: CompiledEntity;
  /** Id of the cell's row. */
  readonly id: string;
  /** Returns the id of a sample row by its title; null if there is none. */
  readonly byTitle: (entity: string, title: string) => string | null;
  readonly uploads: SampleUpload[];
}

export type ReadCell =
  | { readonly value: Value }
  | { readonly state: string }
  | { readonly problem: string; readonly next: string; readonly element: string | null };

/** Parses a cell that is not empty: the name of a state, or a value of a field. */
export function readCell(reader: CellReader, name: string, text: string): ReadCell {
  const attribute = reader.entity.schema.attributes.get(name);
  if (attribute?.kind === 'state') {
    const state = attribute.machine.states.find((one) => one.name === text);
    return state === undefined
      ? bad(`“${text}” is no state of ${attribute.machine.label}.`, attribute.id)
      : { state: state.name };
  }
  if (attribute?.kind !== 'field') return bad(`${reader.entity.name} has no field “${name}”.`, reader.entity.entity.id);
  if (attribute.field.computed !== null)
    return bad(`${attribute.field.label} is computed and can’t be stated.`, attribute.id);
  return readValue(reader, attribute.field, unquoted(text));
}

function readValue(reader: CellReader, field: Field, text: string): ReadCell {
  const { type } = field;
  switch (type.kind) {
    case 'reference': {
      const id = reader.byTitle(type.entity, text);
      return id === null ? bad(`There is no ${type.entity} “${text}” in the sample data.`, field.id) : { value: id };
    }
    case 'references':
      return readRecords(reader, field, text);
    case 'list':
      return readLines(reader, field, type.entity, text);
    case 'file':
      return readFiles(reader, field, text);
    case 'role':
      return readRoles(reader, field, text);
    default:
      return readPlain(reader, field, text);
  }
}

/** Parses a text as a value of the type, else as an expression over the clock, such as `today - 3 days`. */
function readPlain({ model, now }: CellReader, field: Field, text: string): ReadCell {
  const plain = fieldType(field.type.kind).parse(text, field.type, model.zone);
  if ('value' in plain) return plain;
  const tree = parseExpression(text).tree;
  const wants = staticTypeOf(field.type, field.id);
  const typed = tree === null ? null : checkExpression(tree, { schema: model.schema, entity: null, wants }).typed;
  const outcome =
    typed === null
      ? undefined
      : compile(typed, { zone: model.zone })({ row: null, old: null, me: null, now, find: () => null });
  if (outcome !== undefined) return { value: storedAs(field.type, outcome) };
  return bad(`${field.label}: ${wordsOf(plain.problem).message}`, field.id);
}

/** Parses several records by their distinct titles: `Ann, "Berg, Ben"`. */
function readRecords(reader: CellReader, field: Field, text: string): ReadCell {
  if (field.type.kind !== 'references') return bad(`${field.label} holds no records.`, field.id);
  const { entity, ordered } = field.type;
  const ids: string[] = [];
  for (const title of splitNames(text) ?? [text]) {
    // A title may contain a comma.
    const id = reader.byTitle(entity, title);
    if (id === null) {
      const byFullText = reader.byTitle(entity, text);
      return byFullText === null
        ? bad(`There is no ${entity} “${title}” in the sample data.`, field.id)
        : { value: [byFullText] };
    }
    if (ids.includes(id)) return bad(`${field.label}: “${title}” is named twice.`, field.id);
    ids.push(id);
  }
  return { value: ordered ? ids : ids.sort() };
}

function readRoles({ model }: CellReader, field: Field, text: string): ReadCell {
  const read = fieldType('role').parse(text, field.type, model.zone);
  if (!('value' in read)) return bad(`${field.label}: ${wordsOf(read.problem).message}`, field.id);
  const names = Array.isArray(read.value) ? (read.value as readonly Value[]) : [read.value];
  const unknown = names.find((name) => typeof name === 'string' && !model.schema.roles.has(name));
  return unknown === undefined ? read : bad(`“${String(unknown)}” is no role of point 6.`, field.id);
}

/** Parses lines with their fields in order: `Ticket 89.90 EUR; Coffee 3.20 EUR`. */
function readLines(reader: CellReader, list: Field, entity: string, text: string): ReadCell {
  const lines = reader.model.entities.get(entity);
  if (lines === undefined) return bad(`There is no entity “${entity}”.`, list.id);
  const fields = lines.entity.fields.filter(
    ({ computed, byProduct, type }) =>
      computed === null && !byProduct && type.kind !== 'list' && type.kind !== 'number series',
  );
  const rows: Row[] = [];
  for (const [index, part] of text
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .entries()) {
    const assigned = assign({ ...reader, entity: lines }, fields, part);
    if (assigned === null)
      return bad(`“${part}” does not give the fields of a ${lines.entity.label} in order.`, list.id);
    const values = noValues();
    for (const { name } of lines.entity.fields) values[name] = assigned.get(name) ?? null;
    for (const { machine } of lines.machines) if (!machine.stateless) values[machine.name] = machine.initial;
    const place = { record: reader.id, version: 0, list: list.name, index, now: reader.now };
    rows.push({ entity, id: lineId(digest, place), version: 1, values });
  }
  return { value: rows };
}

/**
 * Assigns parts of the text to the fields: the last field takes as much from the end as it can parse, the others share
 * the rest.
 */
function assign(reader: CellReader, fields: readonly Field[], text: string): Map<string, Value> | null {
  const last = fields.at(-1);
  if (last === undefined) return text === '' ? new Map() : null;
  const before = fields.slice(0, -1);
  const starts = before.length === 0 ? [0] : [...text.matchAll(/\s+/g)].map((space) => space.index + space[0].length);
  for (const start of starts) {
    const read = readValue(reader, last, text.slice(start).trim());
    if (!('value' in read) || read.value === null) continue;
    const assigned = assign(reader, before, text.slice(0, start).trim());
    if (assigned !== null) return assigned.set(last.name, read.value);
  }
  return last.required ? null : assign(reader, before, text);
}

function readFiles(reader: CellReader, field: Field, text: string): ReadCell {
  if (field.type.kind !== 'file' || !field.type.several) return readFile(reader, field, text);
  const values: Value[] = [];
  for (const part of text.split(',')) {
    const read = readFile(reader, field, part.trim());
    if (!('value' in read)) return read;
    values.push(read.value);
  }
  return { value: values };
}

function readFile({ uploads, newId }: CellReader, field: Field, text: string): ReadCell {
  if (field.type.kind !== 'file' || text !== '(sample)') {
    return bad(`${field.label} can only be (sample), a small file of ours.`, field.id);
  }
  const file = sampleFile(field.type.endings);
  if (file === null) return bad(`There is no sample file that ends in ${field.type.endings.join(', ')}.`, field.id);
  const upload = { token: newId(), ...file };
  uploads.push(upload);
  return {
    value: { file: upload.token, name: upload.name, size: upload.bytes.byteLength, mediaType: upload.mediaType },
  };
}

const unquoted = (text: string) => (/^`[^`]*`$/.test(text) ? text.slice(1, -1).trim() : text);

const bad = (problem: string, element: string | null): ReadCell => ({ problem, next: 'Change the cell.', element });
