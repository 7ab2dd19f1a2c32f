import type { Assumption } from '../../model/types/place.ts';

interface AssumptionText {
  /** What is assumed, in a sentence. */
  readonly about: string;
  /** How long the assumption applies, and what to write to end it. */
  readonly ends: string;
}

const TEXTS: Readonly<Record<Assumption, AssumptionText>> = {
  'A-SCREENS': {
    about:
      'Screens that no line states: a list, a record and a form for each entity that somebody may use; and the routes of screens that are told under headings alone, made from their names.',
    ends: 'It holds for each entity and kind of screen by itself. State a screen of that kind in point 2 and ours is gone; a line `- Route: …` under a heading ends a route of ours.',
  },
  'A-CALLS': {
    about: 'Calls that no line states: the usual REST paths under /api for each entity and event.',
    ends: 'It holds for each entity and operation by itself. State a call that does it in point 7 and ours is gone.',
  },
  'A-PEOPLE': {
    about:
      'No field is marked `sign-in`: people sign in with the address of the one entity that has an address and a role, else there is a built-in Person with a name, an address and roles.',
    ends: 'Mark one field of one entity of point 3 with `sign-in`. Production refuses to start before that.',
  },
  'A-ROLES': {
    about: 'Point 6 is not shown as a whole: in development everyone may do everything, with a banner on each screen.',
    ends: 'One stated cell of point 6 ends it. Production refuses to start while it holds.',
  },
  'A-ERRORS': {
    about: 'Refusals that the catalogue does not name are answered with a code, status and sentence of ours.',
    ends: 'Give point 8 an entry of the same code; `ninefold explain NOT_FOUND` and the like show ours.',
  },
  'A-NAVIGATION': {
    about:
      'Each screen without a parameter is in the navigation of its roles; a form is linked from the list of its entity.',
    ends: 'Write `Menu: no`, or `Menu: when` with a condition, under the part of a screen in point 2.',
  },
  'A-CSV': {
    about:
      'The rows of a list can be had as a CSV file by whoever reads them, and records made of one by whoever may create them.',
    ends: 'Write `Export: no` or `Import: no` under the part of a screen in point 2.',
  },
  'A-RESTORE': {
    about:
      'Whoever may delete a record, and could read it as it was, finds it among the deleted ones of its list and brings it back, as long as those are kept (30 days, unless point 9 says otherwise).',
    ends: 'Give point 6 a row such as `Order: restore`; with `no` for everybody nobody does. `Trash: no` under the part of a screen in point 2 keeps the list from leading there.',
  },
  'A-VIEWS': {
    about:
      'Everybody keeps views of a list for themselves. For a role, whoever may change what gives people their roles keeps them, on a list that they open.',
    ends: 'Write `Shares views:` and the roles under the part of a screen in point 2.',
  },
  'A-INLINE': {
    about:
      'In a table, a field is changed in its row by whoever may change it on that record now; the server decides each change as that of a form.',
    ends: 'Write `Edit in place: no` under the part of the screen in point 2.',
  },
  'A-PRESENCE': {
    about:
      'People who have the same record open see one another there, and who is editing it: each sees those whose name they may read, and nobody learns of others. It is never stored.',
    ends: 'Write `Presence: no` under the part of the screen of that record in point 2; where every screen of such records says so, nobody is seen there.',
  },
  'A-GROUPS': {
    about:
      'Whoever reads a table or list groups its rows by a field that they read: choices, states, roles, other records, yes or no, the months of a date. The groups hold and count what they may read and nothing else.',
    ends: 'Write `Group by: no` under the part of the screen in point 2. `Group by:` and a field groups them from the start.',
  },
  'A-DUPLICATE': {
    about:
      'A record leads to the form for a new one, filled in with its values as this person reads them; files, secrets, states and what no two records share are left out, and the server decides it like every new record.',
    ends: 'Write `Duplicate: no` under the part of the screen of that record in point 2.',
  },
  'A-RELATED': {
    about:
      'A record lists the records that refer to it, a list for each field that does: those that this person may read, where they may read that field, in the columns and the order of the list screen that they have of such records. From there they begin a new one that refers to it, where a form of theirs takes the field.',
    ends: 'Write `Related: no` under the part of the screen of that record in point 2.',
  },
  'A-OFFLINE': {
    about:
      'The device of whoever signed in keeps what they read there, for seven days at most, to be read while the server can’t be reached, and what they could not send until it is sent. Signing out deletes it, and so do other roles and another document. In development nothing is kept.',
    ends: 'Write `- Offline: no` into point 1, and nothing is kept any more.',
  },
  'A-ORDER': {
    about:
      'Text is put in order without case and accents, and numbers inside it by their value: “Room 9” before “room 10”.',
    ends: 'Nothing in a document changes it; every database sorts alike because of it.',
  },
  'A-LIMITS': {
    about:
      'Limits that no line states: 50 records a page, 600 requests a minute for each person, uploads up to 10 MB, 10,000 rows out and 1,000 in at a time.',
    ends: 'State the limit in point 9, as in `| Page size | 20 | |`. A constant of a telling name, such as PAGE_SIZE, counts as well.',
  },
  'A-INITIAL': {
    about: 'No `(new)` row says in which state a record starts: it is the first state named.',
    ends: 'Write a row from `(new)` into the table of the machine in point 4.',
  },
  'A-LOCALE': {
    about: 'Language and time zone that no line states: English and UTC.',
    ends: 'Write `- Language: de` and `- Time zone: Europe/Berlin` into point 1.',
  },
};

/** The texts of all assumptions, by code. */
export const ASSUMPTIONS: ReadonlyMap<string, AssumptionText> = new Map(Object.entries(TEXTS));
