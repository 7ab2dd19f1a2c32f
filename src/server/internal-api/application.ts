import { refuseScreen } from '../../engine/access/screen-access.ts';
import type { Facts } from '../../engine/core/needs-and-facts.ts';
import { isInMenuOf, meetsGuard, missingNeeds, recordOf } from '../../engine/decide/screen-condition.ts';
import { refuse } from '../../engine/errors/error-catalogue.ts';
import { type View, viewOf } from '../../engine/view/view.ts';
import type { Screen } from '../../model/types/model.ts';
import { jsonAnswer, refusedAnswer, standardAnswer } from '../http/answer.ts';
import { readQuery } from '../http/query-parameters.ts';
import { passkeysFor } from '../internal-auth-api/passkeys.ts';
import { loadSwitchPeople, titleOf } from '../runtime/persons.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { isVisible, notVisible } from '../runtime/shown-records.ts';

/** `GET /_/app`: everything that the client needs to start. People and findings are included in development only. */
export async function getApplication(context: RequestContext): Promise<Response> {
  const { runtime, version } = context;
  const unfiltered = viewFor(context);
  const view = { ...unfiltered, navigation: await menuFor(context, unfiltered.navigation) };
  const shared = { view, status: statusFor(context) };
  const { people, schema } = version.compiled;
  const field = people === null ? undefined : schema.entities.get(people.entity)?.attributes.get(people.signIn);
  const signIn = {
    name: field?.kind === 'field' ? field.field.label : '',
    password: runtime.passwords !== null && people !== null,
    letters: runtime.mail !== null,
    passkeys: passkeysFor(context) !== null && people !== null,
    provider: runtime.provider?.name ?? null,
  };
  if (!runtime.dev) return jsonAnswer(context, { ...shared, signIn });
  return jsonAnswer(context, { ...shared, signIn, people: await loadSwitchPeople(runtime, version) });
}

/** Returns the status of the document for a page: in production only which version runs. */
export function statusFor({ runtime, version }: RequestContext): unknown {
  return runtime.dev ? runtime.status() : { running: version.hash };
}

/** Returns the view for the principal. */
export function viewFor({ runtime, version, principal }: RequestContext): View {
  const entity = version.compiled.schema.person;
  const person =
    principal.row === null || entity === null
      ? null
      : { id: principal.row.id, title: titleOf(principal.row, entity), entity: entity.entity.name };
  return viewOf(version.compiled, principal.roles, { dev: runtime.dev, person });
}

/**
 * `GET /_/open?path=`: whether the principal may open the screen at a path, decided like the rows of the screen.
 * `leads`: the route to which the document redirects otherwise; a null `route` means the start page.
 */
export async function getResolvedRoute(context: RequestContext): Promise<Response> {
  const query = readQuery(context, ['path']);
  if (query instanceof Response) return query;
  const found = context.version.screens('GET', query.get('path') ?? '/');
  if (found.found !== 'value') return standardAnswer(context, 'NOT_FOUND', { entity: 'page' });
  const screen = found.value;
  const { compiled } = context.version;
  const isOpen = viewFor(context).screens.some((each) => each.id === screen.id);
  const params = new Map(found.params);
  const refusal = refuseScreen(compiled, context.principal, compiled.screens.get(screen.id) ?? null);
  if (isOpen && refusal === null) {
    const redirect = (await meetsScreenGuard(context, screen, params)) ? null : redirectOf(screen);
    return jsonAnswer(context, { screen: screen.id, params: Object.fromEntries(params), leads: redirect });
  }
  // Guests are asked to sign in instead of being redirected.
  if (
    context.principal.row !== null &&
    (screen.otherwise !== null || screen.guard !== null) &&
    screen.kind !== 'redirect'
  ) {
    return jsonAnswer(context, { screen: screen.id, params: Object.fromEntries(params), leads: redirectOf(screen) });
  }
  if (context.principal.row === null) return refusedAnswer(context, refuse(compiled, 'NOT_SIGNED_IN'));
  return refusedAnswer(
    context,
    refusal ?? refuse(compiled, 'NOT_ALLOWED', { who: compiled.sentences.somebody }, [screen.id]),
  );
}

const redirectOf = ({ otherwise }: Screen) => ({
  route: otherwise?.route ?? null,
  message: otherwise?.message ?? null,
});

async function meetsScreenGuard(
  context: RequestContext,
  screen: Screen,
  params: ReadonlyMap<string, string>,
): Promise<boolean> {
  const { version, runtime, principal, now } = context;
  const prepared = version.compiled.screens.get(screen.id);
  if (prepared === undefined || screen.guard === null) return true;
  const ask = (facts: Facts) => meetsGuard(version.compiled, principal, prepared, params, facts, now);
  const key = recordOf(prepared, params);
  // The screen's record is hidden or missing: evaluate the guard as if it did not exist.
  if (key !== null && !(await isVisible(context, key))) return ask(notVisible(key));
  return ask(await loadFor(runtime.store, ask));
}

/** Returns the navigation without the entries whose condition the principal does not meet. */
async function menuFor(context: RequestContext, navigation: View['navigation']): Promise<View['navigation']> {
  const { version, runtime, principal, now } = context;
  const screens = navigation.flatMap((link) => version.compiled.screens.get(link.screen) ?? []);
  if (screens.every(({ screen }) => screen.menu === null || screen.menu.when === null)) return navigation;
  const ask = (facts: Facts) => screens.filter((each) => isInMenuOf(version.compiled, principal, each, facts, now));
  const visible = new Set(ask(await loadFor(runtime.store, ask)).map(({ screen }) => screen.id));
  return navigation.filter((link) => visible.has(link.screen));
}

const loadFor = (store: Runtime['store'], ask: (facts: Facts) => unknown): Promise<Facts> =>
  store.load({ rows: [], unique: [], files: [], referrers: [] }, (facts) => missingNeeds(facts, ask));
