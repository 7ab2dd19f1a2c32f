import type { Column } from '../reader/columns.ts';

export const SCREEN_COLUMNS: readonly Column[] = [
  {
    name: 'Route',
    aliases: ['Path', 'URL', 'Address'],
    blank: 'an error: a screen needs an address',
    notShown: 'the screen is left out, and the gap is listed',
    about: 'The address of the screen, in backticks. `:id` is a parameter.',
  },
  {
    name: 'Screen',
    aliases: ['Name', 'Page', 'Title'],
    blank: 'the route is its name',
    notShown: 'the route is its name',
    about: 'What people read in the navigation and as the heading.',
  },
  {
    name: 'Shows',
    aliases: ['Data', 'Entity'],
    blank: 'a page of prose',
    notShown: 'a page of prose, and the gap is listed',
    about:
      'An entity, and which of its records: ``Task where `owner == me` ``. The permission to read is asked as well, always. `page` and `sign in` here are read as under `As`, unless an entity is called so.',
  },
  {
    name: 'As',
    aliases: ['View', 'Layout'],
    blank: '`record` where the route ends in a parameter, else `table`; `page` where nothing is shown',
    notShown: 'as blank, and the gap is listed',
    about:
      '`table: a, b` with its columns · `list: a, b` · `form: a, b` with its inputs · `record` · `board by FIELD` · `calendar by FIELD to FIELD` · `dashboard` · `page` · `redirect`. A column for some roles only: `assignee (Agent, Lead)`.',
  },
  {
    name: 'For',
    aliases: ['Roles', 'Role', 'Visible to'],
    blank: 'everyone who signs in',
    notShown: 'nobody, until a line says who',
    about:
      'The roles that find it in their navigation and may open it. With a role of those who have not signed in it is public: whoever signs in opens it too.',
  },
];

