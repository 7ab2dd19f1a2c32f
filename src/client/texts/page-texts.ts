import { inPageLanguage } from '../languages/translation.ts';
import type { Translated } from '../platform/worded.ts';

const within = (open: number | null) =>
  open === null || open === 0 ? '' : ` Within them, ${open === 1 ? '1 value is' : `${open} values are`} not shown.`;

/** Texts of the built-in pages and of the development tools, loaded with them. */
export const english = {
  passkeyCancelled: { detail: 'No passkey was used.', next: 'Try again, or choose another way to sign in.' },
  passkeyExists: { detail: 'This device already has a passkey for your account.', next: 'Use that passkey.' },
  who: {
    title: 'Who am I?',
    intro: (product: string) => `In development you choose who you are in ${product}. You can change this at any time.`,
    nobody: 'There is nobody yet who can sign in.',
    nobodyNext: 'Add people as sample data: a table under “## Sample data” for the entity with the sign-in field.',
    noRole: 'No role',
    signIn: 'Or sign in the way people will in production',
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
    emptyText: 'Records that need your attention appear here.',
    markRead: 'Mark as read',
    markAll: 'Mark all as read',
    unread: 'unread',
    mentioned: 'You were mentioned in a comment',
    gone: (entity: string) => `${entity} you can no longer see`,
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
    mayDoHint: 'On at least some records. Each record shows exactly what you may do, and why not.',
    nothingMay: 'The document grants you nothing.',
    read: 'See',
    create: 'Create',
    change: 'Change',
    delete: 'Delete',
    raise: 'Raise',
    whole: 'everything',
    purposeNotShown: 'The document does not say what the product does and for whom.',
    toDocument: 'What the document specifies and what it leaves open',
  },
  points: {
    notRead: 'not read',
    title: 'The document',
    seedTitle: 'Nine points, nothing stated yet',
    seedIntro:
      'This application is built from a document with nine points. For each point that is not shown, you find below what cannot be decided without it, and a first line to start with.',
    where:
      'The document is the file that you started with “ninefold dev”. Edit and save it: the change appears here immediately.',
    production: 'The document is shown in development only. Ask the administrator of this application for it.',
    stated: 'stated',
    assumed: 'assumed',
    notShown: 'not shown',
    firstLine: 'A first line',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Select the text to copy it',
    /** `open`: number of values within the points that are not shown; null outside development, where it is unknown. */
    summary: (stated: number, notShown: number, open: number | null) => {
      if (notShown > 0) return `${stated} of nine points are stated, ${notShown} not shown.${within(open)}`;
      if (open === null) return 'Something is stated under each of the nine points.';
      return `All nine points are stated.${within(open)}`;
    },
    openValues: (count: number) => (count === 1 ? '1 value not shown' : `${count} values not shown`),
    assumptions: 'Assumptions in force',
    assumptionsHint:
      'What the document does not say and Ninefold assumes. An assumption ends when a line of the document decides the matter.',
    gaps: 'Not shown within the points',
    gapsHint: 'Values that a line leaves open.',
    findings: 'Findings',
    line: (line: number) => `line ${line}`,
    elements: (count: number) => (count === 1 ? '1 element' : `${count} elements`),
  },
  why: {
    mode: 'Why is this here? Hold Alt and point, or press Alt + ?',
    modeOn: 'Tab moves between elements, Escape ends this.',
    point: (point: number, title: string) => `Point ${point}: ${title}`,
    line: (line: number) => `Line ${line}`,
    assumed: 'No line states this. It is assumed:',
    notShown: 'Not shown: no line states this, and nothing is assumed.',
    builtIn: 'Built in: every record has this.',
    close: 'Close',
    failed: 'The line that states this could not be found.',
  },
  prose: {
    notSpecified: 'Not specified',
    notSpecifiedText: 'The document says nothing under the heading of this page.',
  },
  dev: {
    unread: 'Not read',
    unreadHint: 'These lines have no effect, and what depends on them is denied. Change them as suggested.',
    unreadElsewhere: 'Elsewhere in the document',
    assumptions: 'Assumptions in force',
    broken: 'The document on disk can’t be run',
    faulty: 'The document has errors',
    partly: 'The parts that could be read are running.',
    lossy: 'This change to the document would lose data',
    running: 'What you see is the last good version.',
    findings: (errors: number) => (errors === 1 ? '1 error' : `${errors} errors`),
    losses: (count: number) => (count === 1 ? '1 loss' : `${count} losses`),
    show: 'Show',
    hide: 'Hide',
    examples: 'For example',
    line: (line: number, column: number) => `line ${line}:${column}`,
    roles:
      'Everyone may do everything here: point 6 does not say who may do what. Production refuses to start like this.',
    updated: 'The document changed. This page is up to date.',
  },
  assumptions: {
    'A-SCREENS':
      'Screens that no line states (a list, a record and a form for each entity), and addresses made from the names of screens.',
    'A-CALLS': 'Calls that no line states: the usual REST paths.',
    'A-PEOPLE':
      'No field is marked “sign-in”: people sign in with the address of the one entity that has an address and a role, else there is a built-in Person.',
    'A-ROLES': 'Point 6 is not shown: in development everyone may do everything, and production refuses to start.',
    'A-ERRORS': 'Refusals that the catalogue does not name have a standard message.',
    'A-NAVIGATION':
      'Every screen without a parameter appears in the navigation of its roles; a form is linked from the list of its entity.',
    'A-CSV': 'People can export the rows they may read as CSV, and import rows if they may create them.',
    'A-RESTORE':
      'People who may delete a record can find it among the deleted records and restore it, as long as it is kept.',
    'A-VIEWS':
      'Everybody can save views of a list for themselves; people who may change what gives others their roles can share them.',
    'A-INLINE': 'In a table, people who may change a field of a record can edit it in its row.',
    'A-PRESENCE': 'People who have the same record open see each other there, by the names they may read.',
    'A-GROUPS': 'People who may read a table or list can group its rows by any field they may read.',
    'A-DUPLICATE': 'People who may create such records can start a new one with the values of another.',
    'A-RELATED': 'A record lists the records that refer to it, for people who may read them.',
    'A-ORDER': 'Text is sorted without regard to case and accents, and numbers inside it by their value.',
    'A-LIMITS':
      'Limits that no line states: 50 rows a page, 600 requests a minute for each person, uploads up to 10 MB, exports of 10,000 rows and imports of 1,000 rows.',
    'A-INITIAL': 'No “(new)” row says in which state a record starts: it starts in the first one.',
    'A-OFFLINE':
      'What people open stays on their device for a while, so they can read it offline; changes stay there until they are sent.',
    'A-LOCALE': 'Language and time zone are not stated: English and UTC.',
  },
} as const;

export const pageTexts: Translated<typeof english> = inPageLanguage('pages', english);

/** Returns what an assumption means in a sentence, or its name if there is none. */
export function assumptionText(name: string): string {
  const all: Readonly<Record<string, string>> = pageTexts.assumptions;
  return Object.hasOwn(all, name) ? (all[name] ?? name) : name;
}
