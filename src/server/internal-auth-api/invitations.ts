import type { Row } from '../../fields/text/value.ts';
import { loadRecord } from '../api/read-record.ts';
import { canSignIn, isInvitedByMail, makeInvitation, refuseInvitation } from '../auth/invitations.ts';
import { jsonAnswer, protocolAnswer, refusedAnswer, standardAnswer } from '../http/answer.ts';
import { param, type RequestContext } from '../runtime/request-context.ts';

/**
 * `GET /_/invitations/:id`: whether the principal can create a link by which another person signs in for the first
 * time.
 */
export async function getInvitation(context: RequestContext): Promise<Response> {
  const row = await personToInvite(context);
  return jsonAnswer(context, { offered: !(row instanceof Response) });
}

/**
 * `POST /_/invitations/:id`: a link by which a person chooses their first password, once and within a day. For
 * principals who could have created the person's record, as long as the person can't sign in and is not invited by
 * e-mail.
 */
export async function postInvitation(context: RequestContext): Promise<Response> {
  const row = await personToInvite(context);
  return row instanceof Response ? row : jsonAnswer(context, await makeInvitation(context, row), { status: 201 });
}

async function personToInvite(context: RequestContext): Promise<Row | Response> {
  const { runtime, version } = context;
  const { people } = version.compiled;
  if (runtime.passwords === null || people === null) return protocolAnswer(context, 'NO_PASSWORDS');
  const loaded = await loadRecord(context, people.entity, param(context, 'id'));
  if ('refused' in loaded) return loaded.refused;
  const { row } = loaded;
  const refusal = await refuseInvitation(context, row);
  if (refusal !== null) return refusedAnswer(context, refusal);
  if ((row.values[people.signIn] ?? null) === null || isInvitedByMail(context, row))
    return standardAnswer(context, 'NOT_FOUND', { entity: 'link' });
  return (await canSignIn(context, row.id)) ? protocolAnswer(context, 'SIGNS_IN_ALREADY') : row;
}
