import { parseType, typeHint } from '../../fields/type-parse.ts';
import type { Entity, Field, Reference } from '../../model/model.ts';
import { PLAIN_FIELD } from '../../model/plain-field.ts';
import type { Type } from '../../model/types.ts';
import { say, short } from '../codes.ts';
import { type Cells, type Column, filled, fits, names, rowsOf } from '../columns.ts';
import { contentOf } from '../content.ts';
import type { Item } from '../markdown/document.ts';
import { codeOf, decode, decodeFormula, endOf, part, type Span, split } from '../markdown/span.ts';
import type { Part, Section } from '../outline.ts';
import {
  type About,
  isBlank,
  isNotShown,
  keyAndValue,
  named,
  type Reader,
  reference,
  references,
  stated,
  words,
} from '../reader.ts';
import { yesOrNo } from '../values.ts';
import { isNote, notesOf, readNotes } from './3-notes.ts';

export const FIELD_COLUMNS: readonly Column[] = [
  {
    name: 'Field',
    aliases: ['Name', 'Attribute', 'Property', 'Column'],
    blank: 'an error: a field needs a name',
    notShown: 'the field is left out, and the gap is listed',
    about:
      'The name that expressions, forms and calls use. People read a label made from it: `spentOn` gives “Spent on”.',
  },
  {
    name: 'Type',
    aliases: ['Kind', 'Data type'],
    blank: 'an error; the field is shown and never written',
    notShown: 'the field is shown and never written, and the gap is listed',
    about: 'What it holds; see “Types” below.',
  },
  {
    name: 'Required',
    aliases: ['Mandatory', 'Needed', 'Req'],
    blank: 'not required',
    notShown: 'not required, and the gap is listed',
    about: '`yes` or `no`. A list is required when it needs at least one line.',
  },
  {
    name: 'Notes',
    aliases: ['Note', 'Remarks', 'Remark', 'Details', 'Constraints', 'Description', 'Meaning', 'Comment', 'About'],
    blank: 'nothing to add',
    notShown: 'nothing is assumed, and the gap is listed',
    about: 'Keywords, separated by commas; see “Notes” below. The rest is the help text of the field.',
  },
];

export const ENTITY_KEYS: readonly Column[] = [
  {
    name: 'Belongs to',
    aliases: ['Part of', 'Lines of'],
    blank: 'it stands on its own',
    notShown: 'it stands on its own, and the gap is listed',
    about:
      'The entity whose lines these are. Also as a sentence: `Belongs to Task.` Such an entity has no screens, calls or permissions of its own.',
  },
  {
    name: 'Plural',
    aliases: ['Several'],
    blank: 'the name serves for several too',
    notShown: 'the name serves for several too',
    about: 'What people read for several of them.',
  },
  {
    name: 'Was',
    aliases: ['Formerly', 'Renamed from', 'Former names'],
    blank: 'never renamed',
    notShown: 'never renamed',
    about: 'Former names, separated by commas: data and references move along.',
  },
];

