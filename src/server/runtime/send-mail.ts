import { fieldType } from '../../fields/registry/lookup.ts';
import type { Row } from '../../fields/text/value.ts';
import type { ServerMessages } from '../../messages/message-types.ts';
import { loadPerson } from './persons.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Sends an e-mail with a link to a person at their stored address. Addresses from a request are never used. Returns false if no mail
 * server is configured, the person does not exist or they have no address. This is the only place that sends e-mail.
 */
export async function mailPerson(
  context: Pick<RequestContext, 'runtime' | 'version'>,
  person: string,
  { subject, text }: ServerMessages['passwordEmail'],
  link: string,
): Promise<boolean> {
  const { mail } = context.runtime;
  const row = mail === null ? null : await loadPerson(context, person);
  const to = row === null ? null : addressOf(context, row);
  if (mail === null || to === null) return false;
  const product = context.version.compiled.model.name;
  await mail({ to, subject: subject({ product }), text: text({ product, link }) });
  return true;
}

/** Returns the stored e-mail address of a person; null if the field is empty or does not hold an address. */
export function addressOf({ version }: Pick<RequestContext, 'version'>, { values }: Row): string | null {
  const stored = values[version.compiled.people?.address ?? ''] ?? null;
  if (typeof stored !== 'string') return null;
  const read = fieldType('email').parse(stored, { kind: 'email' });
  return 'value' in read && read.value === stored ? stored : null;
}
