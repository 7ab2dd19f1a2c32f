/** A keyword of the notes. In `write`, `x` stands for what the author writes at that place. */
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
    about: 'Identifies the record for people.',
  },
  {
    name: 'searchable',
    write: 'searchable',
    aliases: ['search', 'full text'],
    about: 'Included in searches.',
  },
  { name: 'unique', write: 'unique', aliases: [], about: 'No two records have the same value.' },
  {
    name: 'sign-in',
    write: 'sign-in',
    aliases: ['sign in', 'signin', 'login'],
    about: 'People sign in with it. On exactly one field; its entity is `me`.',
  },
  {
    name: 'fixed',
    write: 'fixed',
    aliases: ['immutable', 'set once'],
    about: 'Never changed after the record is created.',
  },
  {
    name: 'set by the product',
    write: 'set by the product',
    aliases: ['set by the system', 'set automatically', 'read-only'],
    about: 'In no form or request; only effects set it.',
  },
  {
    name: 'ignoring case',
    write: 'ignoring case',
    aliases: ['case-insensitive', 'case insensitive', 'ignore case'],
    about: 'Case does not count in comparisons and uniqueness.',
  },
  {
    name: 'default',
    write: 'default x',
    aliases: ['defaults to x', 'default: x', 'by default x'],
    about:
      'The value of a new record: a choice, `yes` or `no`, a literal, `me`, or an expression in backticks, also over its other fields: `owner.country`. Not used while the field is not asked for.',
  },
  {
    name: '=',
    write: '= `x`',
    aliases: ['computed as x', 'computed: x'],
    about: 'Computed from other fields; never entered.',
  },
  {
    name: 'asked on',
    write: 'asked on EVENT',
    aliases: ['asked for on EVENT', 'asked when EVENT'],
    about: 'Entered when the event is raised, and only then.',
  },
  {
    name: 'MIN..MAX',
    write: '1..MAX',
    aliases: ['at most MAX', 'at least MIN', 'MIN to MAX'],
    about: 'Bounds of a number, length or count; of a file, `at most 10 MB`. Constants may be used.',
  },
  {
    name: 'in steps of',
    write: 'in steps of N',
    aliases: ['step N', 'a multiple of N'],
    about: 'A whole number in steps, counted from its minimum, else from 0.',
  },
  {
    name: 'pattern',
    write: 'pattern `/x/`',
    aliases: ['matches `/x/`', 'pattern `x`', 'pattern ^x$'],
    about:
      'A regular expression for the whole value: RE2 (no lookaround or backreferences; `\\d`, `\\w`, `\\s`, `\\b` mean ASCII), at most 300 characters. An unusable one fits nothing.',
  },
  {
    name: 'required when',
    write: 'required when `c`',
    aliases: ['required if `c`', 'mandatory when `c`'],
    about: 'Required while the condition holds.',
  },
  {
    name: 'shown when',
    write: 'shown when `c`',
    aliases: ['shown if `c`', 'visible when `c`', 'only when `c`'],
    about: 'Asked for only while the condition holds; else refused. In lines, for each line.',
  },
  {
    name: 'among',
    write: 'among `c`',
    aliases: ['chosen from `c`', 'one of those where `c`'],
    about:
      'Of a reference, or several: only records that meet this condition. Names are their fields; `this` is the record that is edited.',
  },
  {
    name: 'write-only',
    write: 'write-only',
    aliases: ['write only', 'never given out'],
    about: 'Accepted, never returned.',
  },
  {
    name: 'label',
    write: 'label "x"',
    aliases: ['labelled "x"', 'called "x"'],
    about: 'The label, instead of the one made from the name.',
  },
  {
    name: 'colours',
    write: 'colours A red, B grey',
    aliases: ['colors A red'],
    about: 'The colours of options of a choice; see *Colours*.',
  },
  {
    name: 'on delete',
    write: 'on delete: clear',
    aliases: ['on delete: restrict', 'on delete: cascade'],
    about:
      'If the record referred to is deleted: `restrict` (default) prevents it, `clear` empties this field (or removes it from several), `cascade` deletes this record too.',
  },
  {
    name: 'was',
    write: 'was a',
    aliases: ['formerly a', 'renamed from a', 'was a, b'],
    about: 'Former names; data and references are migrated.',
  },
  {
    name: 'required',
    write: 'required',
    aliases: ['optional', 'mandatory', 'not required'],
    about: 'As the column *Required*, for fields in a list; `optional` and `not required` say no.',
  },
  {
    name: 'language',
    write: 'language',
    aliases: ['preferred language'],
    about:
      'Of a person: the language of the e-mails to them, as a tag such as `de`. Subjects and texts are translated under *Translations*. Without it, that of the document.',
  },
];
