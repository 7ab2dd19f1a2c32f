import { foldName } from '../columns.ts';
import type { Block, Row } from '../markdown/document.ts';
import { endOf, part, type Span, split } from '../markdown/span.ts';
import { isBlank, words } from '../reader.ts';
import { draftOf, type EntityDraft, type FieldDraft } from './3-draft.ts';
import { requiredNote } from './3-when.ts';

type Table = Extract<Block, { kind: 'table' }>;

const COLUMNS = {
  field: ['field', 'name', 'attribute', 'property', 'column', 'fieldname', 'feld', 'attribut', 'key', 'spalte'],
  of: ['of', 'entity', 'table', 'object', 'belongsto', 'record', 'model', 'class', 'on', 'entität', 'tabelle', 'in'],
  type: ['type', 'kind', 'datatype', 'typ', 'datentyp', 'format', 'values', 'holds', 'content'],
  required: ['required', 'mandatory', 'needed', 'req', 'mo', 'om', 'pflicht', 'pflichtfeld', 'notnull', 'must', 'req.'],
  nullable: ['nullable', 'null', 'optional', 'maybeempty', 'empty'],
  unique: ['unique', 'uniq', 'eindeutig'],
  default: ['default', 'defaultvalue', 'standard', 'vorgabe', 'initial'],
  example: ['example', 'examples', 'eg', 'beispiel', 'sample'],
  notes: [
    'notes',
    'note',
    'remarks',
    'remark',
    'details',
    'constraints',
    'description',
    'meaning',
    'comment',
    'comments',
    'about',
    'rules',
    'validation',
    'bemerkung',
    'beschreibung',
  ],
} as const;

export type Role = keyof typeof COLUMNS;

/** Headings of several words. */
const PHRASES: readonly (readonly [Role, RegExp])[] = [
  ['required', /^(?:must (?:it )?be (?:given|filled|entered|there)|is it (?:required|mandatory|needed|obligatory))\b/i],
  [
    'type',
    /^(?:what (?:it|they) (?:holds?|contains?|is|are)|(?:type|kind|format) of (?:the )?(?:value|data|field))\b/i,
  ],
  ['nullable', /^(?:may|can) (?:it )?be (?:empty|left out|missing)\b/i],
  ['default', /^(?:default|initial|starting) value\b/i],
  ['field', /^(?:name of (?:the )?(?:field|attribute|property)|(?:field|attribute|property) name)\b/i],
];

/** Whether a table has columns of its own, besides those of the notation, that say something of fields. */
export function hasOwnColumns(table: Table): boolean {
  const roles = rolesOf(table);
  const typed = table.header.cells[roles.indexOf('type')];
  return (
    roles.some(
      (role) => role === 'of' || role === 'nullable' || role === 'unique' || role === 'default' || role === 'example',
    ) ||
    (typed !== undefined && !['type', 'kind', 'datatype'].includes(foldName(words(typed)))) ||
    table.header.cells.some((cell) => PHRASES.some(([, pattern]) => pattern.test(words(cell)))) ||
    table.header.cells.some((cell) => ['mo', 'om', 'pflicht', 'pflichtfeld', 'notnull'].includes(foldName(words(cell))))
  );
}

/** What each column says of a field; null where it is none that is known. */
export function rolesOf(table: Table): (Role | null)[] {
  const seen = new Set<Role>();
  return table.header.cells.map((cell) => {
    const key = foldName(words(cell));
    const role =
      (Object.keys(COLUMNS) as Role[]).find((name) => (COLUMNS[name] as readonly string[]).includes(key)) ??
      PHRASES.find(([, pattern]) => pattern.test(words(cell)))?.[0] ??
      null;
    if (role === null || seen.has(role)) return null;
    seen.add(role);
    return role;
  });
}

