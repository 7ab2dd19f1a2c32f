/*
 * The first script of the page, far smaller than the rest. Requests the data of the first screen while the other
 * scripts are loading, and applies the chosen appearance to the frame in the HTML.
 */
import type { View, ViewScreen } from '../../engine/view/view.ts';
import type { Application } from '../api/application.ts';
import { requestEarly } from '../api/early-answers.ts';
import { connectEarly, livePath } from '../api/early-live-connection.ts';
import { listPath } from '../api/list-path.ts';
import { recordPath } from '../api/record-path.ts';
import { applyAppearance, storedAppearance } from '../appearance/appearance.ts';
import { type ScreenModule, screenModules } from '../layout/screen-modules.ts';
import { isRouteClosed, pathOrFirstScreen, SIGN_IN } from '../navigation/home.ts';
import { groupRequest } from '../screens/grouping/group-request.ts';
import { isBare, NONE, rememberedView } from '../screens/saved-views/opening-view.ts';
import { matchRoute } from '../view/routes.ts';
import { filtersForRequest } from '../view/saved-filters.ts';
import { readSearch } from '../view/search-text.ts';

applyAppearance(storedAppearance());
void open(globalThis.location);
// The first use of Intl takes a browser as long as this whole script; here nobody waits for it yet.
Intl.DateTimeFormat.supportedLocalesOf('en');

async function open({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Promise<void> {
  const application = (await requestEarly('/_/app')) as Application | null;
  if (application === null) return;
  const { view } = application;
  // Before the rows are requested, so that no change to them is missed.
  connectEarly(livePath);
  const home = pathOrFirstScreen(view, pathname);
  requestFirstScreen(view, home, home === pathname ? search : '');
}

/** Loads the first screen and requests its data: the rows of a list, or the record. */
function requestFirstScreen(view: View, path: string, search: string): void {
  const { person, screens, closed } = view;
  const match = matchRoute(screens, path);
  if (person === null || path === SIGN_IN || match === null || isRouteClosed({ screens, closed }, path)) return;
  const { screen } = match;
  const load = (screenModules as Readonly<Record<string, ScreenModule | undefined>>)[screen.kind]?.load;
  // The component reports a failed load when it renders.
  const startLoading = (part: (() => Promise<unknown>) | undefined) => void part?.().catch(() => undefined);
  const canRequest = !screen.guarded && screen.entity !== null;
  // Before the screen's modules, because browsers limit parallel requests.
  const id = match.params.get(screen.parameter ?? '');
  if (canRequest && id !== undefined) void requestEarly(recordPath(screen.entity, id), view.document);
  startLoading(load);
  if (!canRequest || load !== screenModules.table.load || screen.fields.length === 0) return;
  requestRows(view, screen, search);
  if (screen.filters.length > 0) startLoading(() => import('../screens/list-parts/saved-filters.tsx'));
}

/** Requests the rows of a list with the same query as its screen. */
function requestRows({ document, person }: View, screen: ViewScreen, search: string): void {
  const listSearch = readSearch(search);
  const { filter, q, sort, filters, saved } = listSearch;
  // If a saved view opens, its query is not known yet.
  const waits = isBare(listSearch)
    ? rememberedView(person?.id ?? '', screen.id) === 'opens'
    : saved !== '' && saved !== NONE;
  const query = { filter, q, sort, filters: filtersForRequest(screen.filters, filters) };
  if (!waits && groupRequest(screen, listSearch.group) === null)
    void requestEarly(listPath({ screen: screen.id }, query, null), document);
}
