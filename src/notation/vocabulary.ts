import { fields } from '../fields/index.ts';
import { labelOf } from '../model/lookups/label.ts';
import type { Point } from '../model/types/place.ts';
import type { Column } from './columns.ts';
import { PRODUCT_KEYS } from './points/1-product.ts';
import { SCREEN_COLUMNS, SCREEN_KEYS } from './points/2-columns.ts';
import { ENTITY_KEYS, FIELD_COLUMNS } from './points/3-entities.ts';
import { NOTE_KEYWORDS } from './points/3-note-keywords.ts';
import { EFFECTS, MACHINE_KEYS, TRANSITION_COLUMNS, TRIGGERS } from './points/4-columns.ts';
import { RULE_COLUMNS } from './points/5-rules.ts';
import { HOLDERS } from './points/6-holders.ts';
import { GRANTS, ROLE_COLUMNS } from './points/6-roles.ts';
import { CALL_COLUMNS } from './points/7-calls.ts';
import { ERROR_COLUMNS } from './points/8-errors.ts';
import { CONSTANT_COLUMNS, LIMITS } from './points/9-limits.ts';

/** The columns of a table or the keys of a list, by the name that NOTATION.md and the ledger give them. */
export interface ColumnGroup {
  readonly name: string;
  readonly point: Point;
  readonly columns: readonly Column[];
}

/** The words that may stand in one place. */
export interface WordGroup {
  readonly name: string;
  readonly point: Point | null;
  readonly words: readonly Word[];
}

export interface Word {
  /** Short and unique in its group. */
  readonly name: string;
  /** As it stands in a document. */
  readonly write: string;
  readonly aliases: readonly string[];
  readonly about: string;
}

/** All columns and keys that are read. */
export const COLUMN_GROUPS: readonly ColumnGroup[] = [
  { name: 'product keys', point: 1, columns: PRODUCT_KEYS },
  { name: 'screen columns', point: 2, columns: SCREEN_COLUMNS },
  { name: 'screen keys', point: 2, columns: SCREEN_KEYS },
  { name: 'field columns', point: 3, columns: FIELD_COLUMNS },
  { name: 'entity keys', point: 3, columns: ENTITY_KEYS },
  { name: 'transition columns', point: 4, columns: TRANSITION_COLUMNS },
  { name: 'machine keys', point: 4, columns: MACHINE_KEYS },
  { name: 'rule columns', point: 5, columns: RULE_COLUMNS },
  { name: 'role columns', point: 6, columns: ROLE_COLUMNS },
  { name: 'call columns', point: 7, columns: CALL_COLUMNS },
  { name: 'error columns', point: 8, columns: ERROR_COLUMNS },
  { name: 'constant columns', point: 9, columns: CONSTANT_COLUMNS },
];

const word = (write: string, about: string, aliases: readonly string[] = []): Word => ({
  name: write,
  write,
  aliases,
  about,
});

const named = (name: string, write: string, about: string): Word => ({ name, write, aliases: [], about });

