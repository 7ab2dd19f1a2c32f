import type { Column } from '../reader/columns.ts';

export const FIELD_COLUMNS: readonly Column[] = [
  {
    name: 'Field',
    aliases: ['Name', 'Attribute', 'Property'],
    blank: 'an error: a field needs a name',
    notShown: 'the field is left out, and the gap is listed',
    about:
      'The name that expressions, forms and calls use. People read a label made from it: `spentOn` gives “Spent on”.',
  },
  {
    name: 'Type',
    aliases: ['Data type'],
    blank: 'an error; the field is shown and never written',
    notShown: 'the field is shown and never written, and the gap is listed',
    about: 'What it holds; see “Types” below.',
  },
  {
    name: 'Required',
    aliases: ['Mandatory'],
    blank: 'not required',
    notShown: 'not required; the form says that it is not shown, and the gap is listed',
    about: '`yes` or `no`. A list is required when it needs at least one line.',
  },
  {
    name: 'Notes',
    aliases: ['Note', 'Remarks', 'Constraints'],
    blank: 'nothing to add',
    notShown: 'nothing is assumed, and the gap is listed',
    about: 'Keywords and help text in double quotes, separated by commas; see “Notes” below.',
  },
];

export const ENTITY_KEYS: readonly Column[] = [
  {
    name: 'Belongs to',
    aliases: ['Part of', 'Lines of'],
    blank: 'it stands on its own',
    notShown: 'it stands on its own, and the gap is listed',
    about:
      'The entity whose lines these are. Also as a sentence: `Belongs to Task.` Such an entity has no screens, calls or permissions of its own.',
  },
  {
    name: 'Plural',
    aliases: [],
    blank: 'the name serves for several too',
    notShown: 'the name serves for several too',
    about: 'What people read for several of them.',
  },
  {
    name: 'Unique',
    aliases: ['Unique together', 'Unique key'],
    blank: 'no key of several fields',
    notShown: 'no key of several fields, and the gap is listed',
    about:
      'Fields whose values no two records share together: `Unique: supplier, number`; among some of them with a condition, `Unique: owner where `status == Draft``; `, error CODE` names the error of point 8.',
  },
  {
    name: 'Was',
    aliases: ['Formerly', 'Renamed from', 'Former names'],
    blank: 'never renamed',
    notShown: 'never renamed',
    about: 'Former names, separated by commas: data and references move along.',
  },
];
