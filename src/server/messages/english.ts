import { PROTOCOL } from '../core/http-refusals.ts';
import { WEAK_PASSWORD_MESSAGES } from '../core/password-service.ts';
import type { ServerMessages } from './message-texts.ts';

export const english: ServerMessages = {
  protocol: PROTOCOL,
  weakPassword: WEAK_PASSWORD_MESSAGES,
  entityNames: {},
  somebodySignedIn: 'somebody who signs in',
  whoChangesTheDocument: 'somebody who may change the document',
  whoChangesRoles: 'somebody who may change roles',
  viewsFull: 'as many as can be kept are there already; remove one first',
  viewExists: (name) => `a view called “${name}” is there already`,
  ofThisScreen: (what) => `“${what}” of this screen`,
  passwordEmail: (product, link) => ({
    subject: `${product}: choose a new password`,
    text: `Somebody, most likely you, asked for a new password for ${product}.\n\nChoose it here within an hour:\n${link}\n\nIf it was not you, nothing has changed, and you can leave this letter alone.\n`,
  }),
  invitationEmail: (product, link) => ({
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
  tooManyToExport: (rows) => ({
    message: `This list has more than ${rows} rows, which is all that goes into one file.`,
    next: 'Narrow it by a filter, then try again.',
  }),
  tooManyToImport: (rows) => ({
    message: `This file has more than ${rows} rows, which is all that is taken at once.`,
    next: 'Send it in parts.',
  }),
  wrongCellCount: (cells, headings) => `This row has ${cells} cells, and the heading has ${headings}.`,
  ambiguousName: (text) => ({ message: `Several are called “${text}”.`, next: 'Write the id of one.' }),
};
