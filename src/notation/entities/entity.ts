import { canBeKey } from '../../model/lookups/record-key.ts';
import type { Entity, Field, Reference, UniqueKey } from '../../model/types/model.ts';
import { part, type Span } from '../markdown/span.ts';
import { reportTable } from '../points/tables-and-parts.ts';
import { messages } from '../reader/codes.ts';
import { columnNames, effectUntilStated, hasColumns, type KeyValue, rowsOf } from '../reader/columns.ts';
import { contentOf } from '../reader/content.ts';
import type { Part } from '../reader/outline.ts';
import {
  type FindingContext,
  formula,
  isBlank,
  isNotShown,
  type Reader,
  reference,
  references,
  statedElement,
  statedName,
  words,
} from '../reader/reader.ts';
import { ENTITY_KEYS, FIELD_COLUMNS } from './entity-columns.ts';
import { fieldOf, listedField } from './field.ts';
import { notesOf } from './field-notes.ts';

/** Returns the entity of a `### Name` part: keys, and its fields as a table or a list. `entities` are the names of point 3. */
export function entityOf(reader: Reader, part: Part, entities: ReadonlySet<string>): Entity {
  const name = words(part.title);
  const id = reader.id('entity', name);
  const about = { point: 3, element: id } as const;
  if (name === '') reader.report(messages.nameMissing('name'), part.title, about);
  const fields: Field[] = [];
  let owner: Reference | null = null;
  const content = contentOf(reader, part.blocks, {
    point: 3,
    keys: ENTITY_KEYS,
    accepts: 'A field is a line such as “- amount: money(EUR), required”.',
    take: (item) => {
      const found = listedField(reader, item, name, entities);
      fields.push(...(found ?? []));
      return found !== null;
    },
    sentence: (paragraph) => {
      const found = belongsTo(reader, paragraph);
      owner ??= found;
      return found !== null;
    },
  });
  for (const table of content.tables) {
    if (hasColumns(table, FIELD_COLUMNS))
      for (const cells of rowsOf(reader, table, FIELD_COLUMNS, 3))
        fields.push(...fieldOf(reader, cells, notesOf(cells.cell('Notes')), name, entities));
    else reportTable(reader, table, columnNames(FIELD_COLUMNS), about);
  }
  const keys = readKeys(reader, content.keys, name, about);
  if (content.notShown !== null)
    reader.report(
      messages.notShown(`The content of ${name}`, 'No fields are known, so nothing can be entered.'),
      content.notShown,
      about,
    );
  return {
    ...statedElement(reader, 3, id, part.title, content.help),
    ...statedName(name, keys.plural),
    fields,
    belongsTo: keys.belongsTo ?? owner,
    was: keys.was,
    unique: keys.unique,
    key: keyField(reader, keys.key, fields, about),
  };
}

const BELONGS = /^belongs to\s+(\S[^\n]*?)\s*\.?$/i;

/** Reads the paragraph `Belongs to Task.`; null for any other. */
function belongsTo(reader: Reader, paragraph: Span): Reference | null {
  const match = BELONGS.exec(paragraph.text);
  if (match === null) return null;
  const entity = match[1] ?? '';
  const from = match[0].indexOf(entity, 'belongs to'.length);
  return reference(reader, part(paragraph, from, from + entity.length));
}

interface Keys {
  readonly belongsTo: Reference | null;
  readonly plural: string | null;
  readonly was: readonly string[];
  readonly unique: readonly UniqueKey[];
  readonly key: Span | null;
}

function readKeys(reader: Reader, keys: readonly KeyValue[], entity: string, about: FindingContext): Keys {
  const given = keys.filter(({ key, value }) => {
    if (isNotShown(value)) reportGap(reader, value, key, about);
    return !isBlank(value) && !isNotShown(value);
  });
  const valuesOf = (name: string) => given.filter(({ key }) => key === name).map(({ value }) => value);
  const [owner] = valuesOf('Belongs to');
  const [plural] = valuesOf('Plural');
  const key = valuesOf('Key').at(-1) ?? null;
  return {
    belongsTo: owner === undefined ? null : reference(reader, owner),
    plural: plural === undefined ? null : words(plural),
    was: valuesOf('Was').flatMap((value) => references(reader, value).map(({ name }) => name)),
    unique: valuesOf('Unique').map((value) => uniqueKey(reader, value, entity, about)),
    key,
  };
}

/** Reads the field of a key. A field that cannot be one is reported. */
function keyField(
  reader: Reader,
  value: Span | null,
  fields: readonly Field[],
  about: FindingContext,
): Reference | null {
  if (value === null) return null;
  const named = reference(reader, value);
  if (fields.some((field) => field.name === named.name && canBeKey(field))) return named;
  const known = 'a number series of this entity, or a required unique text, whole number or e-mail address';
  reader.report(messages.valueUnknown('key', words(value), known), value, about);
  return null;
}

function reportGap(reader: Reader, value: Span, key: string, about: FindingContext): void {
  reader.report(messages.notShown(`“${key}”`, effectUntilStated(ENTITY_KEYS, key)), value, about);
}

/** Reads `supplier, number where \`…\`, error CODE`. */
function uniqueKey(reader: Reader, value: Span, entity: string, about: FindingContext): UniqueKey {
  const coded = /,\s*error\s+(\S+)$/i.exec(value.text);
  const rest = coded === null ? value : part(value, 0, coded.index);
  const where = /(?<!\s)\s+where\s+(?=`)/i.exec(rest.text);
  const fields = references(reader, where === null ? rest : part(rest, 0, where.index));
  const code = coded?.[1] ?? '';
  return {
    ...statedElement(reader, 3, reader.id('unique', entity, ...fields.map(({ name }) => name)), value),
    fields,
    where: where === null ? null : formula(reader, part(rest, where.index + where[0].length), about),
    error: coded === null ? null : reference(reader, part(value, value.text.length - code.length)),
  };
}
