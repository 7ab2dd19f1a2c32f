/**
 * The query of a list. `filter` is a condition in the document's notation, `sort` as `-spentOn,title`; an empty string
 * means none.
 */
export interface ListQuery {
  readonly filter: string;
  readonly q: string;
  readonly sort: string;
  /** The screen's filters that are on. If missing, those that are on by default. */
  readonly filters?: string;
  /** Further parameters of the list, such as `owner` and `owner.empty`. */
  readonly where?: readonly (readonly [name: string, value: string])[];
}

/** Returns the address of a page of a list, for a screen or at the path of a call. `page`: null for the first page. */
export function listPath(
  of: { readonly screen: string } | { readonly path: string },
  query: ListQuery,
  page: string | null,
): string {
  const params = new URLSearchParams();
  if ('screen' in of) params.set('screen', of.screen);
  const { where = [], ...texts } = query;
  for (const [name, value] of [...Object.entries(texts), ...where]) if (value) params.set(name, value);
  if (page !== null) params.set('page', page);
  const path = 'screen' in of ? '/_/list' : of.path;
  const text = params.toString();
  return text === '' ? path : `${path}?${text}`;
}
