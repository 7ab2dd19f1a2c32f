import { mayBePresent } from '../../engine/view/presence.ts';
import { isObject, type Json, member } from '../../fields/text/json.ts';
import { readJson } from '../api/latest-version.ts';
import { emptyAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import type { Place } from '../runtime/presence-registry.ts';
import type { Asking } from '../runtime/request-context.ts';

const longestTab = 64;
const longestId = 100;

/** A name that a page gives itself. */
export const isTab = (tab: string): boolean => tab !== '' && tab.length <= longestTab;

/**
 * `POST /_/here { tab, entity, id, editing }`: the page of this name, which listens at `/_/live`, is at a record; with `tab`
 * alone, at none. The answer is the same whether there is such a record or page, or not.
 */
export async function postHere(asked: Asking): Promise<Response> {
  const body = await readJson(asked);
  if (!body.ok) return unreadableAnswer(asked, body);
  const { asking } = body;
  const { version, runtime, who } = asking;
  if (who.row === null) return standardAnswer(asking, 'NOT_SIGNED_IN');
  const tab = isObject(body.value) ? member(body.value, 'tab') : null;
  const place = placeIn(body.value);
  if (typeof tab !== 'string' || !isTab(tab) || place === undefined) {
    return standardAnswer(asking, 'UNREADABLE', { reason: 'it must be { "tab", "entity", "id", "editing" }' });
  }
  const isHere =
    place !== null && version.app.entities.has(place.entity) && mayBePresent(version.app, who, place.entity);
  runtime.presence.put(who.row.id, tab, isHere ? place : null);
  return emptyAnswer(asking);
}

/** Null: at no record; undefined: it can't be read. */
function placeIn(body: Json): Place | null | undefined {
  if (!isObject(body)) return undefined;
  const entity = member(body, 'entity') ?? null;
  const id = member(body, 'id') ?? null;
  if (entity === null && id === null) return null;
  if (typeof entity !== 'string' || typeof id !== 'string' || id.length > longestId) return undefined;
  return { entity, id, editing: member(body, 'editing') === true };
}
