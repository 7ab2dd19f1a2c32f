import type { Row } from '../../fields/text/value.ts';
import { hashOfToken, randomToken } from '../core/document-hash.ts';
import type { Asking } from '../runtime/request-context.ts';
import { addressOf } from '../runtime/send-mail.ts';
import { signInNameOf } from './sign-in-names.ts';

type Here = Pick<Asking, 'runtime' | 'version' | 'now' | 'url'>;

const minute = 60_000;
/** How long a link to choose a password is valid. */
const LINK_HOLDS = 60 * minute;
/** The same of the first link of a person, who may be asleep when somebody adds them. */
export const INVITATION_HOLDS = 24 * 60 * minute;

/**
 * Makes a link that lets a person choose a password; whoever has it can. It ends when it is used, when its time is over,
 * and when the person's sign-in name or address changes: it went to whoever reads the mail of the one before.
 */
export async function makeLink(
  here: Here,
  row: Row,
  holds = LINK_HOLDS,
  purpose: LinkPurpose = 'mailed',
): Promise<string> {
  const { runtime, now, url } = here;
  const token = randomToken();
  await runtime.store.keys.put({
    kind: 'link',
    name: hashOfToken(token),
    person: row.id,
    value: boundTo(here, row, purpose),
    made: now,
    used: now,
    expires: now + holds,
  });
  // After the #, so that no log of any server on the way holds it.
  return `${runtime.origin ?? url.origin}/_/sign-in#link=${token}`;
}

/** What a link is for: a link that somebody else was shown (`first`) ends as soon as the person gets in by other means. */
export type LinkPurpose = 'mailed' | 'first';

/** What a link of this person is valid for: a hash of the name that they sign in with, of their address, and of its purpose. */
export function boundTo(here: Pick<Here, 'version'>, row: Row, purpose: LinkPurpose): string {
  const kind = purpose === 'mailed' ? 'link' : 'first link';
  return hashOfToken(JSON.stringify([kind, signInNameOf(here, row), addressOf(here, row)]));
}
