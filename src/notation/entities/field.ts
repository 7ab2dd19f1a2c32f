import { parseType, typeHint } from '../../fields/registry/type-parse.ts';
import { PLAIN_FIELD } from '../../model/lookups/plain-field.ts';
import type { Field } from '../../model/types/model.ts';
import type { Type } from '../../model/types/types.ts';
import type { Item } from '../markdown/document.ts';
import { codeOf, decode, decodeFormula, endOf, type Span, split } from '../markdown/span.ts';
import { messages, shortened } from '../reader/codes.ts';
import { type Cells, filledCell } from '../reader/columns.ts';
import {
  type FindingContext,
  isNotShown,
  keyAndValue,
  type Reader,
  statedElement,
  statedName,
  words,
} from '../reader/reader.ts';
import { yesOrNo } from '../reader/values.ts';
import { ENTITY_KEYS } from './entity-columns.ts';
import { isNote, readNotes } from './field-notes.ts';

/** Returns the field of a row; nothing if it has no name, which is reported. `entities` are the names of point 3. */
export function fieldOf(
  reader: Reader,
  cells: Cells,
  notes: readonly Span[],
  entity: string,
  entities: ReadonlySet<string>,
): Field[] {
  const name = filledCell(cells, 'Field');
  if (name === null || isNotShown(name)) {
    if (name === null) reader.report(messages.nameMissing('Field'), cells.at, { point: 3 });
    else
      reader.report(messages.notShown('The name of this field', 'The field is left out until it has one.'), name, {
        point: 3,
      });
    return [];
  }
  const id = reader.id('field', entity, words(name));
  const about = { point: 3, element: id } as const;
  const type = typeOf(reader, cells.cell('Type') ?? { text: '', from: endOf(name) }, entities, about);
  const changes = readNotes(reader, notes, type, about);
  const requiredCell = cells.cell('Required');
  const required = yesOrNo(reader, requiredCell, 'Required', about, REQUIRED);
  return [
    {
      ...statedElement(reader, 3, id, cells.at),
      ...statedName(words(name)),
      type,
      ...PLAIN_FIELD,
      required: required ?? false,
      requiredShown: !isNotShown(requiredCell) || changes.required !== undefined,
      ...changes,
    },
  ];
}

const REQUIRED = '`yes` or `no`; a condition is a note, required when `kind == Film`';

function typeOf(reader: Reader, cell: Span, entities: ReadonlySet<string>, about: FindingContext): Type {
  if (isNotShown(cell)) {
    reader.report(
      messages.notShown('The type of this field', 'It is shown but never written until a line states its type.'),
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
      ? 'This field has no type, so it is shown but never written.'
      : `“${shortened(text)}” is not a known type, so the field is shown but never written.`;
  const hint = entities.has(text) ? `For the entity of this name write reference(${text}).` : typeHint(text);
  reader.report(messages.typeUnknown(message, hint), cell, about);
  return { kind: 'unknown', text };
}

/** Returns the text of a type. Backticks and quotes around it are removed. */
function typeText(cell: Span): string {
  const code = codeOf(cell);
  if (code !== null) return decodeFormula(code).text;
  const parts = cell.text.split(QUOTED).map((text) => ({ text, from: cell.from }));
  return parts.map((each, index) => (index % 2 === 0 ? decode(each) : decodeFormula(each)).text).join('');
}

const QUOTED = /((?<=^|[\s,|])(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`[^`]*`|“[^”]*”|‘[^’]*’|„[^“]*“))/su;

/**
 * Returns the field of a list item, `- amount: money(EUR), required, unique`: the type is between the colon and the
 * first note. Null if neither the type nor any note is known.
 */
export function listedField(
  reader: Reader,
  item: Item,
  entity: string,
  entities: ReadonlySet<string>,
): readonly Field[] | null {
  const found = keyAndValue(item.text);
  if (found === null || words(found.key).split(/\s+/).length > 3) return null;
  const parts = split(found.value, ',');
  const [first = found.value] = parts;
  if (isKeyOfEntity(found.key, isTypeByItself(first, entities))) return null;
  if (first.text === '') return null;
  const note = parts.findIndex((candidate, index) => index > 0 && isNote(candidate));
  const count = isTypeByItself(first, entities) ? 1 : note < 0 ? parts.length : note;
  const end = endOf(parts[count - 1] ?? first);
  const type = { text: found.value.text.slice(0, end - found.value.from), from: found.value.from };
  if (note < 0 && !isNotShown(type) && parseType(typeText(type), entities) === null) return null;
  const cells: Cells = {
    at: item.at,
    cell: (column) => (column === 'Field' ? (codeOf(found.key) ?? found.key) : column === 'Type' ? type : null),
    unread: null,
  };
  return fieldOf(reader, cells, parts.slice(count), entity, entities);
}

/** Whether the first part is a complete type; a list of choices needs the parts after it. */
function isTypeByItself(first: Span, entities: ReadonlySet<string>): boolean {
  if (isNotShown(first)) return true;
  const type = parseType(typeText(first), entities);
  return type !== null && type.kind !== 'choice' && (type.kind !== 'reference' || entities.has(type.entity));
}

/** Keys that are usual names of fields too: `key: text` is a field, `Key: email` is not. */
const USUAL_FIELDS: readonly string[] = ['key', 'plural'];

/**
 * Whether a key is one of an entity. Only capitals are ignored, so that `belongsTo` may be a field. A usual name of a
 * field in small letters is one if a type follows.
 */
function isKeyOfEntity(key: Span, isBeforeType: boolean): boolean {
  const spellings = ENTITY_KEYS.flatMap(({ name, aliases }) => [name, ...aliases]);
  if (isBeforeType && USUAL_FIELDS.includes(key.text)) return false;
  return spellings.some((spelling) => spelling.toLowerCase() === key.text.toLowerCase());
}
