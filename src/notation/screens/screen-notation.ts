import { SCREEN_KIND_WORDS, SCREEN_KINDS, screenKinds } from '../../model/types/screen-kinds.ts';
import type { Column } from '../reader/columns.ts';

export const SCREEN_COLUMNS: readonly Column[] = [
  {
    name: 'Route',
    aliases: ['Path', 'URL', 'Address'],
    blank: 'An error.',
    notShown: 'The screen is left out.',
    about: 'The address, in backticks. `:id` is a parameter.',
  },
  {
    name: 'Screen',
    aliases: ['Name', 'Page', 'Title'],
    blank: 'The route.',
    notShown: 'The route.',
    about: 'The name in the navigation and the heading.',
  },
  {
    name: 'Shows',
    aliases: ['Data', 'Entity'],
    blank: 'A page of prose.',
    notShown: 'A page of prose.',
    about:
      'An entity, and which of its records: ``Task where `owner == me` ``. Also `page` and `sign in`, if no entity is called so.',
  },
  {
    name: 'As',
    aliases: ['View', 'Layout'],
    blank: '`record` if the route ends in a parameter, else `table`; `page` without an entity.',
    notShown: '`record` if the route ends in a parameter, else `table`; `page` without an entity.',
    about: 'The view, with its fields: `table: a, b`. A field for some roles: `owner (Board)`.',
  },
  {
    name: 'For',
    aliases: ['Roles', 'Role', 'Visible to'],
    blank: 'Everyone who signs in.',
    notShown: 'Nobody may open it.',
    about: 'The roles that may open it and find it in their navigation. A role `not signed in` makes it public.',
  },
];

