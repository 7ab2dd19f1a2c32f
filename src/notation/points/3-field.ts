import { parseType, typeHint } from '../../fields/type-parse.ts';
import type { Field } from '../../model/model.ts';
import { PLAIN_FIELD } from '../../model/plain-field.ts';
import type { Type } from '../../model/types.ts';
import { say, short } from '../codes.ts';
import { type Cells, type Column, filled, keyOf } from '../columns.ts';
import { computedOf } from '../liberal/3-computed.ts';
import type { Said } from '../liberal/3-details.ts';
import { entityIn, type Names } from '../liberal/3-draft.ts';
import type { TypeWords } from '../liberal/3-measured.ts';
import { typeWords } from '../liberal/3-type-words.ts';
import type { Item } from '../markdown/document.ts';
import { codeOf, decode, decodeFormula, endOf, part, type Span, split } from '../markdown/span.ts';
import { type About, isNotShown, keyAndValue, named, type Reader, stated, words } from '../reader.ts';
import { looksLikeRule } from '../rule-words.ts';
import { yesOrNo } from '../values.ts';
import { ENTITY_KEYS } from './3-columns.ts';
import { isNote, readNotes } from './3-notes.ts';

/** What the types and notes of point 3 may name. */
export interface Known {
  readonly entities: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** The same for types in words. */
  readonly worded: Names;
}

/** A field from the cells of a row. */
export function fieldOf(reader: Reader, cells: Cells, notes: readonly Span[], entity: string, known: Known): Field[] {
  const name = filled(cells, 'Field');
  if (name === null || isNotShown(name)) {
    if (name === null) reader.report(say.nameMissing('Field'), cells.at, { point: 3 });
    else
      reader.report(say.notShown('The name of this field', 'The field is left out until it has one.'), name, {
        point: 3,
      });
    reader.lose(3, cells.at.text);
    return [];
  }
  const id = reader.id('field', entity, words(name));
  const about = { point: 3, element: id } as const;
  const typed = typeOf(reader, cells.cell('Type') ?? { text: '', from: endOf(name) }, words(name), known, about);
  const said: Said = { entity, field: words(name), names: known.worded, type: typed.type, changes: {}, uniqueWith: [] };
  const inWords = (told: Span) => computedOf(reader, told, said, entity).formula;
  const { changes, help } = readNotes(reader, notes, typed.type, known.names, about, inWords);
  const asked = cells.cell('Required');
  const required = yesOrNo(reader, asked, 'Required', about) ?? typed.changes.required;
  return [
    {
      ...stated(reader, 3, id, cells.at, help),
      ...named(words(name)),
      type: typed.type,
      ...PLAIN_FIELD,
      ...typed.changes,
      required: required ?? false,
      requiredShown: !isNotShown(asked) || required !== undefined || changes.required !== undefined,
      ...changes,
    },
  ];
}

function typeOf(reader: Reader, cell: Span, field: string, known: Known, about: About): TypeWords {
  if (isNotShown(cell)) {
    reader.report(
      say.notShown('The type of this field', 'It is shown and never written until a line says what it holds.'),
      cell,
      about,
    );
    return { type: { kind: 'unknown', text: '' }, changes: {} };
  }
  const text = typeText(cell);
  const type = parseType(text, known.entities);
  if (type !== null && !isLoose(type, text)) return { type, changes: {} };
  const inWords = known.entities.has(text) ? null : typeWords(text, field, known.worded);
  if (inWords !== null) return inWords;
  if (type !== null) return { type, changes: {} };
  const message =
    text === ''
      ? 'This field has no type, so it is shown and never written.'
      : `“${short(text)}” is no type, so the field is shown and never written.`;
  const hint = known.entities.has(text) ? `For the entity of this name write reference(${text}).` : typeHint(text);
  reader.report(say.typeUnknown(message, hint), cell, about);
  return { type: { kind: 'unknown', text }, changes: {} };
}

/** `London, Leeds or Dublin` is three choices. */
const isLoose = (type: Type, text: string) => type.kind === 'choice' && !/['"`“‘„|]/.test(text) && / or /.test(text);

/** The words of a type: as they stand in backticks or quotes, whose escapes are those of a name; else as in any other column. */
function typeText(cell: Span): string {
  const code = codeOf(cell);
  if (code !== null) return decodeFormula(code).text;
  const parts = cell.text.split(QUOTED).map((text) => ({ text, from: cell.from }));
  return parts.map((each, index) => (index % 2 === 0 ? decode(each) : decodeFormula(each)).text).join('');
}

const QUOTED = /((?<=^|[\s,|])(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`[^`]*`|“[^”]*”|‘[^’]*’|„[^“]*“))/su;

/** `- amount: money(EUR), required, unique`: the type up to the first part that is a note. False: the item is no field. */
export function addListed(reader: Reader, item: Item, entity: string, known: Known, fields: Field[]): boolean {
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

/** Whether an item is a field in the notation's own form, its type no list of choices. */
export function isListed(item: Item, known: Known): boolean {
  const found = item.text.text.startsWith('*') ? null : keyAndValue(item.text);
  const parts = found === null ? [] : split(found.value, ',');
  const first = parts[0];
  const alone = first === undefined ? null : parseType(typeText(first), known.entities);
  if (alone === null || alone.kind === 'choice') return false;
  return parts
    .slice(1)
    .every(
      (one) =>
        isNote(one) ||
        (!/[.;]\s/.test(one.text) &&
          !isNote(part(one, 0, one.text.replace(/\.$/, '').length)) &&
          !looksLikeRule(one.text, known.names)),
    );
}

const CALLED: readonly Column[] = ENTITY_KEYS.filter(({ name }) => name === 'Plural' || name === 'Was');

/**
 * `- Plural: Kids` under `### Kid`: what people call the entity, and no field. What has a type, or is of another entity, is
 * a field of that name.
 */
export function callsEntity(item: Item, entity: string, known: Known): boolean {
  const found = keyOf(item.text, CALLED);
  if (found === null) return false;
  const [first = found.value] = split(found.value, ',');
  const type = parseType(typeText(first), known.entities)?.kind ?? null;
  if (type !== null && type !== 'choice' && type !== 'reference' && type !== 'references') return false;
  const named = entityIn(words(first), known.worded);
  return (named === null || named === entity) && !isNote(first);
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
