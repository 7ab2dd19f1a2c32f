/*
 * The first piece of the program that comes, far smaller than the rest: it asks for what the page opens with while the
 * libraries are still on their way, and the frame that came with the page looks as it was chosen here.
 */
import type { View, ViewScreen } from '../../engine/view/view.ts';
import type { Application } from '../api/application.ts';
import { askEarly } from '../api/early-answers.ts';
import { listenEarly, liveAt } from '../api/early-live-connection.ts';
import { listPath } from '../api/list-path.ts';
import { recordPath } from '../api/record-path.ts';
import { applyAppearance, storedAppearance } from '../appearance/appearance.ts';
import { screenLoads } from '../layout/screen-modules.ts';
import { isClosed, openedAt, SIGN_IN } from '../navigation/home.ts';
import { groupRequest } from '../screens/grouping/group-request.ts';
import { isBare, NONE, rememberedView } from '../screens/saved-views/opening-view.ts';
import { matchRoute } from '../view/routes.ts';
import { savedFiltersIn } from '../view/saved-filters.ts';
import { readSearch } from '../view/search-text.ts';

applyAppearance(storedAppearance());
void open(globalThis.location);
// The first look that a browser takes at its languages costs it as much as this whole piece: here nobody waits for it yet.
Intl.DateTimeFormat.supportedLocalesOf('en');

async function open({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Promise<void> {
  const application = (await askEarly('/_/app')) as Application | null;
  if (application === null) return;
  const { view } = application;
  // Before the rows, so that they can't change unheard.
  listenEarly(liveAt);
  const home = openedAt(view, pathname);
  askAhead(view, home, home === pathname ? search : '');
}

/** The screen that opens, and what it asks for first: a list for its rows, a record for itself. */
function askAhead(view: View, path: string, search: string): void {
  const { person, screens, closed } = view;
  const match = matchRoute(screens, path);
  if (person === null || path === SIGN_IN || match === null || isClosed({ screens, closed }, path)) return;
  const { screen } = match;
  const load = screen.kind === 'list' ? screenLoads.table : screenLoads[screen.kind as keyof typeof screenLoads];
  // What can't be loaded now, that is told where it is drawn.
  const begin = (part: (() => Promise<unknown>) | undefined) => void part?.().catch(() => undefined);
  const opens = !screen.guarded && screen.entity !== null;
  // Before its screen, whose many files the browser fetches a few at a time.
  const id = match.params.get(screen.parameter ?? '');
  if (opens && id !== undefined) void askEarly(recordPath(screen.entity, id), view.document);
  begin(load);
  if (!opens || load !== screenLoads.table || screen.fields.length === 0) return;
  askForRows(view, screen, search);
  if (screen.filters.length > 0) begin(() => import('../screens/list-parts/saved-filters.tsx'));
}

/** Of a list that opens with its rows: the same as its screen asks for. */
function askForRows({ document, person }: View, screen: ViewScreen, search: string): void {
  const asked = readSearch(search);
  const { filter, q, sort, filters, saved } = asked;
  // Which rows a kept list opens with is known once that is.
  const waits = isBare(asked)
    ? rememberedView(person?.id ?? '', screen.id) === 'opens'
    : saved !== '' && saved !== NONE;
  const query = { filter, q, sort, filters: savedFiltersIn(screen.filters, filters) };
  if (!waits && groupRequest(screen, asked.group) === null)
    void askEarly(listPath({ screen: screen.id }, query, null), document);
}
