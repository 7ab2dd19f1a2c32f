import type { Intent, Json } from '../../engine/core/intent.ts';
import type { RequestContext } from '../runtime/request-context.ts';

/**
 * Returns a field that a page of an older version of the document sent and the current document does not have; null if
 * there is none. Other input from an older page is decided by the current document.
 */
export function unknownInputField(context: RequestContext, intent: Intent): string | null {
  if (!isOlderPage(context) || !('input' in intent)) return null;
  return unknownName(context, intent.entity, intent.input);
}

/** Whether the request comes from a page of another version of the document than the running one. */
export function isOlderPage({ request, version }: Pick<RequestContext, 'request' | 'version'>): boolean {
  const drawnFrom = request.headers.get('ninefold-document');
  return drawnFrom !== null && drawnFrom !== version.hash;
}

function unknownName(context: RequestContext, entity: string, input: Json): string | null {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return null;
  const attributes = context.version.compiled.schema.entities.get(entity)?.attributes;
  for (const [name, value] of Object.entries(input)) {
    const attribute = attributes?.get(name);
    if (attribute === undefined) return name;
    const lines = attribute.type.kind === 'list' && Array.isArray(value) ? value : [];
    const lineEntity = attribute.type.kind === 'list' ? attribute.type.entity : '';
    const inside = lines.map((line: Json) => unknownName(context, lineEntity, line)).find((each) => each !== null);
    if (inside !== undefined && inside !== null) return `${name}.${inside}`;
  }
  return null;
}
