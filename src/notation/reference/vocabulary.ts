import { fields } from '../../fields/index.ts';
import { ERROR_WORDS } from '../../model/lookups/error-shape.ts';
import { labelOf } from '../../model/lookups/label-from-name.ts';
import type { Point } from '../../model/types/element.ts';
import { SCREEN_KIND_WORDS, screenKinds } from '../../model/types/screen-kinds.ts';
import { API_KEYS, CALL_PART_KEYS } from '../calls/call-options.ts';
import { CALL_COLUMNS } from '../calls/calls.ts';
import { PARAMETER_COLUMNS, PARAMETER_EFFECTS } from '../calls/parameters.ts';
import { MEMBER_VALUES, SHAPE_COLUMNS, SHAPE_KEYS } from '../calls/shapes.ts';
import { ENTITY_KEYS, FIELD_COLUMNS } from '../entities/entities.ts';
import { NOTE_KEYWORDS } from '../entities/note-keywords.ts';
import { CONSTANT_COLUMNS, LIMITS } from '../limits/limits.ts';
import { ERROR_COLUMNS, ERROR_KEYS } from '../points/error-columns.ts';
import { PRODUCT_KEYS } from '../points/product.ts';
import { HOLDER_PHRASES } from '../points/role-holders.ts';
import { GRANTS, ROLE_COLUMNS } from '../points/roles.ts';
import { RULE_COLUMNS } from '../points/rules.ts';
import type { Column } from '../reader/columns.ts';
import { SCREEN_COLUMNS, SCREEN_KEYS } from '../screens/screen-notation.ts';
import { EFFECTS, MACHINE_KEYS, TRANSITION_COLUMNS, TRIGGERS } from '../states/transition-columns.ts';

/** The columns of a table or the keys of a list, with the name that NOTATION.md and the ledger use. */
export interface ColumnGroup {
  readonly name: string;
  readonly point: Point;
  readonly columns: readonly Column[];
}

/** The words that one place accepts. */
export interface WordGroup {
  readonly name: string;
  readonly point: Point | null;
  readonly words: readonly Word[];
}

export interface Word {
  /** Short and unique in its group. */
  readonly name: string;
  /** As a document writes it. */
  readonly write: string;
  readonly aliases: readonly string[];
  readonly about: string;
}

/** All columns and keys that the reader knows. */
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
  { name: 'keys of all calls', point: 7, columns: API_KEYS },
  { name: 'call keys', point: 7, columns: CALL_PART_KEYS },
  { name: 'parameter columns', point: 7, columns: PARAMETER_COLUMNS },
  { name: 'shape keys', point: 7, columns: SHAPE_KEYS },
  { name: 'shape columns', point: 7, columns: SHAPE_COLUMNS },
  { name: 'error keys', point: 8, columns: ERROR_KEYS },
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

