import { contextOf } from '../../engine/context/decision-context.ts';
import type { Refusal } from '../../engine/core/refusal.ts';
import { refuseAsCreator } from '../../engine/decide/create.ts';
import { moreFor } from '../../engine/decide/screen-condition.ts';
import type { Row } from '../../fields/text/value.ts';
import type { KeyKind } from '../../store/core/keyring.ts';
import { messagesIn } from '../messages/index.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { addressOf, mailPerson } from '../runtime/send-mail.ts';
import { boundTo, INVITATION_HOLDS, makeLink } from './password-links.ts';

/** What lets a person in, or is open because something did. A link to choose a password is no such thing until it is used. */
const LETS_IN: readonly KeyKind[] = ['password', 'passkey', 'subject', 'program', 'session'];

/** Whether a new person is invited by e-mail: it can be sent, and they sign in with the address that it goes to. */
export function isMailed(here: Pick<RequestContext, 'runtime' | 'version'>, row: Row): boolean {
  const { people } = here.version.app;
  return here.runtime.mail !== null && people?.address === people?.signIn && addressOf(here, row) !== null;
}

/** Mails a person whose record was just made a link to choose their first password, where that can be. */
export function inviteMade(asking: RequestContext, row: Row): void {
  const { runtime, version } = asking;
  if (row.entity !== version.app.people?.entity || runtime.passwords === null || !isMailed(asking, row)) return;
  runtime.later('An invitation could not be sent.', async () => {
    const link = await makeLink(asking, row, INVITATION_HOLDS);
    await mailPerson(asking, row.id, messagesIn(asking).invitation(version.app.model.name, link));
  });
}

/** Why whoever asks may not decide how this person first signs in; null: they may. */
export async function refusedInvitation(
  { runtime, version, who, now }: RequestContext,
  row: Row,
): Promise<Refusal | null> {
  const ask = (facts: Parameters<typeof contextOf>[2]) => refuseAsCreator(contextOf(version.app, who, facts, now), row);
  const nothing = { rows: [], unique: [], files: [], referrers: [] };
  return ask(await runtime.store.load(nothing, (facts) => moreFor(facts, ask)));
}

/** Whether something lets this person in already. */
export async function signsIn(
  { runtime, now }: Pick<RequestContext, 'runtime' | 'now'>,
  person: string,
): Promise<boolean> {
  for (const kind of LETS_IN) if ((await runtime.store.keys.ofPerson(person, kind, now)).length > 0) return true;
  return false;
}

/** Whether the value of a link still holds for its person: see `boundTo`. */
export async function linkHolds(
  asking: Pick<RequestContext, 'runtime' | 'version' | 'now'>,
  row: Row,
  value: string,
): Promise<boolean> {
  if (value === boundTo(asking, row, 'first')) return !(await signsIn(asking, row.id));
  return value === boundTo(asking, row, 'mailed');
}

/** A link by which the person chooses their first password, in the place of those that were made before. */
export async function makeInvitation(
  asking: RequestContext,
  row: Row,
): Promise<{ readonly link: string; readonly expires: number }> {
  const { runtime, now } = asking;
  const { keys } = runtime.store;
  for (const { name } of await keys.ofPerson(row.id, 'link', now)) await keys.remove('link', name, row.id);
  return { link: await makeLink(asking, row, INVITATION_HOLDS, 'first'), expires: now + INVITATION_HOLDS };
}
