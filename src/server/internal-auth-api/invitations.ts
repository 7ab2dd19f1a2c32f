import type { Row } from '../../fields/text/value.ts';
import { loadRecord } from '../api/read-record.ts';
import { isMailed, makeInvitation, refusedInvitation, signsIn } from '../auth/invitations.ts';
import { jsonAnswer, protocolAnswer, refusedAnswer, standardAnswer } from '../http/answer.ts';
import { type Asking, param } from '../runtime/request-context.ts';

/** `GET /_/invitations/:id`: whether this person can be shown a link by which another one first signs in. */
export async function getInvitation(asking: Asking): Promise<Response> {
  const row = await personToInvite(asking);
  return jsonAnswer(asking, { offered: !(row instanceof Response) });
}

/**
 * `POST /_/invitations/:id`: a link by which a person chooses their first password, once and within a day. For whoever could
 * have made their record, as long as nothing lets them in and no e-mail does the same.
 */
export async function postInvitation(asking: Asking): Promise<Response> {
  const row = await personToInvite(asking);
  return row instanceof Response ? row : jsonAnswer(asking, await makeInvitation(asking, row), { status: 201 });
}

async function personToInvite(asking: Asking): Promise<Row | Response> {
  const { runtime, version } = asking;
  const { people } = version.app;
  if (runtime.passwords === null || people === null) return protocolAnswer(asking, 'NO_PASSWORDS');
  const loaded = await loadRecord(asking, people.entity, param(asking, 'id'));
  if ('refused' in loaded) return loaded.refused;
  const { row } = loaded;
  const refusal = await refusedInvitation(asking, row);
  if (refusal !== null) return refusedAnswer(asking, refusal);
  if ((row.values[people.signIn] ?? null) === null || isMailed(asking, row))
    return standardAnswer(asking, 'NOT_FOUND', { entity: 'link' });
  return (await signsIn(asking, row.id)) ? protocolAnswer(asking, 'SIGNS_IN_ALREADY') : row;
}
