import { WEAK_PASSWORD_MESSAGES } from '../core/password-service.ts';
import { PROTOCOL } from '../core/protocol-errors.ts';
import type { ServerMessages } from './message-texts.ts';

export const english: ServerMessages = {
  protocol: PROTOCOL,
  weakPassword: WEAK_PASSWORD_MESSAGES,
  entityNames: {},
  somebodySignedIn: 'somebody who signs in',
  whoChangesTheDocument: 'somebody who may change the document',
  whoChangesRoles: 'somebody who may change roles',
  viewsFull: 'the maximum number of views is reached; delete one first',
  viewExists: (name) => `a view called “${name}” already exists`,
  ofThisScreen: (what) => `“${what}” of this screen`,
  passwordEmail: (product, link) => ({
    subject: `${product}: choose a new password`,
    text: `Someone, probably you, requested a new password for ${product}.\n\nChoose it here within an hour:\n${link}\n\nIf it was not you, nothing has changed and you can ignore this e-mail.\n`,
  }),
  invitationEmail: (product, link) => ({
    subject: `Invitation to ${product}`,
    text: `You have been invited to ${product}.\n\nChoose your password here within a day:\n${link}\n\nAfter that, you can request a new link on the sign-in page.\n`,
  }),
  notCsv: 'The body must be CSV.',
  unreadableFile: (reason) => ({
    message: `This file can’t be read: ${reason}.`,
    next: 'Fix it, save it as “CSV UTF-8”, and choose it again.',
  }),
  reasons: {},
  inLine: (line, reason) => `line ${line}: ${reason}`,
  tooManyToExport: (rows) => ({
    message: `This list has more than ${rows} rows, the maximum for one file.`,
    next: 'Filter the list, then try again.',
  }),
  tooManyToImport: (rows) => ({
    message: `This file has more than ${rows} rows, the maximum for one import.`,
    next: 'Import it in parts.',
  }),
  wrongCellCount: (cells, headings) => `This row has ${cells} cells, but there are ${headings} headings.`,
  ambiguousName: (text) => ({ message: `Several records are called “${text}”.`, next: 'Enter the id of one of them.' }),
};
