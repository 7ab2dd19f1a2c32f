import type { Row } from '../../fields/text/value.ts';
import { hashOfToken, randomToken } from '../core/document-hash.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { addressOf } from '../runtime/send-mail.ts';
import { signInNameOf } from './sign-in-names.ts';

type LinkContext = Pick<RequestContext, 'runtime' | 'version' | 'now' | 'url'>;

const minute = 60_000;
/** How long a link to choose a password is valid. */
const LINK_LIFETIME_MS = 60 * minute;
/** How long the first link of a person is valid: longer, because they may not expect it. */
export const INVITATION_LIFETIME_MS = 24 * 60 * minute;

/**
 * Creates a link by which its holder chooses the person's password. The link becomes invalid when it is used, when it
 * expires, and when the person's sign-in name or address changes, since the owner of the old address has it.
 */
export async function makeLink(
  context: LinkContext,
  row: Row,
  validMs = LINK_LIFETIME_MS,
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
  // The token is in the fragment, so that it appears in no server log.
  return `${runtime.origin ?? url.origin}/_/sign-in#link=${token}`;
}

/**
 * The purpose of a link. A link that was shown to somebody else (`first`) becomes invalid as soon as the person can
 * sign in by other means.
 */
export type LinkPurpose = 'mailed' | 'first';

/**
 * Returns the value that makes a link valid for a person: a hash of its purpose, their sign-in name and their address.
 */
export function linkBinding(context: Pick<LinkContext, 'version'>, row: Row, purpose: LinkPurpose): string {
  const kind = purpose === 'mailed' ? 'link' : 'first link';
  return hashOfToken(JSON.stringify([kind, signInNameOf(context, row), addressOf(context, row)]));
}
