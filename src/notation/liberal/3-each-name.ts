import type { Block, Row } from '../markdown/document.ts';
import { codeOf, part, type Span, split } from '../markdown/span.ts';
import { entityIn, type Names } from './3-draft.ts';
import { COMPUTED, type Role, rolesOf } from './3-table.ts';
import { typeWords } from './3-type-words.ts';
import { requiredNote } from './3-when.ts';
import { nameKey } from './phrases/fold.ts';

type Table = Extract<Block, { kind: 'table' }>;

/** A row that names several fields, `firstName, lastName`, as a row for each of them. */
export function withEachName(table: Table, names: Names): Table {
  const roles = rolesOf(table);
  const at = roles.indexOf('field');
  if (at < 0 || !table.rows.some((row) => row.cells[at]?.text.includes(','))) return table;
  return { ...table, rows: table.rows.flatMap((row) => eachOf(row, roles, names)) };
}

function eachOf(row: Row, roles: readonly (Role | null)[], names: Names): Row[] {
  const fields = fieldsIn(row.cells[roles.indexOf('field')]);
  if (fields === null) return [row];
  const said = row.cells.map((cell, index) => saidOfEach(cell, roles[index] ?? null, fields, names));
  const isComputed = COMPUTED.test(row.cells[roles.indexOf('required')]?.text ?? '');
  const notes = roles.indexOf('notes');
  const cell = row.cells[notes];
  if (cell !== undefined) said[notes] = notesOfEach(cell, fields, isComputed);
  return fields.map((_, each) => ({
    ...row,
    // What stands behind the last column is reported once.
    cells: said.slice(0, each === 0 ? said.length : roles.length).flatMap((cells) => cells[each] ?? []),
  }));
}

const MOST_FIELDS = 6;

/** The names in a cell; null where it holds one. */
function fieldsIn(cell: Span | undefined): Span[] | null {
  const parts = cell === undefined ? [] : split(cell, ',');
  const isName = (one: Span) =>
    codeOf(one) !== null || /^[\p{L}_][\p{L}\p{N}_]*(?: [\p{L}\p{N}_]{1,30}){0,3}$/u.test(one.text);
  return parts.length > 1 && parts.length <= MOST_FIELDS && parts.every(isName) ? parts : null;
}

/** What a cell says of each field: the same of all, unless it says as many things as there are fields. */
function saidOfEach(cell: Span, role: Role | null, fields: readonly Span[], names: Names): readonly Span[] {
  if (role === 'field') return fields;
  const parts = split(cell, ',');
  // `if kind is paper, film` of two fields: a kind for each, or either for both.
  if (role === 'required' && parts.length === fields.length && requiredNote(cell) !== null) {
    const lead = /^\S+\s+/.exec(cell.text)?.[0].length ?? 0;
    return fields.map(() => part(cell, lead));
  }
  const isPaired =
    parts.length === fields.length &&
    ((role === 'required' && parts.every(({ text }) => /^(?:yes|no)$/i.test(text))) ||
      (role === 'type' && areTypes(parts, fields, names)));
  return isPaired ? parts : fields.map(() => cell);
}

/** `animal, vet` are a type for each, and `email, phone` may as well be two choices for both. */
function areTypes(parts: readonly Span[], fields: readonly Span[], names: Names): boolean {
  const types = parts.map((one) => (codeOf(one) ?? one).text.replaceAll('\\|', '|'));
  const known = types.filter((text) => isType(text, names));
  if (known.length === 0 || !types.every((text) => known.includes(text) || MAY_BE_ENTITY.test(text))) return false;
  return types.some(
    (text, index) =>
      !/^(?:text|e-?mail|phone|link|url|file|image|picture|photo|time|day|name)$/i.test(text) ||
      nameKey(text) === nameKey(codeOf(fields[index] ?? NOTHING)?.text ?? fields[index]?.text ?? ''),
  );
}

/** An entity that a check can miss. */
const MAY_BE_ENTITY = /^\p{Lu}[\p{L}\p{N}_]*(?: \| null)?$/u;

const NOTHING: Span = { text: '', from: 0 };

function isType(text: string, names: Names): boolean {
  if (entityIn(text, names) !== null) return true;
  const kind = typeWords(text, '', names)?.type.kind;
  return kind !== undefined && (kind !== 'choice' || text.includes('|')) && kind !== 'unknown';
}

/** Of the notes each field has its own: those that begin with its name, those of all, and of as many formulas one. */
function notesOfEach(cell: Span, fields: readonly Span[], isComputed: boolean): readonly Span[] {
  const parts = split(cell, ';');
  const keys = fields.map((field) => nameKey(codeOf(field)?.text ?? field.text));
  const own = parts.map((one) => {
    const lead = LEAD.exec(one.text);
    const owner = lead === null ? -1 : keys.indexOf(nameKey(lead[1] ?? lead[2] ?? ''));
    return { owner, said: owner < 0 || lead === null ? one : part(one, lead[0].length) };
  });
  const isInOrder = isComputed && parts.length === fields.length && own.every(({ owner }) => owner < 0);
  return fields.map((_, each) => {
    const kept = own.filter(({ owner }, index) => (isInOrder ? index === each : owner < 0 || owner === each));
    return kept.length === parts.length && !/ each$/i.test(cell.text) && own.every(({ owner }) => owner < 0)
      ? cell
      : only(
          cell,
          kept.map(({ said }) => withoutEach(said)),
        );
  });
}

/** `lineNet is …`, `` `bonus` default 0``: the field that is spoken of. */
const LEAD =
  /^(?:`([\p{L}_][\p{L}\p{N}_]{0,60})`|([\p{L}_][\p{L}\p{N}_]{0,60}))\s*(?::|=|is\b|are\b|(?=(?:defaults?|starts|required|optional|unique)\b))\s*/u;

const withoutEach = (one: Span): Span => part(one, 0, one.text.replace(/ each$/i, '').length);

/** A cell with blanks in place of all but these parts, so that each stays where it is. */
function only(cell: Span, kept: readonly Span[]): Span {
  let text = '';
  for (const { text: said, from } of kept) {
    if (said === '') continue;
    const gap = from - cell.from - text.length;
    text += (text === '' ? '' : ';') + ' '.repeat(Math.max(0, gap - (text === '' ? 0 : 1))) + said;
  }
  return part({ text, from: cell.from }, 0);
}