export const SCREEN_KEYS: readonly Column[] = [
  {
    name: 'Columns',
    aliases: ['Fields', 'Inputs'],
    blank: 'What `As` says.',
    notShown: 'What `As` says.',
    about: 'The fields shown or asked for, if not given in `As`.',
  },
  {
    name: 'Sort',
    aliases: ['Sorted by', 'Order', 'Order by'],
    blank: '`newest first`.',
    notShown: '`newest first`.',
    about: 'The order of the rows; see *Orders*.',
  },
  {
    name: 'Group by',
    aliases: ['Grouped by', 'Grouping'],
    blank: 'Ungrouped; people may group tables and lists themselves (A-GROUPS).',
    notShown: 'Ungrouped, and nobody may group.',
    about: 'A field, or `month of` a date (day, week, quarter, year). `no`: nobody may group.',
  },
  {
    name: 'Actions',
    aliases: ['Buttons', 'Events'],
    blank: 'None.',
    notShown: 'None.',
    about: 'Events offered on each row, and on several at once.',
  },
  {
    name: 'When empty',
    aliases: ['If empty', 'Empty text'],
    blank: 'A standard text.',
    notShown: 'A standard text.',
    about: 'The text if there are no records.',
  },
  {
    name: 'Number',
    aliases: ['Figure', 'Tile'],
    blank: 'None.',
    notShown: 'None.',
    about: 'A figure: `NAME, MEASURE`, then `where` and a condition if needed.',
  },
  {
    name: 'Chart',
    aliases: ['Graph', 'Diagram'],
    blank: 'None.',
    notShown: 'None.',
    about: '`NAME, bar, MEASURE by FIELD`, or `line`, then `where` if needed.',
  },
  {
    name: 'Filter',
    aliases: ['Saved filter'],
    blank: 'None.',
    notShown: 'None.',
    about: '``NAME where `condition` ``: while on, only these records are shown. `, on at first`: it starts on.',
  },
  {
    name: 'Switch',
    aliases: ['Toggle'],
    blank: 'None.',
    notShown: 'None.',
    about: '``NAME where `condition` ``: these records are shown only while on. `, on at first` as above.',
  },
  {
    name: 'Section',
    aliases: ['Panel'],
    blank: 'None.',
    notShown: 'None.',
    about:
      '`NAME: a, b for ROLE, ROLE`: fields under a heading of their own, for all or for these roles. Without fields, a heading.',
  },
  {
    name: 'Link',
    aliases: ['Links'],
    blank: 'None.',
    notShown: 'None.',
    about:
      '`TEXT → ROUTE` (or `->`): a link to a screen; commas separate several. Without a text, the name of that screen.',
  },
  {
    name: 'Start for',
    aliases: ['Start screen for', 'Home of'],
    blank: 'None.',
    notShown: 'None.',
    about: 'The roles that land here after signing in.',
  },
  {
    name: 'Menu',
    aliases: ['In menu', 'Navigation', 'In navigation'],
    blank: '`yes`, unless it is a form or has a parameter (A-NAVIGATION).',
    notShown: '`yes`, unless it is a form or has a parameter (A-NAVIGATION).',
    about: '`yes`, `no`, or ``where `condition` `` about `me`: the entry in the navigation. It is no permission.',
  },
  {
    name: 'Only if',
    aliases: ['Opens if', 'Guard'],
    blank: 'None.',
    notShown: 'Nobody may open it.',
    about: 'The condition for opening the screen.',
  },
  {
    name: 'Otherwise',
    aliases: ['Else', 'If not'],
    blank: 'Their start screen.',
    notShown: 'Their start screen.',
    about: '`ROUTE "message"`: where people are redirected who may not open it or do not meet `Only if`.',
  },
  {
    name: 'Redirects to',
    aliases: ['Redirect to', 'Redirect'],
    blank: 'None.',
    notShown: 'None.',
    about: '`ROUTE "message"`: makes the screen a `redirect`.',
  },
  {
    name: 'Then',
    aliases: ['After sending', 'Goes to'],
    blank: 'The new record.',
    notShown: 'The new record.',
    about: '`ROUTE "message"`: where the form leads once it is submitted.',
  },
  {
    name: 'Refresh',
    aliases: ['Refreshes'],
    blank: 'When something changes.',
    notShown: 'When something changes.',
    about: 'How often it reloads: `every 60 seconds`.',
  },
  {
    name: 'Page size',
    aliases: ['Rows per page'],
    blank: 'The limit of point 9.',
    notShown: 'The limit of point 9.',
    about: 'Rows on a page: a number or a constant.',
  },
  {
    name: 'Export',
    aliases: ['Exports', 'CSV export'],
    blank: 'Offered on lists (A-CSV).',
    notShown: 'Nobody may.',
    about: '`yes` or `no`: CSV export.',
  },
  {
    name: 'Import',
    aliases: ['Imports', 'CSV import'],
    blank: 'Offered on lists to those who may create the records (A-CSV).',
    notShown: 'Nobody may.',
    about: '`yes` or `no`: CSV import.',
  },
  {
    name: 'Trash',
    aliases: ['Recycle bin', 'Bin'],
    blank: 'Offered on lists to those who may restore them (A-RESTORE).',
    notShown: 'Nobody may.',
    about: '`yes` or `no`: access to deleted records.',
  },
  {
    name: 'Edit in place',
    aliases: ['Inline edit', 'Inline editing'],
    blank: 'Offered to those who may change the records (A-INLINE).',
    notShown: 'Nobody may.',
    about: '`yes` or `no`: editing in table rows.',
  },
  {
    name: 'Presence',
    aliases: ['Live presence', 'Who is here'],
    blank: '`yes` (A-PRESENCE).',
    notShown: '`no`.',
    about: '`yes` or `no`: people who have the record open see each other.',
  },
  {
    name: 'Duplicate',
    aliases: ['Clone', 'Duplication'],
    blank: 'Offered to those who may create such records (A-DUPLICATE).',
    notShown: 'Nobody may.',
    about: '`yes` or `no`: a new record filled in with the values of this one.',
  },
  {
    name: 'Related',
    aliases: ['Related lists', 'Related records'],
    blank: '`yes` (A-RELATED).',
    notShown: '`no`.',
    about: '`yes` or `no`: a list of the records that refer to it.',
  },
  {
    name: 'Comments',
    aliases: ['Commenting', 'Discussion'],
    blank: 'None.',
    notShown: 'None.',
    about: '`yes` or `no`: comments on the record.',
  },
  {
    name: 'Shares views',
    aliases: ['Shared views', 'Views shared by', 'View sharing'],
    blank: 'Those who may change the roles of people (A-VIEWS).',
    notShown: 'Nobody may.',
    about: 'The roles that may save views of this list for others.',
  },
];

/** The keys of a `### Name` part of a screen. */
export const ALL_KEYS: readonly Column[] = [...SCREEN_KEYS, ...SCREEN_COLUMNS];

/** The ways to write a view, for messages. */
export const SCREEN_VIEWS = orList(
  screenKinds.map((kind) => {
    const { shows, by } = SCREEN_KINDS[kind];
    const { words } = SCREEN_KIND_WORDS[kind];
    if (by !== null) return by === 'date' ? `${words[0]} by FIELD to FIELD` : `${words[0]} by FIELD`;
    return shows === 'records' || shows === 'form' ? `${words[0]}: a, b` : words[0];
  }),
);

function orList(ways: readonly string[]): string {
  const quoted = ways.map((way) => `\`${way}\``);
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}
