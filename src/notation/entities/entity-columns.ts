import type { Column } from '../reader/columns.ts';

export const FIELD_COLUMNS: readonly Column[] = [
  {
    name: 'Field',
    aliases: ['Name', 'Attribute', 'Property'],
    blank: 'An error.',
    notShown: 'The field is left out.',
    about: 'The name in expressions and calls; people read its label, "Spent on" for `spentOn`.',
  },
  {
    name: 'Type',
    aliases: ['Data type'],
    blank: 'An error; never written.',
    notShown: 'The field is never written.',
    about: 'What the field holds; see *Types*.',
  },
  {
    name: 'Required',
    aliases: ['Mandatory'],
    blank: 'Not required.',
    notShown: 'Not required; forms say so.',
    about: '`yes` or `no`. A required list needs at least one line.',
  },
  {
    name: 'Notes',
    aliases: ['Note', 'Remarks', 'Constraints'],
    blank: 'None.',
    notShown: 'None.',
    about: 'Keywords and quoted help text, separated by commas; see *Notes*.',
  },
];

export const ENTITY_KEYS: readonly Column[] = [
  {
    name: 'Belongs to',
    aliases: ['Part of', 'Lines of'],
    blank: 'None.',
    notShown: 'None.',
    about:
      'The entity whose lines these are; also as a paragraph, `Belongs to Task.` Lines have no screens, calls or permissions of their own.',
  },
  {
    name: 'Plural',
    aliases: [],
    blank: 'The name.',
    notShown: 'The name.',
    about: 'The plural that people read.',
  },
  {
    name: 'Unique',
    aliases: ['Unique together', 'Unique key'],
    blank: 'None.',
    notShown: 'None.',
    about:
      'Fields whose values no two records share together: `supplier, number`; of some records: ``owner where `status == Draft` ``. `, error CODE`: its error.',
  },
  {
    name: 'Key',
    aliases: ['Primary key', 'Identified by'],
    blank: 'The id that the product gives.',
    notShown: 'The id that the product gives.',
    about:
      'The field by which the stated calls name the records: a number series, or a required unique text, whole number or e-mail address; see *Keys* in point 7.',
  },
  {
    name: 'Was',
    aliases: ['Formerly', 'Renamed from', 'Former names'],
    blank: 'None.',
    notShown: 'None.',
    about: 'Former names, separated by commas; data and references are migrated.',
  },
];
