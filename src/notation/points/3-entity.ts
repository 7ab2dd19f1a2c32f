import type { Entity, Field, Reference, UniqueKey } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import { fits, names, rowsOf } from '../columns.ts';
import { contentOf } from '../content.ts';
import { entityIn, type FieldDraft } from '../liberal/3-draft.ts';
import { withEachName } from '../liberal/3-each-name.ts';
import { ownerOfTitle, titleOf } from '../liberal/3-entities.ts';
import { draftFields, type FieldsRead } from '../liberal/3-entity.ts';
import { isTypeInWords, isWordy, looseItem, tableInWords } from '../liberal/3-part.ts';
import { joinHelp, otherCells } from '../liberal/kept.ts';
import type { Item } from '../markdown/document.ts';
import { part, type Span } from '../markdown/span.ts';
import type { Part } from '../outline.ts';
import {
  type About,
  formula,
  isBlank,
  isNotShown,
  named,
  type Reader,
  reference,
  references,
  stated,
  words,
} from '../reader.ts';
import { ENTITY_KEYS, FIELD_COLUMNS } from './3-columns.ts';
import { addListed, callsEntity, fieldOf, isListed, type Known } from './3-field.ts';
import { notesOf } from './3-notes.ts';

/** An entity as its `### Name` states it, in the notation's own form or in words. `told`: something of it stands in words. */
export interface PartRead {
  readonly entity: Entity;
  readonly told: boolean;
  /** The heading says that it belongs to one of another entity, so that it stands on its own where that has no lines of it. */
  readonly leads: boolean;
}

/** What stands under a `### Name`. */
export function entityOf(reader: Reader, under: Part, known: Known): PartRead {
  const title = titleOf(under.title);
  const name = words(title);
  const id = reader.id('entity', name);
  const about = { point: 3, element: id } as const;
  if (name === '') reader.report(say.nameMissing('name'), title, about);
  const fields: Field[] = [];
  const drafts: FieldDraft[] = [];
  const whose = ownerOfTitle(under.title);
  const owner: { belongsTo: Reference | null } = { belongsTo: whose === null ? null : ownerOf(reader, whose, known) };
  const hasTable = under.blocks.some(
    (block) => block.kind === 'table' && (fits(block, FIELD_COLUMNS) || tableInWords(block, title) !== null),
  );
  const inWords = (item: Item) => {
    const found = looseItem(item, hasTable, known.worded);
    drafts.push(...(found ?? []));
    return found !== null;
  };
  // `text, required` is the notation's own; `at most 3 photos, 5 MB each` is none of its lists of choices.
  const isUnsure = (item: Item) => isTypeInWords(item, known.worded);
  const content = contentOf(reader, under.blocks, {
    point: 3,
    keys: ENTITY_KEYS,
    nested: (item) => item.items.length > 0 && looseItem(item, hasTable, known.worded) !== null,
    take: (item) =>
      !callsEntity(item, name, known) &&
      (!isListed(item, known) && (isWordy(item) || isUnsure(item)) && inWords(item)
        ? true
        : addListed(reader, item, name, known, fields) || inWords(item)),
    sentence: (paragraph) => {
      const found = belongsTo(reader, paragraph);
      owner.belongsTo ??= found;
      return found !== null;
    },
  });
  for (const written of content.tables) {
    const table = withEachName(written, known.worded);
    const worded = tableInWords(table, title);
    if (worded !== null) {
      for (const draft of worded.fields) drafts.push(draft);
      for (const row of worded.unread)
        reader.report(say.rowNotRead(words(row), 'Give it the name of a field.'), row, about);
    } else if (!fits(table, FIELD_COLUMNS)) {
      reader.report(
        say.tableNotRead(words(table.header.cells[0] ?? table.at), names(FIELD_COLUMNS)),
        table.header.at,
        about,
      );
      reader.lose(3, table.at.text);
    } else
      for (const [row, cells] of rowsOf(reader, table, FIELD_COLUMNS, 3, true).entries()) {
        const others = otherCells(table, row, FIELD_COLUMNS).replaceAll('"', "'");
        const found = fieldOf(reader, cells, notesOf(cells.cell('Notes')), name, known);
        if (found.length === 0 && others !== '') reader.lose(3, others.slice(2));
        for (const field of found)
          fields.push({ ...field, help: [field.help, others].filter((text) => text !== '').join(', ') });
      }
  }
  const keys = readKeys(reader, content.keys, id, about, owner);
  if (content.notShown !== null)
    reader.report(
      say.notShown(`What ${name} holds`, 'No fields are known, so nothing can be entered.'),
      content.notShown,
      about,
    );
  const read: FieldsRead =
    drafts.length === 0 ? { fields: [], unique: [], help: '' } : draftFields(reader, drafts, name, id, known.worded);
  return {
    told: drafts.length > 0,
    leads: whose !== null && /\((?:always )?belongs? to [^()]*\)$/i.test(under.title.text),
    entity: {
      ...stated(reader, 3, id, under.title, joinHelp(content.help, read.help)),
      ...named(name, keys.plural),
      fields: drafts.length === 0 ? fields : numbered(inOrder([...fields, ...read.fields])),
      belongsTo: owner.belongsTo,
      was: keys.was,
      unique: [...keys.unique, ...read.unique],
    },
  };
}

