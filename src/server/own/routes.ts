import type { Handler } from '../asking.ts';
import type { Route } from '../paths.ts';
import { getApp, getOpen } from './application.ts';
import { postBulk } from './bulk.ts';
import { getCheck, getDocument, getWhy } from './dev.ts';
import { getError } from './errors.ts';
import { getFile, postFile } from './files.ts';
import { getInbox, postInbox } from './inbox.ts';
import { getLabels, getList, getTiles } from './lists.ts';
import { getLive } from './live.ts';
import { getHistory, getOutbox, getRecord } from './records.ts';
import { deleteSession, getSession, postSession } from './session.ts';

const route = (method: string, pattern: string, value: Handler): Route<Handler> => ({ method, pattern, value });

/** Our own endpoints. They live under `/_/`, which no document may state. */
export const ownRoutes: readonly Route<Handler>[] = [
  route('GET', '/_/app', getApp),
  route('GET', '/_/open', getOpen),
  route('GET', '/_/session', getSession),
  route('POST', '/_/session', postSession),
  route('DELETE', '/_/session', deleteSession),
  route('GET', '/_/list', getList),
  route('GET', '/_/tiles', getTiles),
  route('GET', '/_/labels/:entity', getLabels),
  route('GET', '/_/records/:entity/:id', getRecord),
  route('GET', '/_/records/:entity/:id/history', getHistory),
  route('GET', '/_/records/:entity/:id/outbox', getOutbox),
  route('POST', '/_/bulk', postBulk),
  route('GET', '/_/inbox', getInbox),
  route('POST', '/_/inbox', postInbox),
  route('POST', '/_/files', postFile),
  route('GET', '/_/files/:entity/:id/:field', getFile),
  route('GET', '/_/files/:entity/:id/:field/:line/:inner', getFile),
  route('GET', '/_/live', getLive),
  route('GET', '/_/errors/:code', getError),
  route('GET', '/_/why/:element', getWhy),
  route('GET', '/_/check', getCheck),
  route('GET', '/_/document', getDocument),
];
