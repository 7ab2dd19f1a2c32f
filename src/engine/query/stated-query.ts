import { pagingNames } from '../../model/lookups/call-parameters.ts';
import { resolveQueryName } from '../../model/lookups/call-query.ts';
import type { CompiledCall } from '../compiled/compiled-model.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuse } from '../errors/error-catalogue.ts';
import { refuseParameter } from '../errors/parameter-refusal.ts';
import { type CallQuery, readStatedFilters, type StatedFilters } from './call-parameters.ts';
import { type RequestedPage, readPage } from './paging.ts';

type Query = readonly (readonly [string, string])[];

/** What a request asks for in the parameters that its call states. */
export interface StatedQuery {
  readonly filters: StatedFilters;
  /** Null: the call states no paging. */
  readonly page: RequestedPage | null;
  /** The other parameters; they have the meaning that they have in every list. */
  readonly rest: Query;
}

/**
 * Reads the parameters that a call states in its part. `within`: those that come from the path. `isWhole`: the client
 * asks in the words of every list, so that only the defaults of the call hold.
 */
export function readStatedQuery(
  request: CallQuery,
  query: Query,
  within: ReadonlySet<string>,
  isWhole: boolean,
): StatedQuery | Refusal {
  const { model, call } = request;
  const { paging, unknownParameters } = call.options;
  const given = new Map<string, string[]>();
  const ofPage = new Map<string, string>();
  const rest: (readonly [string, string])[] = [];
  const pageNames = pagingNames(paging);
  for (const [name, value] of query) {
    if (isWhole || within.has(name)) rest.push([name, value]);
    else if (call.parameterRows.has(name)) given.set(name, [...(given.get(name) ?? []), value]);
    else if (pageNames.includes(name)) {
      if (ofPage.has(name)) return refuseParameter(model, name, 'is given twice');
      ofPage.set(name, value);
    } else if (isKnown(request, name)) rest.push([name, value]);
    else if (unknownParameters !== 'ignored') return refuse(model, 'UNKNOWN_PARAMETER', { parameter: name });
  }
  const filters = readStatedFilters(request, given);
  if ('situation' in filters) return filters;
  const page = paging === null || isWhole ? null : readPage(model, call, paging, ofPage);
  if (page !== null && 'situation' in page) return page;
  return { filters, page, rest };
}

/** Parameters of every list about its pages. */
const PAGE_PARAMETERS: readonly string[] = ['page', 'limit', 'total'];

/** Whether the call accepts the parameter although no row of its part is about it. */
function isKnown({ model, entity, call }: CallQuery, name: string): boolean {
  const { sends, options } = call;
  const meant = call.queryNames.get(name) ?? resolveQueryName(name, entity.schema, model.schema.model.screens);
  if (meant === null) return false;
  const isAboutPages = meant.kind === 'parameter' && PAGE_PARAMETERS.includes(meant.parameter);
  if (isAboutPages && options.paging !== null) return false;
  if (sends !== null) return sends.has(name) || name === 'limit' || name === 'total';
  const isListed = call.call.query.some((each) => each.name === name);
  return call.parameterRows.size === 0 || isListed || (isAboutPages && options.paging === null);
}

/** Whether the call states anything about its query. */
export function statesQuery({ parameterRows, options }: CompiledCall): boolean {
  return parameterRows.size > 0 || options.paging !== null || options.unknownParameters !== null;
}
