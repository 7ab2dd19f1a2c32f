import type { Situation } from '../core/refusal.ts';

interface Standard {
  readonly situation: Situation;
  readonly status: number;
  readonly message: string;
  readonly next: string;
}

const invalid = { situation: 'invalid', status: 422 } as const;

/**
 * The standard errors that every call can return. If the document's catalogue has an entry of the same code, its status
 * and text replace these.
 */
export const STANDARD = {
  NOT_SIGNED_IN: {
    situation: 'not signed in',
    status: 401,
    message: 'You are not signed in.',
    next: 'Sign in and try again.',
  },
  TOO_MANY_REQUESTS: {
    situation: 'too many requests',
    status: 429,
    message: 'Too many requests.',
    next: 'Wait {wait}, then try again.',
  },
  UNREADABLE: {
    situation: 'unreadable',
    status: 400,
    message: 'This request can’t be read: {reason}.',
    next: 'Correct it and send it again.',
  },
  UNKNOWN_PARAMETER: {
    situation: 'unreadable',
    status: 400,
    message: 'There is no parameter “{parameter}” here.',
    next: 'Leave it out.',
  },
  NOT_FOUND: {
    situation: 'not found',
    status: 404,
    message: 'There is no such {entity}.',
    next: 'It may have been deleted.',
  },
  NOT_ALLOWED: {
    situation: 'not allowed',
    status: 403,
    message: 'You don’t have permission to do this.',
    next: 'Ask {who} to do it.',
  },
  PRECONDITION_REQUIRED: {
    situation: 'match required',
    status: 428,
    message: 'If-Match is required: send the ETag of the record you are changing.',
    next: 'Read the record to get its ETag.',
  },
  CHANGED_MEANWHILE: {
    situation: 'changed meanwhile',
    status: 412,
    message: '{by} changed this since you opened it.',
    next: 'Check the new version, then try again.',
  },
  WRONG_STATE: {
    situation: 'wrong state',
    status: 409,
    message: 'Not available while this is {status}.',
    next: '',
  },
  NOT_MET: { situation: 'not met', status: 409, message: '{event} needs {condition}.', next: '' },
  IN_USE: {
    situation: 'in use',
    status: 409,
    message: 'This is still in use: {uses}.',
    next: 'Remove what refers to it first.',
  },
  INVALID: { ...invalid, message: '{count} values are invalid.', next: 'Correct them and try again.' },
  TOO_LARGE: {
    situation: 'too large',
    status: 413,
    message: 'This is too large.',
    next: 'Send less at once.',
  },
  DOCUMENT_CHANGED: {
    situation: 'document changed',
    status: 409,
    message: 'The application was updated since this page was loaded.',
    next: 'Reload the page; what you typed is saved.',
  },
  IDEMPOTENCY_MISMATCH: {
    ...invalid,
    message: 'This key was already used for another request.',
    next: 'Use a new Idempotency-Key.',
  },
  UNAVAILABLE: {
    situation: 'unavailable',
    status: 503,
    message: 'This can’t be done right now.',
    next: 'Try again in a moment.',
  },
  NOT_VALID: { ...invalid, message: 'This must hold: {condition}.', next: '' },
  REQUIRED: { ...invalid, message: '{field} is required.', next: 'Fill it in.' },
  WRONG_TYPE: { ...invalid, message: 'Enter {expected}.', next: '' },
  TOO_LONG: {
    ...invalid,
    message: 'At most {max} characters are allowed; this has {length}.',
    next: 'Shorten it to {max}.',
  },
  TOO_SHORT: {
    ...invalid,
    message: 'At least {min} characters are needed; this has {length}.',
    next: 'Write at least {min}.',
  },
  TOO_SMALL: { ...invalid, message: 'This must be at least {min}.', next: 'Enter a larger value.' },
  TOO_BIG: { ...invalid, message: 'This must be at most {max}.', next: 'Enter a smaller value.' },
  TOO_FEW_LINES: {
    ...invalid,
    message: 'There must be at least {min}; there are {count}.',
    next: 'Add what is missing.',
  },
  TOO_MANY_LINES: { ...invalid, message: 'There may be at most {max}; there are {count}.', next: 'Remove some.' },
  LINE_STAYS: {
    ...invalid,
    message: 'This would remove {entity} {number}, which is in a final state or contains a record that is.',
    next: 'Leave it in the list.',
  },
  NOT_A_CHOICE: { ...invalid, message: '“{value}” is not one of the choices.', next: 'Choose one of: {choices}.' },
  WRONG_FILE: {
    ...invalid,
    message: '“{name}” is not an accepted file type.',
    next: 'Attach one of: {endings}.',
  },
  GIVEN_TWICE: { ...invalid, message: 'This value appears twice.', next: 'Leave one of them out.' },
  NO_SUCH_VALUE: { ...invalid, message: 'There is no such {entity}.', next: 'Choose another one.' },
  TARGET_DELETED: {
    ...invalid,
    message: 'The {entity} in “{field}” is deleted.',
    next: 'Restore it first.',
  },
  NOT_UNIQUE: { ...invalid, message: 'This {field} is already taken.', next: 'Choose another one.' },
  NOT_AN_INPUT: { ...invalid, message: '“{field}” can’t be sent here.', next: 'Leave it out.' },
  LIMIT_NOT_SHOWN: {
    ...invalid,
    message: 'The limit {limit} is not shown, so nothing can be accepted here.',
    next: 'State {limit} in point 9 of the document.',
  },
  NOT_SHOWN: { ...invalid, message: 'This can’t be decided: {what} is not shown.', next: 'State it in the document.' },
  CIRCLE: {
    situation: 'not met',
    status: 409,
    message: 'These changes trigger each other without end: {what}.',
    next: 'Correct the document.',
  },
  NUMBER_TOO_LARGE: { ...invalid, message: 'This number is too large.', next: 'Enter a smaller one.' },
  TOO_MANY_RECORDS: {
    ...invalid,
    message: 'This can’t be decided: more than {count} records of “{entity}” would have to be checked.',
    next: 'Simplify the rule in the document, so that a database can answer it.',
  },
} as const satisfies Readonly<Record<string, Standard>>;

/** The codes of the standard errors. */
export type StandardCode = keyof typeof STANDARD;