/** All words that the reader knows inside cells and values. */
export const WORD_GROUPS: readonly WordGroup[] = [
  {
    name: 'views',
    point: 2,
    words: screenKinds.map((kind) => {
      const { words, about } = SCREEN_KIND_WORDS[kind];
      return word(words[0], about, words.slice(1));
    }),
  },
  {
    name: 'orders',
    point: 2,
    words: [
      word('field', 'Ascending, empty values last.'),
      word('-field', 'Descending, empty values last.', ['field descending', 'field desc']),
      word('newest first', 'Latest created first.'),
      word('oldest first', 'Earliest created first.'),
    ],
  },
  {
    name: 'measures',
    point: 2,
    words: [
      word('count', 'The number of records.'),
      word('sum of field', 'The sum, of one currency; 0 if there is nothing to add.', ['total of field']),
      word('average of field', 'The average of the values that are not empty.', ['mean of field']),
      word('min of field', 'The smallest.', ['minimum of field']),
      word('max of field', 'The largest.', ['maximum of field']),
    ],
  },
  {
    name: 'charts',
    point: 2,
    words: [
      word('bar', 'A bar for each value of the field after `by`.'),
      word('line', 'A line over these values.'),
      word('by field', 'One mark for each choice or value.'),
      word(
        'by month of field',
        'One mark for each month (day, week, quarter, year) of a date; 0 where there is no data.',
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
      word('read', 'Seeing a record, also in lists, searches and counts.', ['see', 'view']),
      word('create', 'Creating a record.', ['add']),
      word('change', 'Changing a record, in an editable state.', ['edit', 'update', 'write']),
      word('delete', 'Deleting a record.', ['remove']),
      word(
        'restore',
        'Finding and restoring deleted records that one may read. Without such a row, those who may delete them (A-RESTORE).',
        ['undelete', 'recover'],
      ),
    ],
  },
  { name: 'grants', point: 6, words: GRANTS.map(({ write, about }) => word(write, about)) },
  { name: 'roles', point: 6, words: HOLDER_PHRASES },
  {
    name: 'deeds',
    point: 7,
    words: [
      word('list', 'A page of records. Sends `filter, sort, page`.', ['search']),
      word('read', 'One record.', ['get']),
      word('create', 'Creates a record.', ['add']),
      word('change', 'Changes some fields of a record.', ['update']),
      word('delete', 'Deletes a record.', ['remove']),
      word('EVENT', '`submit Order`: raises an event of point 4. Sends what the event asks for.'),
      word('sign up', '`sign up Person`: creates the person and opens a session.'),
      word(
        'sign in',
        '`sign in Person`: opens a session. Sends the sign-in field (or another unique one) and the password.',
      ),
      word('sign out', 'Ends the session of the request.'),
      word('change password', 'Sends the word `current` for the present password, and the password field.'),
      word(
        'me',
        '`read me`, `change me`, `delete me`, `EVENT me`: about the own record of whoever calls, with no key in the path.',
      ),
      word(
        'bulk',
        '`bulk create Order`, also `change`, `delete` and events: the body is a list of up to 200 items as the call for one record would take them; all but new records state their `id`, and may state the `etag`. Each is decided and written on its own, in order; the answer is `{ "results": [{ "status": 201, "record": … }] }`, with `error` for the items that were refused.',
      ),
      word(
        'delete all',
        '`delete all Task`: deletes all records that the caller may read, also with `where` and under the parents in the path: up to 1,000, each decided on its own, in one transaction. If one may not be deleted, none is. Sends and answers nothing.',
        ['remove all'],
      ),
      word(
        'upload',
        '`upload Order.invoice`: sets the file field to the body of the request, or to the only file of a form. A body that is no form states its name in `Content-Disposition`; without a name it gets one with the ending of its content: `file.png`.',
      ),
      word('download', '`download Order.invoice`: answers with the bytes of the file.'),
      word(
        'values of',
        '`values of Task.tags`: the different values of a field, or in its lists, in order: `["a", "b"]`; in records that the caller may read, also with `where` and under the parents in the path. Up to 5,000, without pages. *Gets*: `{ "tags": tags }`.',
        ['distinct values of'],
      ),
      word('outside', 'A call to another system, made by the effect `call NAME`.', ['outside call']),
      named(
        'where',
        'list Task where `condition`',
        'Only the records that meet the condition; others are not found. With no parameter for the record, the path means the only one that does: ``read Settings where `owner == me` ``.',
      ),
    ],
  },
  {
    name: 'addresses and shapes',
    point: 7,
    words: [
      named(
        'path',
        '`/orders/:id/payments`',
        'A parameter: the record; of a list, the record that its records refer to.',
      ),
      named('query', '`/orders?due_from=`', 'Query names of a list: its fields, and those of every list.'),
      named(
        'shape',
        '`{ "due": dueOn }`',
        'A shape: the names in a body, each with its field. Nothing else is accepted or given.',
      ),
    ],
  },
  { name: 'parameter effects', point: 7, words: PARAMETER_EFFECTS },
  { name: 'member values', point: 7, words: MEMBER_VALUES },
  {
    name: 'error words',
    point: 8,
    words: [
      ...Object.entries(ERROR_WORDS).map(([name, about]) => word(name, `${about}.`)),
      named(
        '{field}',
        '`{ "{field}": [message] }`',
        'A member for each field with failures, which holds its failures.',
      ),
      named('list', '`[{ "code": code }]`, `[message]`', 'An item for each failure.'),
      named(
        'text',
        '`"https://docs.example/{code}"`',
        'The text, with words and constants filled in; also a number, `true`, `null`, a constant.',
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
      word('not shown.', 'Unknown: permits nothing and is listed as a gap.'),
      word('## Sample data', 'An appendix: records for development.', ['Samples', 'Example data', 'Demo data']),
      word('## Translations', 'An appendix: texts of the document in other languages.', ['Translation', 'Languages']),
    ],
  },
];