interface Known {
  readonly entities: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

/** Point 3: a `### Name` for each entity, with a table or a list of its fields. */
export function readEntities(
  reader: Reader,
  sections: readonly Section[],
  known: ReadonlySet<string>,
): { entities: Entity[]; help: string } {
  const help: string[] = [];
  const own = new Set(entityNames(sections));
  const all: Known = { entities: own, names: new Set([...known, ...own]) };
  const entities = sections.flatMap((section) => {
    const content = contentOf(reader, section.blocks, { point: 3, keys: [] });
    help.push(content.help);
    for (const table of content.tables)
      reader.report(
        say.partNotRead(
          words(table.header.cells[0] ?? table.at),
          'Put the table under a heading “### Name of the entity”.',
        ),
        table.header.at,
        { point: 3 },
      );
    return section.parts.map((under) => entityOf(reader, under, all));
  });
  return { entities, help: help.filter((text) => text !== '').join('\n\n') };
}

/** The names that point 3 gives, without reading it. */
export function entityNames(sections: readonly Section[]): string[] {
  return sections.flatMap((section) => section.parts.map((under) => words(under.title)));
}

function entityOf(reader: Reader, under: Part, known: Known): Entity {
  const name = words(under.title);
  const id = reader.id('entity', name);
  const about = { point: 3, element: id } as const;
  if (name === '') reader.report(say.nameMissing('name'), under.title, about);
  const fields: Field[] = [];
  const owner: { belongsTo: Reference | null } = { belongsTo: null };
  const content = contentOf(reader, under.blocks, {
    point: 3,
    keys: ENTITY_KEYS,
    take: (item) => addListed(reader, item, name, known, fields),
    sentence: (paragraph) => {
      const match = BELONGS.exec(paragraph.text);
      if (match === null) return false;
      const entity = match[1] ?? '';
      owner.belongsTo = reference(
        reader,
        part(
          paragraph,
          match[0].indexOf(entity, 'belongs to'.length),
          match[0].indexOf(entity, 'belongs to'.length) + entity.length,
        ),
      );
      return true;
    },
  });
  for (const table of content.tables) {
    if (!fits(table, FIELD_COLUMNS))
      reader.report(
        say.tableNotRead(words(table.header.cells[0] ?? table.at), names(FIELD_COLUMNS)),
        table.header.at,
        about,
      );
    else
      fields.push(
        ...rowsOf(reader, table, FIELD_COLUMNS, 3).flatMap((cells) =>
          fieldOf(reader, cells, notesOf(cells.cell('Notes')), name, known),
        ),
      );
  }
  let plural: string | null = null;
  const was: string[] = [];
  for (const { key, value } of content.keys) {
    if (isBlank(value) || isNotShown(value)) reportGap(reader, value, key, about);
    else if (key === 'Plural') plural = words(value);
    else if (key === 'Was') was.push(...references(reader, value).map((former) => former.name));
    else owner.belongsTo = reference(reader, value);
  }
  if (content.notShown !== null)
    reader.report(
      say.notShown(`What ${name} holds`, 'No fields are known, so nothing can be entered.'),
      content.notShown,
      about,
    );
  return {
    ...stated(reader, 3, id, under.title, content.help),
    ...named(name, plural),
    fields,
    belongsTo: owner.belongsTo,
    was,
    unique: [],
  };
}

const BELONGS = /^belongs to\s+(\S[^\n]*?)\s*\.?$/i;

function reportGap(reader: Reader, value: Span, key: string, about: About): void {
  if (isNotShown(value))
    reader.report(say.notShown(`“${key}”`, ENTITY_KEYS.find(({ name }) => name === key)?.notShown ?? ''), value, about);
}

function fieldOf(reader: Reader, cells: Cells, notes: readonly Span[], entity: string, known: Known): Field[] {
  const name = filled(cells, 'Field');
  if (name === null || isNotShown(name)) {
    if (name === null) reader.report(say.nameMissing('Field'), cells.at, { point: 3 });
    else
      reader.report(say.notShown('The name of this field', 'The field is left out until it has one.'), name, {
        point: 3,
      });
    return [];
  }
  const id = reader.id('field', entity, words(name));
  const about = { point: 3, element: id } as const;
  const type = typeOf(reader, cells.cell('Type') ?? { text: '', from: endOf(name) }, known.entities, about);
  const { changes, help } = readNotes(reader, notes, type, known.names, about);
  const required = yesOrNo(reader, cells.cell('Required'), 'Required', about);
  return [
    {
      ...stated(reader, 3, id, cells.at, help),
      ...named(words(name)),
      type,
      ...PLAIN_FIELD,
      required: required ?? false,
      ...changes,
    },
  ];
}

function typeOf(reader: Reader, cell: Span, entities: ReadonlySet<string>, about: About): Type {
  if (isNotShown(cell)) {
    reader.report(
      say.notShown('The type of this field', 'It is shown and never written until a line says what it holds.'),
      cell,
      about,
    );
    return { kind: 'unknown', text: '' };
  }
  const text = typeText(cell);
  const type = parseType(text, entities);
  if (type !== null) return type;
  const message =
    text === ''
      ? 'This field has no type, so it is shown and never written.'
      : `“${short(text)}” is no type, so the field is shown and never written.`;
  const hint = entities.has(text) ? `For the entity of this name write reference(${text}).` : typeHint(text);
  reader.report(say.typeUnknown(message, hint), cell, about);
  return { kind: 'unknown', text };
}

/** The words of a type: as they stand in backticks or quotes, whose escapes are those of a name; else as in any other column. */
function typeText(cell: Span): string {
  const code = codeOf(cell);
  if (code !== null) return decodeFormula(code).text;
  const parts = cell.text.split(QUOTED).map((text) => ({ text, from: cell.from }));
  return parts.map((each, index) => (index % 2 === 0 ? decode(each) : decodeFormula(each)).text).join('');
}

const QUOTED = /((?<=^|[\s,|])(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`[^`]*`|“[^”]*”|‘[^’]*’|„[^“]*“))/su;

/** `- amount: money(EUR), required, unique`: the type up to the first part that is a note. */
function addListed(reader: Reader, item: Item, entity: string, known: Known, fields: Field[]): boolean {
  const found = keyAndValue(item.text);
  if (found === null || isKeyOfEntity(found.key) || words(found.key).split(/\s+/).length > 3) return false;
  const parts = split(found.value, ',');
  const count = typeLength(parts, known.entities);
  if (count === 0) return false;
  const last = parts[count - 1] ?? found.value;
  const type = { text: found.value.text.slice(0, endOf(last) - found.value.from), from: found.value.from };
  const cells: Cells = {
    at: item.at,
    cell: (column) => (column === 'Field' ? (codeOf(found.key) ?? found.key) : column === 'Type' ? type : null),
  };
  fields.push(...fieldOf(reader, cells, parts.slice(count), entity, known));
  return true;
}

function isKeyOfEntity(key: Span): boolean {
  return ENTITY_KEYS.some(({ name, aliases }) =>
    [name, ...aliases].some((spelling) => spelling.toLowerCase() === key.text.toLowerCase()),
  );
}

/** How many of the parts are the type: one where the first is a type by itself, else all up to the first note. */
function typeLength(parts: readonly Span[], entities: ReadonlySet<string>): number {
  const first = parts[0];
  if (first === undefined || first.text === '') return 0;
  if (isNotShown(first)) return 1;
  const alone = parseType(typeText(first), entities);
  const sure = alone !== null && alone.kind !== 'choice' && (alone.kind !== 'reference' || entities.has(alone.entity));
  const note = parts.findIndex((candidate, index) => index > 0 && isNote(candidate));
  if (sure || parts.length === 1) return 1;
  return note < 0 ? parts.length : note;
}
