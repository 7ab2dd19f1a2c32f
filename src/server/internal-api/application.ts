import { refuseScreen } from '../../engine/access/screen-access.ts';
import type { Facts } from '../../engine/core/facts.ts';
import { isInMenuOf, meetsGuard, moreFor, recordOf } from '../../engine/decide/screen-condition.ts';
import { refuse } from '../../engine/errors/error-catalogue.ts';
import { type View, viewOf } from '../../engine/view/view.ts';
import type { Screen } from '../../model/types/model.ts';
import { jsonAnswer, refusedAnswer, standardAnswer } from '../http/answer.ts';
import { readQuery } from '../http/query-parameters.ts';
import { passkeysHere } from '../internal-auth-api/passkeys.ts';
import { switchPeople, titleOf } from '../runtime/persons.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { isVisible, notVisible } from '../runtime/shown-records.ts';

/** `GET /_/app`: all that the client starts from. People and findings are given in development only. */
export async function getApplication(asking: RequestContext): Promise<Response> {
  const { runtime, version } = asking;
  const bare = viewFor(asking);
  const view = { ...bare, navigation: await menuFor(asking, bare.navigation) };
  const shared = { view, status: statusFor(asking) };
  const { people, schema } = version.app;
  const field = people === null ? undefined : schema.entities.get(people.entity)?.attributes.get(people.signIn);
  const signIn = {
    name: field?.kind === 'field' ? field.field.label : '',
    password: runtime.passwords !== null && people !== null,
    letters: runtime.mail !== null,
    passkeys: passkeysHere(asking) !== null && people !== null,
    provider: runtime.provider?.name ?? null,
  };
  if (!runtime.dev) return jsonAnswer(asking, { ...shared, signIn });
  return jsonAnswer(asking, { ...shared, signIn, people: await switchPeople(runtime, version) });
}

/** What a page may know of the document's state: outside development only which version runs. */
export function statusFor({ runtime, version }: RequestContext): unknown {
  return runtime.dev ? runtime.status() : { running: version.hash };
}

/** The View of whoever asks. */
export function viewFor({ runtime, version, who }: RequestContext): View {
  const entity = version.app.schema.person;
  const person =
    who.row === null || entity === null
      ? null
      : { id: who.row.id, title: titleOf(who.row, entity), entity: entity.entity.name };
  return viewOf(version.app, who.roles, { dev: runtime.dev, person });
}

/**
 * `GET /_/open?path=`: whether this person may open the screen at this path, decided as its rows are. `leads`: where
 * the document leads them instead, which also goes with a refusal; its `route` null: where they begin.
 */
export async function getOpen(asking: RequestContext): Promise<Response> {
  const query = readQuery(asking, ['path']);
  if (query instanceof Response) return query;
  const found = asking.version.screens('GET', query.get('path') ?? '/');
  if (found.found !== 'value') return standardAnswer(asking, 'NOT_FOUND', { entity: 'page' });
  const screen = found.value;
  const { app } = asking.version;
  const isOpen = viewFor(asking).screens.some((each) => each.id === screen.id);
  const params = new Map(found.params);
  const refusal = refuseScreen(app, asking.who, app.screens.get(screen.id) ?? null);
  if (isOpen && refusal === null) {
    const leads = (await meets(asking, screen, params)) ? null : leadOf(screen);
    return jsonAnswer(asking, { screen: screen.id, params: Object.fromEntries(params), leads });
  }
  // Somebody who has not signed in is asked to, before they are led anywhere.
  if (asking.who.row !== null && (screen.otherwise !== null || screen.guard !== null) && screen.kind !== 'redirect') {
    return jsonAnswer(asking, { screen: screen.id, params: Object.fromEntries(params), leads: leadOf(screen) });
  }
  if (asking.who.row === null) return refusedAnswer(asking, refuse(app, 'NOT_SIGNED_IN'));
  return refusedAnswer(asking, refusal ?? refuse(app, 'NOT_ALLOWED', { who: app.sentences.somebody }, [screen.id]));
}

const leadOf = ({ otherwise }: Screen) => ({ route: otherwise?.route ?? null, message: otherwise?.message ?? null });

async function meets(asking: RequestContext, screen: Screen, params: ReadonlyMap<string, string>): Promise<boolean> {
  const { version, runtime, who, now } = asking;
  const prepared = version.app.screens.get(screen.id);
  if (prepared === undefined || screen.guard === null) return true;
  const ask = (facts: Facts) => meetsGuard(version.app, who, prepared, params, facts, now);
  const key = recordOf(prepared, params);
  // What the screen would say of such a record its own question says, in the words for one that never was.
  if (key !== null && !(await isVisible(asking, key))) return ask(notVisible(key));
  return ask(await loadWhile(runtime.store, ask));
}

/** The navigation without what the document keeps from this person by a condition. */
async function menuFor(asking: RequestContext, navigation: View['navigation']): Promise<View['navigation']> {
  const { version, runtime, who, now } = asking;
  const bound = navigation.flatMap((link) => version.app.screens.get(link.screen) ?? []);
  if (bound.every(({ screen }) => screen.menu === null || screen.menu.when === null)) return navigation;
  const ask = (facts: Facts) => bound.filter((each) => isInMenuOf(version.app, who, each, facts, now));
  const kept = new Set(ask(await loadWhile(runtime.store, ask)).map(({ screen }) => screen.id));
  return navigation.filter((link) => kept.has(link.screen));
}

const loadWhile = (store: Runtime['store'], ask: (facts: Facts) => unknown): Promise<Facts> =>
  store.load({ rows: [], unique: [], files: [], referrers: [] }, (facts) => moreFor(facts, ask));