/** `(belongs to one order)`: the entity that these words name, else what they are. */
const ownerOf = (reader: Reader, whose: Span, { worded }: Known): Reference => ({
  ...reference(reader, whose),
  name: entityIn(words(whose), worded) ?? words(whose),
});

const inOrder = (fields: readonly Field[]) =>
  fields.toSorted((one, other) => (one.at?.from ?? 0) - (other.at?.from ?? 0));

/** Of fields of one name the ids are numbered in the order of the text, in whatever order they were read. */
export function numbered(fields: readonly Field[]): readonly Field[] {
  const ids = Map.groupBy(
    fields.map(({ id, name }) => ({ id, name })),
    ({ name }) => name,
  );
  if (ids.size === fields.length) return fields;
  const next = new Map([...ids].map(([name, all]) => [name, all.map(({ id }) => id).sort(byNumber)] as const));
  return fields.map((field) => ({ ...field, id: next.get(field.name)?.shift() ?? field.id }));
}

const byNumber = (one: string, other: string) => one.length - other.length || (one < other ? -1 : 1);

const BELONGS = /^belongs to\s+(\S[^\n]*?)\s*\.?$/i;

function belongsTo(reader: Reader, paragraph: Span): Reference | null {
  const match = BELONGS.exec(paragraph.text);
  if (match === null) return null;
  const entity = match[1] ?? '';
  const from = match[0].indexOf(entity, 'belongs to'.length);
  return reference(reader, part(paragraph, from, from + entity.length));
}

interface Keys {
  plural: string | null;
  readonly was: string[];
  readonly unique: UniqueKey[];
}

function readKeys(
  reader: Reader,
  keys: readonly { readonly key: string; readonly value: Span }[],
  entity: string,
  about: About,
  owner: { belongsTo: Reference | null },
): Keys {
  const found: Keys = { plural: null, was: [], unique: [] };
  for (const { key, value } of keys) {
    if (isBlank(value) || isNotShown(value)) reportGap(reader, value, key, about);
    else if (key === 'Plural') found.plural = words(value);
    else if (key === 'Was') found.was.push(...references(reader, value).map((former) => former.name));
    else if (key === 'Unique') found.unique.push(uniqueKey(reader, value, entity, about));
    else owner.belongsTo = reference(reader, value);
  }
  return found;
}

function reportGap(reader: Reader, value: Span, key: string, about: About): void {
  if (isNotShown(value))
    reader.report(say.notShown(`“${key}”`, ENTITY_KEYS.find(({ name }) => name === key)?.notShown ?? ''), value, about);
}

/** `supplier, number where \`…\`, error CODE`. */
function uniqueKey(reader: Reader, value: Span, entity: string, about: About): UniqueKey {
  const coded = /,\s*error\s+(\S+)$/i.exec(value.text);
  const rest = coded === null ? value : part(value, 0, coded.index);
  const where = /(?<!\s)\s+where\s+(?=`)/i.exec(rest.text);
  const fields = references(reader, where === null ? rest : part(rest, 0, where.index));
  const code = coded?.[1] ?? '';
  return {
    ...stated(reader, 3, reader.id('unique', entity.slice('entity/'.length), ...fields.map(({ name }) => name)), value),
    fields,
    where: where === null ? null : formula(reader, part(rest, where.index + where[0].length), about),
    error: coded === null ? null : reference(reader, part(value, value.text.length - code.length)),
  };
}
