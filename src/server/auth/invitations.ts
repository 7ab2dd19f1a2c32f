import { contextOf } from '../../engine/context/decision-context.ts';
import type { Refusal } from '../../engine/core/refusal.ts';
import { refuseAsCreator } from '../../engine/decide/create.ts';
import { missingNeeds } from '../../engine/decide/screen-condition.ts';
import type { Row } from '../../fields/text/value.ts';
import type { KeyKind } from '../../store/core/keyring.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { addressOf, mailPerson } from '../runtime/send-mail.ts';
import { messagesIn } from '../runtime/server-messages.ts';
import { INVITATION_LIFETIME_MS, linkBinding, makeLink } from './password-links.ts';

/** Credentials that let a person sign in, and open sessions. An unused link to choose a password does not count. */
const LETS_IN: readonly KeyKind[] = ['password', 'passkey', 'subject', 'program', 'session'];

/**
 * Returns whether a new person is invited by e-mail: e-mail is configured, and they sign in with the address to which
 * it is sent.
 */
export function isInvitedByMail(context: Pick<RequestContext, 'runtime' | 'version'>, row: Row): boolean {
  const { people } = context.version.compiled;
  return context.runtime.mail !== null && people?.address === people?.signIn && addressOf(context, row) !== null;
}

/** Sends a new person a link to choose their first password, if they can be invited by e-mail. */
export function sendInvitation(context: RequestContext, row: Row): void {
  const { runtime, version } = context;
  if (row.entity !== version.compiled.people?.entity || runtime.passwords === null || !isInvitedByMail(context, row))
    return;
  runtime.runInBackground('An invitation could not be sent.', async () => {
    const link = await makeLink(context, row, INVITATION_LIFETIME_MS);
    await mailPerson(context, row.id, messagesIn(context).invitationEmail, link);
  });
}

/**
 * Returns why the principal may not invite this person; null if they may. The condition is that of creating the
 * person's record.
 */
export async function refuseInvitation(
  { runtime, version, principal, now }: RequestContext,
  row: Row,
): Promise<Refusal | null> {
  const ask = (facts: Parameters<typeof contextOf>[2]) =>
    refuseAsCreator(contextOf(version.compiled, principal, facts, now), row);
  const nothing = { rows: [], unique: [], files: [], referrers: [] };
  return ask(await runtime.store.load(nothing, (facts) => missingNeeds(facts, ask)));
}

/** Returns whether the person can sign in already. */
export async function canSignIn(
  { runtime, now }: Pick<RequestContext, 'runtime' | 'now'>,
  person: string,
): Promise<boolean> {
  for (const kind of LETS_IN) if ((await runtime.store.keys.ofPerson(person, kind, now)).length > 0) return true;
  return false;
}

/** Returns whether a link is still valid for its person: see `linkBinding`. */
export async function isLinkValid(
  context: Pick<RequestContext, 'runtime' | 'version' | 'now'>,
  row: Row,
  value: string,
): Promise<boolean> {
  if (value === linkBinding(context, row, 'first')) return !(await canSignIn(context, row.id));
  return value === linkBinding(context, row, 'mailed');
}

/** Creates a link by which a person chooses their first password. Earlier links become invalid. */
export async function makeInvitation(
  context: RequestContext,
  row: Row,
): Promise<{ readonly link: string; readonly expires: number }> {
  const { runtime, now } = context;
  const { keys } = runtime.store;
  for (const { name } of await keys.ofPerson(row.id, 'link', now)) await keys.remove('link', name, row.id);
  return { link: await makeLink(context, row, INVITATION_LIFETIME_MS, 'first'), expires: now + INVITATION_LIFETIME_MS };
}
