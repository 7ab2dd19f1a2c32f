import { mayBePresent } from '../../engine/view/presence.ts';
import { isObject, type Json, member } from '../../fields/text/json.ts';
import { readJson } from '../api/latest-version.ts';
import { emptyAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import type { PagePosition } from '../runtime/presence-registry.ts';
import type { RequestContext } from '../runtime/request-context.ts';

const longestTab = 64;
const longestId = 100;

/** A name that a page gives itself. */
export const isTab = (tab: string): boolean => tab !== '' && tab.length <= longestTab;

/**
 * `POST /_/here { tab, entity, id, editing }`: the page of this name, which listens at `/_/live`, is at a record; with `tab`
 * alone, at none. The answer is the same whether there is such a record or page, or not.
 */
export async function postHere(initial: RequestContext): Promise<Response> {
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

/** Null: at no record; undefined: it can't be read. */
function readPosition(body: Json): PagePosition | null | undefined {
  if (!isObject(body)) return undefined;
  const entity = member(body, 'entity') ?? null;
  const id = member(body, 'id') ?? null;
  if (entity === null && id === null) return null;
  if (typeof entity !== 'string' || typeof id !== 'string' || id.length > longestId) return undefined;
  return { entity, id, editing: member(body, 'editing') === true };
}
