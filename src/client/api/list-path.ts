/** What a person asks of a list. `filter` is a condition in the document's notation, `sort` as `-spentOn,title`; empty: nothing asked. */
export interface ListQuery {
  readonly filter: string;
  readonly q: string;
  readonly sort: string;
  /** The screen's own filters that are on; without it those that are on at first. */
  readonly filters?: string;
  /** Further parameters, as a list takes them: `owner`, `owner.empty`. */
  readonly where?: readonly (readonly [name: string, value: string])[];
}

/** Where a page of a list is asked for: of a screen, or at the path of a call. `page`: null for the first. */
export function listPath(
  of: { readonly screen: string } | { readonly path: string },
  query: ListQuery,
  page: string | null,
): string {
  const asked = new URLSearchParams();
  if ('screen' in of) asked.set('screen', of.screen);
  const { where = [], ...texts } = query;
  for (const [name, value] of [...Object.entries(texts), ...where]) if (value) asked.set(name, value);
  if (page !== null) asked.set('page', page);
  const path = 'screen' in of ? '/_/list' : of.path;
  const text = asked.toString();
  return text === '' ? path : `${path}?${text}`;
}
