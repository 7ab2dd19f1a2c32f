import type { Assumption } from '../../model/types/element.ts';

interface AssumptionText {
  /** What is assumed, in a sentence. */
  readonly about: string;
  /** How long the assumption applies, and what to write to end it. */
  readonly ends: string;
}

const TEXTS: Readonly<Record<Assumption, AssumptionText>> = {
  'A-SCREENS': {
    about:
      'Screens that are not stated: a list, a record and a form for each entity that someone may use. Screens that are described under headings without a route get one from their name.',
    ends: 'It applies per entity and kind of screen, until point 2 states a screen of that kind. A line `- Route: …` under a heading replaces an assumed route.',
  },
  'A-CALLS': {
    about: 'Calls that are not stated: the usual REST paths under /api for each entity and event.',
    ends: 'It applies per entity and operation, until point 7 states a call for it.',
  },
  'A-PEOPLE': {
    about:
      'No field is marked `sign-in`: people sign in with the address of the one entity that has an address and a role, else there is a built-in Person with a name, an address and roles.',
    ends: 'Mark one field of one entity of point 3 with `sign-in`. Production refuses to start before that.',
  },
  'A-ROLES': {
    about: 'Point 6 is not shown at all: in development everyone may do everything, with a banner on each screen.',
    ends: 'One stated cell of point 6 ends it. Production refuses to start while it applies.',
  },
  'A-ERRORS': {
    about: 'Refusals that the catalogue does not name have a built-in code, status and message.',
    ends: 'Add an entry with the same code to point 8. `ninefold explain NOT_FOUND` shows a built-in one.',
  },
  'A-NAVIGATION': {
    about:
      'Each screen without a parameter is in the navigation of its roles; a form is linked from the list of its entity.',
    ends: 'Write `Menu: no`, or `Menu: when` with a condition, under the part of a screen in point 2.',
  },
  'A-CSV': {
    about: 'People can export the rows of a list that they may read as CSV, and import records that they may create.',
    ends: 'Write `Export: no` or `Import: no` under the part of a screen in point 2.',
  },
  'A-RESTORE': {
    about:
      'People who may delete a record and could read it find it among the deleted records of its list and can restore it, for 30 days unless point 9 says otherwise.',
    ends: 'Give point 6 a row such as `Order: restore`; with `no` for everybody, nobody can restore it. `Trash: no` under the part of a screen in point 2 hides the deleted records of the list.',
  },
  'A-VIEWS': {
    about:
      'Everybody can save views of a list for themselves. People who may change roles can share views with a role, on lists that they can open.',
    ends: 'Write `Shares views:` and the roles under the part of a screen in point 2.',
  },
  'A-INLINE': {
    about:
      'In a table, people can edit a field in its row if they may change it on that record now. The server decides each change as if it came from a form.',
    ends: 'Write `Edit in place: no` under the part of the screen in point 2.',
  },
  'A-PRESENCE': {
    about:
      'People who have the same record open see one another, and who is editing. They only see people whose name they may read. Presence is never stored.',
    ends: 'Write `Presence: no` under the part of the screen of that record in point 2; if every screen of such records says so, presence is off for them.',
  },
  'A-GROUPS': {
    about:
      'People can group the rows of a table or list by a field that they may read: choices, states, roles, other records, yes or no, the months of a date. The groups contain and count only what they may read.',
    ends: 'Write `Group by: no` under the part of the screen in point 2. `Group by:` and a field groups them from the start.',
  },
  'A-DUPLICATE': {
    about:
      'People can duplicate a record: the form for a new one opens with the values that they may read, without files, secrets, states and unique values. The server decides it like any new record.',
    ends: 'Write `Duplicate: no` under the part of the screen of that record in point 2.',
  },
  'A-RELATED': {
    about:
      'A record lists the records that refer to it, one list per field. People see those that they may read, if they may read the field, with the columns and order of their list screen of such records. From there they can create one that refers to it, if they have a form with the field.',
    ends: 'Write `Related: no` under the part of the screen of that record in point 2.',
  },
  'A-OFFLINE': {
    about:
      'The device of a signed-in person stores what they read for at most seven days, to show it while the server can’t be reached, and what they could not send yet. Signing out, a change of roles and a change of the document delete it. In development nothing is stored.',
    ends: 'Write `- Offline: no` into point 1, and nothing is stored.',
  },
  'A-ORDER': {
    about: 'Text is sorted ignoring case and accents, and numbers in it by their value: “Room 9” before “room 10”.',
    ends: 'A document can’t change it. It makes all databases sort the same way.',
  },
  'A-LIMITS': {
    about:
      'Limits that are not stated: 50 records per page, 600 requests per minute and person, uploads of up to 10 MB, exports of up to 10,000 rows and imports of up to 1,000.',
    ends: 'State the limit in point 9, as in `| Page size | 20 | |`. A constant with a matching name, such as PAGE_SIZE, counts as well.',
  },
  'A-INITIAL': {
    about: 'No `(new)` row states in which state a record starts: it is the first state.',
    ends: 'Write a row from `(new)` into the table of the machine in point 4.',
  },
  'A-LOCALE': {
    about: 'Language and time zone are not stated: English and UTC.',
    ends: 'Write `- Language: de` and `- Time zone: Europe/Berlin` into point 1.',
  },
};

/** The texts of all assumptions, by code. */
export const ASSUMPTIONS: ReadonlyMap<string, AssumptionText> = new Map(Object.entries(TEXTS));