export const SCREEN_KEYS: readonly Column[] = [
  {
    name: 'Columns',
    aliases: ['Fields', 'Inputs'],
    blank: 'what `As` says behind its colon',
    notShown: 'all that the person may read or fill in, and the gap is listed',
    about:
      'The fields that the screen shows or asks for, as behind the colon of `As`: `title, assignee (Agent, Lead)`.',
  },
  {
    name: 'Sort',
    aliases: ['Sorted by', 'Order', 'Order by'],
    blank: 'newest created first',
    notShown: 'newest created first, and the gap is listed',
    about: 'Fields, ascending, empty values last; `-field` descends; `newest first` and `oldest first` go by creation.',
  },
  {
    name: 'Group by',
    aliases: ['Grouped by', 'Grouping'],
    blank: 'in no groups at first; people group the rows of tables and lists themselves (A-GROUPS)',
    notShown: 'in no groups, and nobody groups them, until a line says it',
    about:
      'A field whose values the rows stand under: a choice, a state, a record, a role, yes or no, or `month of` a date (day, week, month, quarter, year). `no`: nobody groups them.',
  },
  {
    name: 'Actions',
    aliases: ['Buttons', 'Events'],
    blank: 'no events on rows',
    notShown: 'no events on rows, and the gap is listed',
    about: 'Events of point 4 that are offered on each row and on several rows at once.',
  },
  {
    name: 'When empty',
    aliases: ['If empty', 'Empty text'],
    blank: 'a sentence of ours',
    notShown: 'a sentence of ours',
    about: 'What stands there while there is nothing to show.',
  },
  {
    name: 'Number',
    aliases: ['Figure', 'Tile'],
    blank: 'nothing',
    notShown: 'nothing, and the gap is listed',
    about:
      'A figure: `NAME, count` or `NAME, sum of FIELD`, with `where` and a condition. Also `average`, `min`, `max`.',
  },
  {
    name: 'Chart',
    aliases: ['Graph', 'Diagram'],
    blank: 'nothing',
    notShown: 'nothing, and the gap is listed',
    about:
      '`NAME, bar` or `NAME, line`, then `sum of FIELD by FIELD`, or `by month of FIELD` (day, week, month, quarter, year).',
  },
  {
    name: 'Filter',
    aliases: ['Saved filter'],
    blank: 'nothing',
    notShown: 'nothing, and the gap is listed',
    about:
      '``NAME where `condition` ``: keeps to these records while it is on. `, on at first` behind it: it begins so.',
  },
  {
    name: 'Switch',
    aliases: ['Toggle'],
    blank: 'nothing',
    notShown: 'nothing, and the gap is listed',
    about: '``NAME where `condition` ``: brings these records in while it is on, and keeps them away while it is off.',
  },
  {
    name: 'Section',
    aliases: ['Panel'],
    blank: 'nothing',
    notShown: 'nothing, and the gap is listed',
    about:
      '`NAME: a, b for ROLE, ROLE`: fields under a heading of their own, for everybody or some. Without fields, the heading.',
  },
  {
    name: 'Link',
    aliases: ['Links'],
    blank: 'nothing',
    notShown: 'nothing, and the gap is listed',
    about: '`TEXT → ROUTE`: a way to another screen. Without a text, its name.',
  },
  {
    name: 'Start for',
    aliases: ['Start screen for', 'Home of'],
    blank: 'nobody begins here',
    notShown: 'nobody begins here, and the gap is listed',
    about: 'The roles that land here after signing in.',
  },
  {
    name: 'Menu',
    aliases: ['In menu', 'Navigation', 'In navigation'],
    blank: 'in the menu, unless it is a form or its route has a parameter (A-NAVIGATION)',
    notShown: 'as blank, and the gap is listed',
    about: '`yes`, `no`, or ``where `condition` `` about `me`. It hides the entry and is no permission.',
  },
  {
    name: 'Only if',
    aliases: ['Opens if', 'Guard'],
    blank: 'no condition',
    notShown: 'nobody, until a line says it',
    about: 'Whoever does not meet the condition is led to what `Otherwise` says. Point 6 decides what may be read.',
  },
  {
    name: 'Otherwise',
    aliases: ['Else', 'If not'],
    blank: 'where they begin',
    notShown: 'where they begin, and the gap is listed',
    about: '`ROUTE "message"`: where it leads whoever may not open it, or does not meet `Only if`.',
  },
  {
    name: 'Redirects to',
    aliases: ['Redirect to', 'Redirect'],
    blank: 'nothing',
    notShown: 'nothing, and the gap is listed',
    about: '`ROUTE "message"`: the address shows nothing itself and leads on. It makes the screen a `redirect`.',
  },
  {
    name: 'Then',
    aliases: ['After sending', 'Goes to'],
    blank: 'the new record',
    notShown: 'the new record, and the gap is listed',
    about: '`ROUTE "message"`: where a form leads to when it was sent, and what is said there.',
  },
  {
    name: 'Refresh',
    aliases: ['Refreshes'],
    blank: 'as soon as something changes',
    notShown: 'as soon as something changes, and the gap is listed',
    about: '`every 60 seconds`: it fetches anew by itself.',
  },
  {
    name: 'Page size',
    aliases: ['Rows per page'],
    blank: 'the limit of point 9',
    notShown: 'the limit of point 9, and the gap is listed',
    about: 'How many rows stand on a page of this screen: a number or a constant.',
  },
  {
    name: 'Export',
    aliases: ['Exports', 'CSV export'],
    blank: 'offered on lists, as CSV (A-CSV)',
    notShown: 'nobody, until a line says it',
    about: '`yes` or `no`: whether people may have the rows that they read as a file.',
  },
  {
    name: 'Import',
    aliases: ['Imports', 'CSV import'],
    blank: 'offered on lists, from CSV, to whoever may create such records (A-CSV)',
    notShown: 'nobody, until a line says it',
    about: '`yes` or `no`: whether people may make records of a file here.',
  },
  {
    name: 'Trash',
    aliases: ['Recycle bin', 'Bin'],
    blank: 'offered on lists, to whoever may bring such records back (A-RESTORE)',
    notShown: 'nobody, until a line says it',
    about: '`yes` or `no`: whether people find from here what was deleted, and bring it back.',
  },
  {
    name: 'Edit in place',
    aliases: ['Inline edit', 'Inline editing'],
    blank: 'offered in the rows of a table, to whoever may change them (A-INLINE)',
    notShown: 'nobody, until a line says it',
    about: '`yes` or `no`: whether people change a field in the row itself.',
  },
  {
    name: 'Presence',
    aliases: ['Live presence', 'Who is here'],
    blank: 'people who look at the same record see one another there, each by the name that they read (A-PRESENCE)',
    notShown: 'nobody, until a line says it',
    about: '`yes` or `no`: whether whoever opens a record sees who else has it open and who is editing it.',
  },
  {
    name: 'Duplicate',
    aliases: ['Clone', 'Duplication'],
    blank: 'offered on records, to whoever may create such records (A-DUPLICATE)',
    notShown: 'nobody, until a line says it',
    about: '`yes` or `no`: whether a record leads to the form for a new one, filled in with its values.',
  },
  {
    name: 'Related',
    aliases: ['Related lists', 'Related records'],
    blank: 'a record lists those that refer to it, each to whoever reads them and the field that refers (A-RELATED)',
    notShown: 'nobody, until a line says it',
    about: '`yes` or `no`: whether a record lists the records that refer to it.',
  },
  {
    name: 'Comments',
    aliases: ['Commenting', 'Discussion'],
    blank: 'there are none',
    notShown: 'nobody, until a line says it',
    about: '`yes` or `no`: whether whoever may read the record writes comments at it, and reads those of the others.',
  },
  {
    name: 'Shares views',
    aliases: ['Shared views', 'Views shared by', 'View sharing'],
    blank: 'whoever may change what gives people their roles (A-VIEWS)',
    notShown: 'nobody, until a line says it',
    about: 'The roles that keep views of this list for others, each for the people of one role.',
  },
];

/** What a `### Name` part of a screen is read by. */
export const ALL_KEYS: readonly Column[] = [...SCREEN_KEYS, ...SCREEN_COLUMNS];

export const SCREEN_KINDS =
  '`table: a, b`, `list: a, b`, `form: a, b`, `record`, `board by FIELD`, `calendar by FIELD to FIELD`, `dashboard`, `page`, `redirect` or `sign in`';
