import { listedType } from '../../expressions/shapes/values-shape.ts';
import { fixedTextOf } from '../../model/lookups/page-words.ts';
import type { Call, ValuesDeed } from '../../model/types/model.ts';
import { isComputedOnRead } from '../lookups/database-conditions.ts';
import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'values-call-wrong',
  point: 7,
  severity: 'error',
  about: 'A call for the values of a field that has none to list, or that states pages, an order or what it is sent.',
  *find(context) {
    for (const call of context.model.calls) {
      const { does } = call;
      if (does.kind !== 'values' || call.standing !== 'stated') continue;
      const wrong = wrongField(context, does);
      if (wrong !== null)
        yield {
          element: call.id,
          at: call.at,
          message: `The call ${call.name} returns nothing: ${wrong}.`,
          next: 'Name a field of text, numbers, dates, times or choices, or one with several texts or choices.',
        };
      const unused = unusedIn(call);
      if (unused.length > 0)
        yield {
          element: call.id,
          at: call.at,
          message: `The call ${call.name} returns all values of ${does.field} at once and in order, so ${joinNames(unused)} ${unused.length === 1 ? 'has' : 'have'} no effect.`,
          next: `Remove ${joinNames(unused)}.`,
        };
    }
  },
});

/** Returns why the values of a field are not listed; null if they are. An unknown entity is another finding. */
function wrongField(context: CheckContext, { entity, field }: ValuesDeed): string | null {
  const attributes = context.schema.entities.get(entity)?.attributes;
  if (attributes === undefined) return null;
  const attribute = attributes.get(field);
  if (attribute === undefined) return `${entity} has no field “${field}”`;
  if (attribute.kind === 'field' && attribute.field.writeOnly) return `nobody reads ${entity}.${field}`;
  if (listedType(attribute) === null) return `${entity}.${field} does not hold values that can be listed`;
  return isComputedOnRead(attribute, context) ? `${entity}.${field} is not stored, but computed when it is read` : null;
}

function unusedIn({ sends, sendsShape, options }: Call): readonly string[] {
  const isOfPages = (options.headers ?? []).some(({ word }) => fixedTextOf(word) === null);
  const stated: readonly (readonly [string, boolean])[] = [
    ['Sends', sendsShape !== null || (sends ?? []).length > 0],
    ['Paging', options.paging !== null],
    ['Page size', options.pageSize !== null],
    ['Largest page', options.largestPage !== null],
    ['Sort', options.sort !== null],
    ['Media type', options.mediaType !== null],
    ['Headers about pages', isOfPages],
  ];
  return stated.flatMap(([name, isStated]) => (isStated ? [name] : []));
}
