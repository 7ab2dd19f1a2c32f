import { inPageLanguage } from '../languages/translation.ts';
import type { Worded } from '../platform/worded.ts';

const within = (open: number | null) =>
  open === null || open === 0 ? '' : ` Within them, ${open === 1 ? '1 value is' : `${open} values are`} not shown.`;

/** What our own pages say, and what is said in development: nothing that a list needs. */
export const english = {
  passkeyStopped: { detail: 'No passkey was used.', next: 'Try again, or do it another way.' },
  passkeyIsThere: { detail: 'This device has a passkey of yours already.', next: 'Use that one.' },
  who: {
    title: 'Who am I?',
    intro: (product: string) =>
      `In development you choose whom ${product} takes you for. You can change it at any time.`,
    nobody: 'There is nobody yet who could sign in.',
    nobodyNext:
      'Sample data gives the first people: a table under “## Sample data” for the entity with the sign-in field.',
    noRole: 'No role',
    signIn: 'Or sign in as people will, once it is in production',
    switch: 'Act as somebody else',
    actingAs: 'Acting as',
    failed: 'That did not work.',
    guest: 'Guest',
    guestText: 'Not signed in',
  },
  outbox: {
    title: 'Outbox',
    intro: 'Calls to addresses on this machine are sent at once. All others wait until you send them.',
    empty: 'No calls yet',
    emptyText: 'When an event calls an outside address, the call appears here.',
    send: 'Send now',
    sent: 'Sent',
    waiting: 'Not sent: the address is not on this machine',
    sending: 'Will be sent in a moment',
    failed: (problem: string) => `Failed: ${problem}`,
    gone: 'The document no longer states this call',
    body: 'Body',
  },
  clock: {
    label: 'Clock',
    hour: '1 hour later',
    day: '1 day later',
    week: '1 week later',
    month: '30 days later',
    next: 'At the next timer',
    hint: 'Timers act on the way. Restarting the server returns to the real time.',
  },
  inbox: {
    title: 'Inbox',
    empty: 'Nothing new',
    emptyText: 'Whatever needs you will stand here.',
    markRead: 'Mark as read',
    markAll: 'Mark all as read',
    unread: 'unread',
    mentioned: 'You were mentioned in a comment',
    gone: (entity: string) => `${entity} that you may no longer read`,
    guest: 'Sign in to see your inbox.',
  },
  about: {
    title: 'About',
    facts: 'Facts',
    forWhom: 'For',
    language: 'Language',
    zone: 'Time zone',
    version: 'Version of the document',
    you: 'You',
    roles: 'Your roles',
    noRoles: 'You hold no role.',
    everyone: 'everyone who signs in holds it',
    mayDo: 'What you may do',
    mayDoHint: 'On some records at least; each record says exactly what, and why not.',
    nothingMay: 'Nothing that this document grants.',
    read: 'See',
    create: 'Create',
    change: 'Change',
    delete: 'Delete',
    raise: 'Raise',
    whole: 'everything',
    purposeNotShown: 'What the product does and for whom is not shown.',
    toDocument: 'What the document states, and what it does not',
  },
  points: {
    notRead: 'not read',
    title: 'The document',
    seedTitle: 'Nine points, nothing stated yet',
    seedIntro:
      'This application is drawn from a document with nine points. Each stands below with what cannot be decided while it is not shown, and with a first line that would state it.',
    where:
      'The document is the file that you started with “ninefold dev”. Write in it and save: the change shows here at once.',
    production: 'The document is not served outside development. Whoever runs this application has it.',
    stated: 'stated',
    assumed: 'assumed',
    notShown: 'not shown',
    firstLine: 'A first line',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Select the text to copy it',
    /** `open`: values within the points that are not shown; null: only development tells. */
    summary: (stated: number, notShown: number, open: number | null) => {
      if (notShown > 0) return `${stated} of nine points are stated, ${notShown} not shown.${within(open)}`;
      if (open === null) return 'Something is stated under each of the nine points.';
      return `All nine points are stated.${within(open)}`;
    },
    openValues: (count: number) => (count === 1 ? '1 value not shown' : `${count} values not shown`),
    assumptions: 'Assumptions in force',
    assumptionsHint:
      'What the document does not say and we had to take for granted. Each ends when a line states the thing itself.',
    gaps: 'Not shown within the points',
    gapsHint: 'Single values that a line leaves open.',
    findings: 'What the checker says',
    line: (line: number) => `line ${line}`,
    elements: (count: number) => (count === 1 ? '1 element' : `${count} elements`),
  },
  why: {
    mode: 'Why is this here? Hold Alt and point, or press Alt + ?',
    modeOn: 'Tab goes from thing to thing, Escape ends it.',
    point: (point: number, title: string) => `Point ${point}: ${title}`,
    line: (line: number) => `Line ${line}`,
    assumed: 'No line states it. We assume it:',
    notShown: 'Not shown: no line states it, and nothing stands in for it.',
    builtIn: 'Every record has it; no line states it.',
    close: 'Close',
    failed: 'Where this is stated could not be found.',
  },
  prose: {
    notSpecified: 'Not specified',
    notSpecifiedText: 'The document says nothing under the heading of this page.',
  },
  dev: {
    unread: 'What was not read',
    unreadHint:
      'These lines have no effect, and what depends on them is closed. Write them as suggested to have them read.',
    unreadElsewhere: 'Elsewhere in the document',
    assumptions: 'Assumptions in force',
    broken: 'The document on disk does not run',
    faulty: 'The document has errors',
    partly: 'It runs as far as it can be understood.',
    lossy: 'This change of the document would lose data',
    running: 'What you see is the last good version.',
    findings: (errors: number) => (errors === 1 ? '1 error' : `${errors} errors`),
    losses: (count: number) => (count === 1 ? '1 loss' : `${count} losses`),
    show: 'Show',
    hide: 'Hide',
    examples: 'For example',
    line: (line: number, column: number) => `line ${line}:${column}`,
    roles:
      'Everyone may do everything here: point 6 does not say who may do what. Production refuses to start like this.',
    updated: 'The document changed; this page follows it.',
  },
  assumptions: {
    'A-SCREENS':
      'Screens that no line states (a list, a record and a form for each entity), and addresses made from the names of screens.',
    'A-CALLS': 'Calls that no line states: the usual REST paths.',
    'A-PEOPLE':
      'No field is marked “sign-in”: people sign in with the address of the one entity that has an address and a role, else there is a built-in Person.',
    'A-ROLES': 'Point 6 is not shown: in development everyone may do everything, and production refuses to start.',
    'A-ERRORS': 'Refusals that the catalogue does not name use a sentence of ours.',
    'A-NAVIGATION':
      'Every screen without a parameter stands in the navigation of its roles; a form is linked from the list of its entity.',
    'A-CSV':
      'The rows of a list can be had as a CSV file by whoever reads them, and made of one by whoever may create them.',
    'A-RESTORE':
      'Whoever may delete a record finds it among the deleted ones of its list and brings it back, as long as it is kept.',
    'A-VIEWS':
      'Everybody keeps views of a list for themselves; for others, whoever may change what gives people their roles.',
    'A-INLINE': 'In a table, whoever may change a field of a record changes it in its row.',
    'A-PRESENCE': 'People who have the same record open see one another there, by the names that they may read.',
    'A-GROUPS': 'Whoever reads a table or list groups its rows by a field that they read.',
    'A-DUPLICATE': 'Whoever may create such records begins a new one with the values of another.',
    'A-RELATED': 'A record lists those that refer to it, to whoever may read them.',
    'A-ORDER': 'Text is put in order without case and accents, and numbers inside it by their value.',
    'A-LIMITS':
      'Limits that no line states: 50 rows a page, 600 requests a minute for each person, uploads up to 10 MB, 10,000 rows out and 1,000 in at a time.',
    'A-INITIAL': 'No “(new)” row says in which state a record starts: it is the first one stated.',
    'A-OFFLINE':
      'What people read stays on their device for a while, to be read without a connection, and what they could not send until it is sent.',
    'A-LOCALE': 'Language and time zone that no line states: English and UTC.',
  },
} as const;

export const pageTexts: Worded<typeof english> = inPageLanguage('pages', english);

/** What an assumption means, in a sentence; its own name where we have none. */
export function assumptionText(name: string): string {
  const all: Readonly<Record<string, string>> = pageTexts.assumptions;
  return Object.hasOwn(all, name) ? (all[name] ?? name) : name;
}
