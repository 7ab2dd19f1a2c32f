import type { Column } from '../reader/columns.ts';

export const ERROR_COLUMNS: readonly Column[] = [
  {
    name: 'Code',
    aliases: ['Error', 'Error code', 'ID'],
    blank: 'An error.',
    notShown: 'The entry is left out.',
    about:
      'The code that rules, transitions and calls name. That of a standard refusal replaces it. Several rows may have one code.',
  },
  {
    name: 'Status',
    aliases: ['HTTP', 'HTTP status', 'Status code'],
    blank: 'That of the situation.',
    notShown: 'That of the situation.',
    about: 'The HTTP status, 400 to 599.',
  },
  {
    name: 'When',
    aliases: ['Cause', 'Causes', 'Raised by'],
    blank: 'Anything that names the code.',
    notShown: 'Anything that names the code.',
    about:
      'What raises it, if a code has several rows: rules, events, rows of the matrix, fields, entities, calls: `R-07, submit, Book: delete, Book.title, Book, call new book`. A row that names the call is used before all others; else the first row without a cause counts. A row that names only fields, entities or calls is used for nothing else.',
  },
  {
    name: 'Message',
    aliases: ['Text', 'User message', 'Message to the user'],
    blank: 'A standard text.',
    notShown: 'A standard text.',
    about:
      'What is wrong, for people. Filled in: `{CONSTANT}`, `{entity}`, `{who}`, `{by}`, `{status}`, `{event}`, `{condition}`, `{wait}`, `{n}` (its seconds); of rules, guards, keys and deletions also fields of the record, `{hours}`, that the person may read; of a field `{label}`, `{value}`, `{min}`, `{max}`, `{count}`.',
  },
  {
    name: 'What to do',
    aliases: ['Next', 'Next step', 'Remedy'],
    blank: 'None.',
    notShown: 'None.',
    about: 'What people can do next.',
  },
  {
    name: 'Stands for',
    aliases: ['Used for', 'Instead of', 'Replaces'],
    blank: 'None.',
    notShown: 'None.',
    about:
      'Standard refusals answered by this entry: `NOT_ALLOWED, NOT_FOUND`. `NOT_FOUND` *When* `Task: read`: for a task that exists and that the caller may not read.',
  },
  {
    name: 'At',
    aliases: ['Member', 'Shown at'],
    blank: 'That of the key *At*.',
    notShown: 'That of the key *At*.',
    about: 'The member that the error is about if it is about no field.',
  },
  {
    name: 'Body',
    aliases: ['Shape', 'Response body'],
    blank: 'That of the call or of the key *Body*.',
    notShown: 'That of the call or of the key *Body*.',
    about: 'The shape of the body if it is another one than that of the key *Body*.',
  },
  {
    name: 'Notes',
    aliases: ['Note', 'Comment', 'Comments'],
    blank: 'None.',
    notShown: 'None.',
    about: 'Help text of the entry.',
  },
];

export const ERROR_KEYS: readonly Column[] = [
  {
    name: 'Body',
    aliases: ['Error body', 'Shape'],
    blank: 'Problem details (RFC 9457).',
    notShown: 'Problem details.',
    about:
      'The body of all refusals of the calls: a shape with the words below, `{ "errors": { "{field}": [message] } }`; or `none`.',
  },
  {
    name: 'Media type',
    aliases: ['Content type'],
    blank: '`application/problem+json`; with a *Body* `application/json`.',
    notShown: '`application/problem+json`; with a *Body* `application/json`.',
    about: 'The `Content-Type` of refusals.',
  },
  {
    name: 'At',
    aliases: ['Member'],
    blank: '`error` where a member is needed, else none.',
    notShown: '`error` where a member is needed, else none.',
    about: 'The member that errors about no field are about: `base`.',
  },
];
