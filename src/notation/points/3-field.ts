import { parseType, typeHint } from '../../fields/registry/type-parse.ts';
import { PLAIN_FIELD } from '../../model/lookups/plain-field.ts';
import type { Field } from '../../model/types/model.ts';
import type { Type } from '../../model/types/types.ts';
import { say, short } from '../codes.ts';
import { type Cells, type Column, filled, keyOf } from '../columns.ts';
import { computedOf } from '../liberal/3-computed.ts';
import { readDetail, type Said } from '../liberal/3-details.ts';
import { entityIn, type Names } from '../liberal/3-draft.ts';
import type { TypeWords } from '../liberal/3-measured.ts';
import { isMinor } from '../liberal/3-plain-types.ts';
import { BY_SYSTEM, COMPUTED } from '../liberal/3-table.ts';
import { leadingType, typeWords } from '../liberal/3-type-words.ts';
import { readFormula, requiredNote } from '../liberal/3-when.ts';
import type { Item } from '../markdown/document.ts';
import { codeOf, decode, decodeFormula, endOf, part, type Span, split } from '../markdown/span.ts';
import { type About, cellProse, isNotShown, keyAndValue, named, type Reader, stated, words } from '../reader.ts';
import { looksLikeRule } from '../rule-words.ts';
import { yesOrNo } from '../values.ts';
import { ENTITY_KEYS } from './3-columns.ts';
import { type Change, isNote, readNotes } from './3-notes.ts';

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
  const said: Said = {
    entity,
    field: words(name),
    names: known.worded,
    type: typed.type,
    changes: {},
    uniqueWith: [],
    isMinor: isMinor(cells.cell('Type')?.text ?? ''),
  };
  const asked = cells.cell('Required');
  const how = COMPUTED.test(asked?.text ?? '') ? filled(cells, 'Notes') : null;
  const formula = how === null ? null : computedOf(reader, how, said, entity).formula;
  const { changes, help } = readNotes(reader, formula === null ? notes : [], typed.type, known.names, about, {
    computed: (told) => computedOf(reader, told, said, entity).formula,
    told: (note, changes) => readTold(reader, note, changes, said, about),
    isMinor: said.isMinor === true,
    // Where the product works a value out, it matters whether it knows how.
    isComputed: how !== null || BY_SYSTEM.test(asked?.text ?? ''),
  });
  if (formula !== null) changes.computed = formula;
  const required = requiredIn(reader, asked, changes, said, about) ?? typed.changes.required;
  return [
    {
      ...stated(
        reader,
        3,
        id,
        cells.at,
        [...(typed.left === undefined ? [] : [cellProse(typed.left)]), help].filter((each) => each !== '').join(', '),
      ),
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

/** Whether a note in words has its effect; what it has an effect on is kept apart until all of it has. */
function readTold(reader: Reader, note: Span, changes: Change, field: Said, about: About): boolean {
  const said: Said = { ...field, type: changes.type ?? null, changes: { ...changes }, uniqueWith: [] };
  const found = readDetail(reader, note, said, about);
  if ((found !== 'all' || said.uniqueWith.length > 0) && (found !== 'no' || !readFormula(reader, note, said, false)))
    return false;
  Object.assign(changes, said.changes, said.type === null ? {} : { type: said.type });
  return true;
}

/** Yes or no, or a condition under which it is yes. What is computed is not required. */
function requiredIn(reader: Reader, cell: Span | null, changes: Change, said: Said, about: About): boolean | null {
  if (cell !== null && COMPUTED.test(cell.text)) {
    if (changes.computed === undefined) changes.byProduct = true;
    return false;
  }
  if (cell !== null && BY_SYSTEM.test(cell.text)) {
    changes.byProduct = true;
    return false;
  }
  const note = cell === null ? null : requiredNote(cell);
  if (note === null || !readFormula(reader, note, said, false))
    return yesOrNo(reader, cell, 'Required', about, CONDITION);
  Object.assign(changes, said.changes);
  return false;
}

const CONDITION =
  '`yes`, `no`, or a condition on the fields of the record, such as if `kind == Film`; what an event needs stands under Only if in point 4';

/** `left`: words behind the type, which are kept as help. */
type TypeRead = TypeWords & { readonly left?: Span };

function typeOf(reader: Reader, cell: Span, field: string, known: Known, about: About): TypeRead {
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
  const isLoose = type !== null && mayBeWords(type, text, known.entities);
  if (type !== null && !isLoose) return { type, changes: {} };
  const inWords = known.entities.has(text) ? null : typeWords(text, field, known.worded);
  if (inWords !== null) return inWords;
  const leading = known.entities.has(text) ? null : leadingType(text, field, known.worded);
  if (leading !== null && (type === null || isLoose) && leading.type.kind !== 'choice' && !isNumberOf(leading, text)) {
    reader.report(say.noteNotRead(words(cell), null), cell, about);
    return { ...leading, left: cell };
  }
  if (type !== null && !NULLED.test(text) && !isOfWords(type)) return { type, changes: {} };
  const message =
    text === ''
      ? 'This field has no type, so it is shown and never written.'
      : `“${short(text)}” is no type, so the field is shown and never written.`;
  const hint = known.entities.has(text) ? `For the entity of this name write reference(${text}).` : typeHint(text);
  reader.report(say.typeUnknown(message, hint), cell, about);
  return { type: { kind: 'unknown', text }, changes: {} };
}

/** `integer of days` may tell the unit of a number, or what it counts. */
function isNumberOf({ type }: TypeWords, text: string): boolean {
  return (type.kind === 'integer' || type.kind === 'decimal') && /^[\p{L}]+(?: \p{L}+)? of /iu.test(text);
}

/**
 * `London, Leeds or Dublin` is three choices, `'open' | 'shut' | null` two, `number, 2 decimals` none; `the room` and `a list
 * of dates` may be an entity in words.
 */
function mayBeWords(type: Type, text: string, entities: ReadonlySet<string>): boolean {
  if (type.kind === 'choice')
    return (
      (!/['"`“‘„|]/.test(text) && (/ or /.test(text) || /^(?:number|decimal|amount), .*decimals?\b/i.test(text))) ||
      NULLED.test(text)
    );
  return 'entity' in type && !entities.has(type.entity) && isOfWords(type);
}

const NULLED = /\|\s*(?:null|undefined)$/;

/** Any single word with a capital is an entity that a check can miss. */
const isOfWords = (type: Type): boolean => 'entity' in type && !/^[\p{Lu}_]\S*$/u.test(type.entity);

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
  if (first === undefined || alone === null || alone.kind === 'choice') return false;
  if (mayBeWords(alone, typeText(first), known.entities)) return false;
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