/** The fields that the rows of a table are, by the entity that their column `of` names, else of the title above it. */
export function tableDrafts(
  table: Table,
  title: Span | null,
): { readonly entities: EntityDraft[]; readonly unread: Span[] } | null {
  const roles = rolesOf(table);
  if (!roles.includes('field') || (!roles.includes('of') && title === null)) return null;
  const entities = new Map<string, { name: Span; fields: FieldDraft[] }>();
  const unread: Span[] = [];
  let last = title;
  for (const row of table.rows) {
    const cell = (role: Role) => cellOf(row, roles.indexOf(role));
    const of = cell('of') ?? last;
    const name = cell('field');
    if (of === null || name === null) {
      unread.push(row.at);
      continue;
    }
    last = of;
    const entity = entities.get(words(of)) ?? { name: of, fields: [] };
    entities.set(words(of), entity);
    const isComputed = COMPUTED.test(cell('required')?.text ?? '');
    const notes = isComputed ? cell('notes') : null;
    const details = detailsOf(row, table, roles).filter(
      (one) => notes === null || (one.text !== 'computed' && (endOf(one) <= notes.from || one.from > endOf(notes))),
    );
    entity.fields.push(draftOf(bare(name), row.at, { value: cell('type'), details, computed: notes }));
  }
  if (entities.size === 0) return null;
  return {
    entities: [...entities.values()].map(({ name, fields }) => ({ name, notes: [], owner: null, fields })),
    unread,
  };
}

function cellOf(row: Row, index: number): Span | null {
  const cell = index < 0 ? undefined : row.cells[index];
  return cell === undefined || isBlank(cell) ? null : cell;
}

function bare(name: Span): Span {
  const inner = /^(?:\*\*([^*]+)\*\*|`([^`]+)`)$/.exec(name.text);
  const text = inner?.[1] ?? inner?.[2];
  return text === undefined ? name : part(name, name.text.indexOf(text), name.text.indexOf(text) + text.length);
}

/** What a cell says of a field that nobody fills in, since it follows from others. */
export const COMPUTED = /^[*_]{0,2}(?:worked out|computed|calculated|derived)[*_]{0,2}$/i;

const YES = /^(?:yes|y|true|x|✓|✔|ja|j|required|mandatory|m|always|\*|1)$/i;
/** What a cell says of a field that nobody types and that does not follow from others. */
export const BY_SYSTEM =
  /^(?:by|from) the (?:system|product|server|app|application)$|^(?:automatic|automatically|system|auto|copied)$/i;
const NO = /^(?:no|n|false|nein|optional|o|0)$/i;

/** What the other columns say, each as a detail in the words that details have. */
function detailsOf(row: Row, table: Table, roles: readonly (Role | null)[]): Span[] {
  const found: Span[] = [];
  row.cells.forEach((cell, index) => {
    const role = roles[index] ?? null;
    if (isBlank(cell) || role === 'field' || role === 'of' || role === 'type') return;
    if (role === 'notes') found.push(...split(cell, ';'));
    else found.push(...said(cell, role, table.header.cells[index] ?? cell));
  });
  return found;
}

function said(cell: Span, role: Role | null, heading: Span): Span[] {
  const text = words(cell);
  const as = (meaning: string): Span[] => [{ text: meaning, from: cell.from }];
  if (role === 'required' && YES.test(text)) return as('required');
  if (role === 'required' && NO.test(text)) return as('optional');
  if (role === 'required' && BY_SYSTEM.test(text)) return as('set by the system');
  if (role === 'required' && COMPUTED.test(text)) return as('computed');
  const condition = role === 'required' ? requiredNote(cell) : null;
  if (condition !== null) return [condition];
  if (role === 'nullable' && YES.test(text)) return as('optional');
  if (role === 'nullable' && NO.test(text)) return as('required');
  if (role === 'unique' && YES.test(text)) return as('unique');
  if (role === 'unique' && NO.test(text)) return [];
  if (role === 'default') return as(`default ${cell.text}`);
  if (role === 'example') return as(`e.g. ${cell.text}`);
  return as(`${words(heading)}: ${cell.text}`);
}
