/** A keyword of the Notes. `x` in `write` stands for what the document puts there. */
export interface Keyword {
  readonly name: string;
  readonly write: string;
  readonly aliases: readonly string[];
  readonly about: string;
}

export const NOTE_KEYWORDS: readonly Keyword[] = [
  {
    name: 'title',
    write: 'title',
    aliases: ['the title'],
    about: 'People know a record by this field; where it is a reference, by the title of that record.',
  },
  {
    name: 'searchable',
    write: 'searchable',
    aliases: ['search', 'full text'],
    about: 'The search of lists looks into it.',
  },
  { name: 'unique', write: 'unique', aliases: [], about: 'No two records have the same value.' },
  {
    name: 'sign-in',
    write: 'sign-in',
    aliases: ['sign in', 'signin', 'login'],
    about: 'People sign in with it. It stands on exactly one field of one entity, and that entity is `me`.',
  },
  {
    name: 'fixed',
    write: 'fixed',
    aliases: ['immutable', 'set once'],
    about: 'Set when the record is created and never changed after.',
  },
  {
    name: 'set by the product',
    write: 'set by the product',
    aliases: ['set by the system', 'set automatically', 'read-only'],
    about: 'In no input; effects and the product write it.',
  },
  {
    name: 'ignoring case',
    write: 'ignoring case',
    aliases: ['case-insensitive', 'case insensitive', 'ignore case'],
    about: 'Capitals and small letters are the same, when comparing and for uniqueness.',
  },
  {
    name: 'default',
    write: 'default x',
    aliases: ['defaults to x', 'default: x', 'by default x'],
    about:
      'The value that a new record starts with: a choice, `yes` or `no`, a literal, `me`, or an expression in backticks. Not given where the field is not asked for.',
  },
  {
    name: '=',
    write: '= `x`',
    aliases: ['computed as x', 'computed: x'],
    about: 'Computed from other fields; never in an input.',
  },
  {
    name: 'asked on',
    write: 'asked on EVENT',
    aliases: ['asked for on EVENT', 'asked when EVENT'],
    about: 'Filled in when the event is raised, and editable through that alone.',
  },
  {
    name: 'MIN..MAX',
    write: '1..MAX',
    aliases: ['at most MAX', 'at least MIN', 'MIN to MAX'],
    about:
      'How many lines, how long a text, how large a number or a file (`at most 10 MB`). A constant may stand for a number.',
  },
  {
    name: 'in steps of',
    write: 'in steps of N',
    aliases: ['step N', 'a multiple of N'],
    about: 'A whole number goes in steps, counted from its least value, else from 0.',
  },
  {
    name: 'pattern',
    write: 'pattern `/x/`',
    aliases: ['matches `/x/`', 'pattern `x`', 'pattern ^x$'],
    about:
      'A regular expression that the whole value matches. RE2 syntax: no lookahead, no lookbehind, no references to groups; `\\d`, `\\w`, `\\s` and `\\b` are about ASCII. At most 300 characters.',
  },
  {
    name: 'required when',
    write: 'required when `c`',
    aliases: ['required if `c`', 'mandatory when `c`'],
    about: 'It may not be empty while the condition holds.',
  },
  {
    name: 'shown when',
    write: 'shown when `c`',
    aliases: ['shown if `c`', 'visible when `c`', 'only when `c`'],
    about: 'It is asked for only while the condition holds; while it does not, it is refused.',
  },
  {
    name: 'write-only',
    write: 'write-only',
    aliases: ['write only', 'never given out'],
    about: 'Taken in and never given out.',
  },
  {
    name: 'label',
    write: 'label "x"',
    aliases: ['labelled "x"', 'called "x"'],
    about: 'What people read instead of the label made from the name.',
  },
  {
    name: 'on delete',
    write: 'on delete: clear',
    aliases: ['on delete: restrict', 'on delete: cascade'],
    about:
      'What happens when the record that it points to is deleted: `restrict` (usual) keeps that from happening, `clear` empties this field, or takes it from among several, `cascade` deletes this record too.',
  },
  {
    name: 'was',
    write: 'was a',
    aliases: ['formerly a', 'renamed from a', 'was a, b'],
    about: 'Former names: data and references move along.',
  },
  {
    name: 'required',
    write: 'required',
    aliases: ['optional', 'mandatory', 'not required'],
    about: 'The same as the column Required, for the list form.',
  },
];
