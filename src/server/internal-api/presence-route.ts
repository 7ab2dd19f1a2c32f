import { mayBePresent } from '../../engine/view/presence.ts';
import { isObject, type Json, member } from '../../fields/text/json.ts';
import { readJson } from '../api/latest-version.ts';
import { emptyAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import type { PagePosition } from '../runtime/presence-registry.ts';
import type { RequestContext } from '../runtime/request-context.ts';

const longestTab = 64;
const longestId = 100;

/** Returns whether a text can be the id of a page. */
export const isTab = (tab: string): boolean => tab !== '' && tab.length <= longestTab;

/**
 * `POST /_/here { tab, entity, id, editing }`: reports that a page, which is connected to `/_/live` as `tab`, is at a
 * record; with `tab` alone, at none. The response does not reveal whether the record or page exists.
 */
export async function postPresence(initial: RequestContext): Promise<Response> {
  const body = await readJson(initial);
  if (!body.ok) return unreadableAnswer(initial, body);
  const { context } = body;
  const { version, runtime, principal } = context;
  if (principal.row === null) return standardAnswer(context, 'NOT_SIGNED_IN');
  const tab = isObject(body.value) ? member(body.value, 'tab') : null;
  const position = readPosition(body.value);
  if (typeof tab !== 'string' || !isTab(tab) || position === undefined) {
    return standardAnswer(context, 'UNREADABLE', { reason: 'it must be { "tab", "entity", "id", "editing" }' });
  }
  const mayAppear =
    position !== null &&
    version.compiled.entities.has(position.entity) &&
    mayBePresent(version.compiled, principal, position.entity);
  runtime.presence.put(principal.row.id, tab, mayAppear ? position : null);
  return emptyAnswer(context);
}

/** Returns the position in a body: null for no record, undefined if the body is malformed. */
function readPosition(body: Json): PagePosition | null | undefined {
  if (!isObject(body)) return undefined;
  const entity = member(body, 'entity') ?? null;
  const id = member(body, 'id') ?? null;
  if (entity === null && id === null) return null;
  if (typeof entity !== 'string' || typeof id !== 'string' || id.length > longestId) return undefined;
  return { entity, id, editing: member(body, 'editing') === true };
}
