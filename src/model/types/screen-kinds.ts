export type ScreenKind =
  | 'table'
  | 'list'
  | 'form'
  | 'record'
  | 'board'
  | 'calendar'
  | 'dashboard'
  | 'page'
  | 'redirect'
  | 'sign-in';

/** What the rest of the product needs to know about a kind of screen; what draws it is in `client/screens/`. */
export interface ScreenKindTraits {
  /** What it shows: many records, figures over records, one record, inputs for a record, or no records. */
  readonly shows: 'records' | 'figures' | 'record' | 'form' | 'nothing';
  /** `board by status`: the type of the field that arranges its records; null if none does. */
  readonly by: 'choice' | 'date' | null;
  /** Whether its rows can be grouped. */
  readonly groups: boolean;
  /** Whether fields can be edited in its rows. */
  readonly cells: boolean;
}

const PLAIN = { by: null, groups: false, cells: false } as const;

/** Adding a kind takes an entry here, what draws it in `client/screens/`, and its module in `client/layout/`. */
export const SCREEN_KINDS: Readonly<Record<ScreenKind, ScreenKindTraits>> = {
  table: { ...PLAIN, shows: 'records', groups: true, cells: true },
  list: { ...PLAIN, shows: 'records', groups: true },
  form: { ...PLAIN, shows: 'form' },
  record: { ...PLAIN, shows: 'record' },
  board: { ...PLAIN, shows: 'records', by: 'choice' },
  calendar: { ...PLAIN, shows: 'records', by: 'date' },
  dashboard: { ...PLAIN, shows: 'figures' },
  page: { ...PLAIN, shows: 'nothing' },
  redirect: { ...PLAIN, shows: 'nothing' },
  'sign-in': { ...PLAIN, shows: 'nothing' },
};

/** How a document writes a kind. */
export interface ScreenKindWords {
  /** The canonical word first. */
  readonly words: readonly [string, ...string[]];
  /** One sentence for the reference. */
  readonly about: string;
}

/** Separate from the traits, so that the client does not load these texts. */
export const SCREEN_KIND_WORDS: Readonly<Record<ScreenKind, ScreenKindWords>> = {
  table: {
    words: ['table'],
    about: 'Rows and columns: `table: title, total`. Without fields, all the person may read.',
  },
  list: { words: ['list', 'tiles', 'cards'], about: 'Records below one another: `list: title, total`.' },
  form: {
    words: ['form'],
    about: 'Inputs for a new record: `form: title, total`. Without fields, all the person may fill in.',
  },
  record: {
    words: ['record', 'detail'],
    about: 'One record, with its state, events and history. The route has a parameter.',
  },
  board: {
    words: ['board'],
    about: '`board by status`: a column for each choice, or for each record referred to.',
  },
  calendar: {
    words: ['calendar'],
    about: '`calendar by startsOn to endsOn`: records on these days; with one field, on one day.',
  },
  dashboard: { words: ['dashboard'], about: 'The numbers and charts of its part.' },
  page: { words: ['page'], about: 'The prose of its part.' },
  redirect: { words: ['redirect'], about: 'Nothing: the key `Redirects to` says where the address leads.' },
  'sign-in': {
    words: ['sign in', 'sign-in', 'signin'],
    about:
      'Where people sign in. They come here when a screen needs it and go on to that screen, else to what `Then` says.',
  },
};

export const screenKinds = Object.keys(SCREEN_KINDS) as readonly ScreenKind[];

/** Returns the kinds that show one of these. */
export function kindsShowing(...shown: readonly ScreenKindTraits['shows'][]): readonly ScreenKind[] {
  return screenKinds.filter((kind) => shown.includes(SCREEN_KINDS[kind].shows));
}

/** Whether a screen lists records of an entity. An unknown kind, from a newer server, does not. */
export const listsRecords = ({ kind }: { readonly kind: ScreenKind }): boolean =>
  (SCREEN_KINDS as Readonly<Record<string, ScreenKindTraits | undefined>>)[kind]?.shows === 'records';
