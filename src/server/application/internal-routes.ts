import { mustSignIn } from '../../engine/core/principal.ts';
import { bearerOf } from '../auth/program-tokens.ts';
import type { Route } from '../core/path-template.ts';
import { getError } from '../dev-api/client-errors.ts';
import { getDevClock, postDevClock } from '../dev-api/dev-clock.ts';
import { getDevOutbox, postDevOutbox } from '../dev-api/dev-outbox.ts';
import { getCheck, getDocument, getWhy } from '../dev-api/inspect-document.ts';
import { standardAnswer } from '../http/answer.ts';
import { getApplication, getResolvedRoute } from '../internal-api/application.ts';
import { postBulk } from '../internal-api/bulk.ts';
import { postMatching } from '../internal-api/bulk-matching.ts';
import { deleteComment, getComments, getMentions, patchComment, postComment } from '../internal-api/comments.ts';
import { getDeleted, postRestore } from '../internal-api/deleted.ts';
import { getExport } from '../internal-api/export.ts';
import { getFile, postFile } from '../internal-api/files.ts';
import { getGroupRows, getGroups } from '../internal-api/groups.ts';
import { postImport } from '../internal-api/import.ts';
import { getInbox, postInbox } from '../internal-api/inbox.ts';
import { getLabels, getList, getRelated, getTiles } from '../internal-api/lists.ts';
import { getLive } from '../internal-api/live.ts';
import { postPresence } from '../internal-api/presence-route.ts';
import { getHistory, getOutbox, getRecord, getTimers, postOutbox } from '../internal-api/records.ts';
import { deleteSession, getSession, postSession } from '../internal-api/session.ts';
import { deleteView, getViews, patchView, postView, putOpeningView } from '../internal-api/views.ts';
import { getInvitation, postInvitation } from '../internal-auth-api/invitations.ts';
import { deleteKey, getCredentials } from '../internal-auth-api/own-credentials.ts';
import {
  deletePasskey,
  getPasskeys,
  postNewPasskey,
  postPasskey,
  postPasskeyAnswer,
  postPasskeyRequest,
} from '../internal-auth-api/passkeys.ts';
import { deleteProgram, getPrograms, postProgram } from '../internal-auth-api/program-tokens.ts';
import { getCallback, postProvider } from '../internal-auth-api/provider.ts';
import { deleteOneSession, getSessions } from '../internal-auth-api/sessions.ts';
import { deleteSessions, postLink, postLinkPassword, postPassword, postSignIn } from '../internal-auth-api/sign-in.ts';
import type { Handler } from '../runtime/request-context.ts';
import { messagesIn } from '../runtime/server-messages.ts';

const route = (method: string, pattern: string, value: Handler): Route<Handler> => ({ method, pattern, value });

/** An endpoint for signed-in people. The check comes first: nothing of a guest's request is read. */
const signedIn = (method: string, pattern: string, value: Handler): Route<Handler> =>
  route(method, pattern, (context) =>
    context.principal.row === null ? standardAnswer(context, 'NOT_SIGNED_IN') : value(context),
  );

/** An endpoint for people in a browser. Programs with a token are refused: they must not manage credentials. */
const inBrowser = (method: string, pattern: string, value: Handler): Route<Handler> =>
  signedIn(method, pattern, (context) =>
    bearerOf(context.request) === null
      ? value(context)
      : standardAnswer(context, 'NOT_ALLOWED', { who: messagesIn(context).somebodySignedIn }),
  );

/** An endpoint for signed-in people, and for guests if the document has roles for guests. */
const guestsByRole = (method: string, pattern: string, value: Handler): Route<Handler> =>
  route(method, pattern, (context) =>
    mustSignIn(context.principal) ? standardAnswer(context, 'NOT_SIGNED_IN') : value(context),
  );