/** All words that are read inside of cells and values. */
export const WORD_GROUPS: readonly WordGroup[] = [
  {
    name: 'views',
    point: 2,
    words: [
      word('table', 'Rows with columns: `table: title, total`. Without fields, all that the person may read.'),
      word('list', 'One record below the other: `list: title, total`.', ['tiles', 'cards']),
      word(
        'form',
        'Inputs for a new record: `form: title, total`. Without fields, all that the person may fill in. One that is there is changed on its `record`.',
      ),
      word('record', 'One record with its state, events and history. The route has a parameter.', ['detail']),
      word(
        'board',
        '`board by status`: a column for each choice of a field that the filter admits, in stated order; by a field that leads to other records, one for each record that the person reads. Records without a value stand in a column of their own before the others.',
      ),
      word(
        'calendar',
        '`calendar by startsOn to endsOn`: records on the days from one field to another, or on one day.',
      ),
      word('dashboard', 'The numbers and charts of its `### Name` part.'),
      word('page', 'The prose of its `### Name` part.'),
      word('redirect', 'Nothing of its own: the key `Redirects to` says where the address leads.'),
      word(
        'sign in',
        'Where people sign in. Whoever opens a screen that needs it is led here, and then on to where they wanted to go, if that is an address of this application; else to what `Then` says.',
        ['sign-in'],
      ),
    ],
  },
  {
    name: 'orders',
    point: 2,
    words: [
      word('field', 'Ascending, empty values last.'),
      word('-field', 'Descending, empty values last.', ['field descending', 'field desc']),
      word('newest first', 'Latest created first, as where no order is stated.'),
      word('oldest first', 'Earliest created first.'),
    ],
  },
  {
    name: 'measures',
    point: 2,
    words: [
      word('count', 'How many records the person may read.'),
      word('sum of field', 'Their sum, in one currency. Nothing to add up is 0.', ['total of field']),
      word('average of field', 'Their average, over those that have a value.', ['mean of field']),
      word('min of field', 'The smallest.', ['minimum of field']),
      word('max of field', 'The largest.', ['maximum of field']),
    ],
  },
  {
    name: 'charts',
    point: 2,
    words: [
      word('bar', 'A bar for each value of the field behind `by`.'),
      word('line', 'A line over the values of the field behind `by`.'),
      word('by field', 'One mark for each choice or value.'),
      word(
        'by month of field',
        'One mark for each day, week, month, quarter or year of a date; those without data are 0.',
      ),
    ],
  },
  {
    name: 'types',
    point: 3,
    words: fields
      .filter((field) => field.kind !== 'unknown')
      .map((field) => ({
        name: field.kind,
        write: field.kind,
        aliases: field.spellings.filter((spelling) => spelling !== field.kind),
        about: field.about,
      })),
  },
  { name: 'notes', point: 3, words: NOTE_KEYWORDS },
  { name: 'triggers', point: 4, words: TRIGGERS },
  { name: 'effects', point: 4, words: EFFECTS },
  {
    name: 'operations',
    point: 6,
    words: [
      word(
        'read',
        'Finding and seeing a record, and what lists, searches and counts hold. `Entity.field: read` decides about one field.',
        ['see', 'view'],
      ),
      word('create', 'Making a record.', ['add']),
      word(
        'change',
        'Changing a record, in a state in which it is editable. `Entity.field: change` decides about one field.',
        ['edit', 'update', 'write'],
      ),
      word('delete', 'Deleting a record.', ['remove']),
      word(
        'restore',
        'Finding deleted records and bringing them back, of those that one may read. Without such a row: whoever may delete the record (A-RESTORE).',
        ['undelete', 'recover'],
      ),
    ],
  },
  { name: 'grants', point: 6, words: GRANTS.map(({ write, about }) => word(write, about)) },
  { name: 'roles', point: 6, words: HOLDERS },
  {
    name: 'deeds',
    point: 7,
    words: [
      word('list', 'A page of records. It sends `filter, sort, page`.', ['search']),
      word('read', 'One record.', ['get']),
      word('create', 'A new record.', ['add']),
      word('change', 'Some fields of a record.', ['update']),
      word('delete', 'A record goes.', ['remove']),
      word('EVENT', '`submit Order`: an event of point 4. It sends what the event asks for.'),
      word('outside', 'A call that the product makes to somebody else; effects name it.', ['outside call']),
    ],
  },
  {
    name: 'addresses and shapes',
    point: 7,
    words: [
      named(
        'path',
        '`/orders/:id/payments`',
        'The record that is meant; of a list, the one that its records belong with.',
      ),
      named(
        'query',
        '`/orders?due_from=`',
        'What a list may be asked for: a field, in any spelling, or what every list understands.',
      ),
      named(
        'shape',
        '`{ "due": dueOn }`',
        'The names of a body, each with its field. Nothing else is taken, and nothing else given.',
      ),
    ],
  },
  {
    name: 'limits',
    point: 9,
    words: LIMITS.map((limit) => ({ ...limit, write: `${labelOf(limit.name)}: ${limit.write}` })),
  },
  {
    name: 'everywhere',
    point: null,
    words: [
      word('not shown.', 'Unknown. It permits nothing, and is listed with what cannot be decided because of it.'),
      word(
        '## Sample data',
        'An appendix: a `### Entity` with a table whose columns are fields. Development starts from these rows.',
        ['Samples', 'Example data', 'Demo data', 'Test data'],
      ),
      word(
        '## Translations',
        'An appendix: a table whose first column is a text of the document as it stands there, and each other one, headed by a language tag, the same text in that language.',
        ['Translation', 'Languages'],
      ),
    ],
  },
];
