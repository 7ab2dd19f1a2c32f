import type { Row } from '../../fields/text/value.ts';
import { hashOfToken, randomToken } from '../core/document-hash.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { addressOf } from '../runtime/send-mail.ts';
import { signInNameOf } from './sign-in-names.ts';

type LinkContext = Pick<RequestContext, 'runtime' | 'version' | 'now' | 'url'>;

const minute = 60_000;
/** How long a link to choose a password is valid. */
const LINK_MS = 60 * minute;
/** The same of the first link of a person, who may be asleep when somebody adds them. */
export const INVITATION_MS = 24 * 60 * minute;

/**
 * Makes a link that lets a person choose a password; whoever has it can. It ends when it is used, when its time is over,
 * and when the person's sign-in name or address changes: it went to whoever reads the mail of the one before.
 */
export async function makeLink(
  context: LinkContext,
  row: Row,
  validMs = LINK_MS,
  purpose: LinkPurpose = 'mailed',
): Promise<string> {
  const { runtime, now, url } = context;
  const token = randomToken();
  await runtime.store.keys.put({
    kind: 'link',
    name: hashOfToken(token),
    person: row.id,
    value: linkBinding(context, row, purpose),
    made: now,
    used: now,
    expires: now + validMs,
  });
  // After the #, so that no log of any server on the way holds it.
  return `${runtime.origin ?? url.origin}/_/sign-in#link=${token}`;
}

/** What a link is for: a link that somebody else was shown (`first`) ends as soon as the person gets in by other means. */
export type LinkPurpose = 'mailed' | 'first';

/** What a link of this person is valid for: a hash of the name that they sign in with, of their address, and of its purpose. */
export function linkBinding(context: Pick<LinkContext, 'version'>, row: Row, purpose: LinkPurpose): string {
  const kind = purpose === 'mailed' ? 'link' : 'first link';
  return hashOfToken(JSON.stringify([kind, signInNameOf(context, row), addressOf(context, row)]));
}