/** The internal endpoints. No document may state paths under `/_/`. */
export const internalRoutes: readonly Route<Handler>[] = [
  route('GET', '/_/app', getApplication),
  route('GET', '/_/open', getResolvedRoute),
  route('GET', '/_/session', getSession),
  route('POST', '/_/session', postSession),
  route('DELETE', '/_/session', deleteSession),
  route('POST', '/_/sign-in', postSignIn),
  route('POST', '/_/link', postLink),
  route('POST', '/_/link/password', postLinkPassword),
  route('POST', '/_/oidc', postProvider),
  route('GET', '/_/oidc/callback', getCallback),
  route('POST', '/_/sign-in/passkey', postPasskeyRequest),
  route('POST', '/_/sign-in/passkey/answer', postPasskeyAnswer),
  inBrowser('GET', '/_/passkeys', getPasskeys),
  inBrowser('POST', '/_/passkeys/new', postNewPasskey),
  inBrowser('POST', '/_/passkeys', postPasskey),
  inBrowser('DELETE', '/_/passkeys/:name', deletePasskey),
  inBrowser('POST', '/_/password', postPassword),
  inBrowser('GET', '/_/credentials', getCredentials),
  inBrowser('DELETE', '/_/credentials/:kind/:name', deleteKey),
  inBrowser('GET', '/_/invitations/:id', getInvitation),
  inBrowser('POST', '/_/invitations/:id', postInvitation),
  inBrowser('GET', '/_/sessions', getSessions),
  inBrowser('DELETE', '/_/sessions', deleteSessions),
  inBrowser('DELETE', '/_/sessions/:name', deleteOneSession),
  signedIn('GET', '/_/programs', getPrograms),
  inBrowser('POST', '/_/programs', postProgram),
  signedIn('DELETE', '/_/programs/:name', deleteProgram),
  guestsByRole('GET', '/_/list', getList),
  guestsByRole('GET', '/_/groups', getGroups),
  guestsByRole('GET', '/_/groups/rows', getGroupRows),
  guestsByRole('GET', '/_/tiles', getTiles),
  guestsByRole('GET', '/_/related', getRelated),
  guestsByRole('GET', '/_/labels/:entity', getLabels),
  guestsByRole('GET', '/_/records/:entity/:id', getRecord),
  guestsByRole('GET', '/_/records/:entity/:id/history', getHistory),
  guestsByRole('GET', '/_/records/:entity/:id/outbox', getOutbox),
  guestsByRole('GET', '/_/records/:entity/:id/timers', getTimers),
  signedIn('POST', '/_/records/:entity/:id/outbox/:entry', postOutbox),
  guestsByRole('GET', '/_/records/:entity/:id/comments', getComments),
  signedIn('POST', '/_/records/:entity/:id/comments', postComment),
  signedIn('PATCH', '/_/records/:entity/:id/comments/:comment', patchComment),
  signedIn('DELETE', '/_/records/:entity/:id/comments/:comment', deleteComment),
  signedIn('GET', '/_/records/:entity/:id/mentions', getMentions),
  guestsByRole('POST', '/_/records/:entity/:id/restore', postRestore),
  guestsByRole('GET', '/_/deleted/:entity', getDeleted),
  guestsByRole('POST', '/_/bulk', postBulk),
  guestsByRole('POST', '/_/bulk/matching', postMatching),
  guestsByRole('GET', '/_/export', getExport),
  guestsByRole('POST', '/_/import', postImport),
  signedIn('GET', '/_/inbox', getInbox),
  signedIn('POST', '/_/inbox', postInbox),
  signedIn('GET', '/_/views', getViews),
  signedIn('POST', '/_/views', postView),
  signedIn('PATCH', '/_/views/:id', patchView),
  signedIn('DELETE', '/_/views/:id', deleteView),
  signedIn('PUT', '/_/opening-view', putOpeningView),
  guestsByRole('POST', '/_/files', postFile),
  guestsByRole('GET', '/_/files/:entity/:id/:field', getFile),
  guestsByRole('GET', '/_/files/:entity/:id/:field/:file', getFile),
  guestsByRole('GET', '/_/files/:entity/:id/:field/:line/:inner', getFile),
  guestsByRole('GET', '/_/files/:entity/:id/:field/:line/:inner/:file', getFile),
  route('GET', '/_/live', getLive),
  inBrowser('POST', '/_/here', postPresence),
  route('GET', '/_/errors/:code', getError),
  route('GET', '/_/why/:element', getWhy),
  route('GET', '/_/check', getCheck),
  route('GET', '/_/document', getDocument),
  route('GET', '/_/dev/outbox', getDevOutbox),
  route('POST', '/_/dev/outbox/:entry/send', postDevOutbox),
  route('GET', '/_/dev/clock', getDevClock),
  route('POST', '/_/dev/clock', postDevClock),
];
