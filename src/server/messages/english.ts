import { PROTOCOL } from '../core/http-refusals.ts';
import { WEAK } from '../core/password-service.ts';
import type { ServerSaid } from './message-texts.ts';

export const english: ServerSaid = {
  protocol: PROTOCOL,
  weak: WEAK,
  things: {},
  somebodySignedIn: 'somebody who signs in',
  whoChangesTheDocument: 'somebody who may change the document',
  whoChangesRoles: 'somebody who may change roles',
  viewsFull: 'as many as can be kept are there already; remove one first',
  viewThere: (name) => `a view called “${name}” is there already`,
  ofThisScreen: (what) => `“${what}” of this screen`,
  letter: (product, link) => ({
    subject: `${product}: choose a new password`,
    text: `Somebody, most likely you, asked for a new password for ${product}.\n\nChoose it here within an hour:\n${link}\n\nIf it was not you, nothing has changed, and you can leave this letter alone.\n`,
  }),
  invitation: (product, link) => ({
    subject: `Invitation to ${product}`,
    text: `You have been invited to ${product}.\n\nChoose your password here within a day:\n${link}\n\nAfter that you can have a new link sent to you on the page where people sign in.\n`,
  }),
  notCsv: 'The body is not sent as CSV.',
  unreadableFile: (reason) => ({
    message: `This file can’t be read: ${reason}.`,
    next: 'Mend it, save it as “CSV UTF-8”, and choose it again.',
  }),
  reasons: {},
  inLine: (line, reason) => `in line ${line} ${reason}`,
  tooManyOut: (rows) => ({
    message: `This list has more than ${rows} rows, which is all that goes into one file.`,
    next: 'Narrow it by a filter, then try again.',
  }),
  tooManyIn: (rows) => ({
    message: `This file has more than ${rows} rows, which is all that is taken at once.`,
    next: 'Send it in parts.',
  }),
  cells: (cells, headings) => `This row has ${cells} cells, and the heading has ${headings}.`,
  several: (text) => ({ message: `Several are called “${text}”.`, next: 'Write the id of one.' }),
};
