import { refuse } from '../../engine/errors.ts';
import { refusedScreen } from '../../engine/screens.ts';
import { type View, viewOf } from '../../engine/view.ts';
import { jsonAnswer, refusedAnswer, standardAnswer } from '../answer.ts';
import type { Asking } from '../asking.ts';
import { switchPeople, titleOf } from '../persons.ts';
import { readQuery } from '../query.ts';

/** `GET /_/app`: all that the client starts from. People and findings are given in development only. */
export async function getApp(asking: Asking): Promise<Response> {
  const { runtime, version } = asking;
  const view = viewFor(asking);
  const shared = { view, status: statusFor(asking) };
  const { people, schema } = version.app;
  const field = people === null ? undefined : schema.entities.get(people.entity)?.attributes.get(people.signIn);
  const signIn = {
    name: field?.kind === 'field' ? field.field.label : '',
    password: runtime.passwords !== null,
    letters: runtime.mail !== null,
  };
  if (!runtime.dev) return jsonAnswer(asking, { ...shared, signIn });
  return jsonAnswer(asking, { ...shared, people: await switchPeople(runtime, version) });
}

/** What a page may know of the document's state: outside development only which version runs. */
export function statusFor({ runtime, version }: Asking): unknown {
  return runtime.dev ? runtime.status() : { running: version.hash };
}

/** The View of whoever asks. */
export function viewFor({ runtime, version, who }: Asking): View {
  const entity = version.app.schema.person;
  const person =
    who.row === null || entity === null
      ? null
      : { id: who.row.id, title: titleOf(who.row, entity), entity: entity.entity.name };
  return viewOf(version.app, who.roles, { dev: runtime.dev, person });
}

/** `GET /_/open?path=`: whether this person may open the screen at this path, decided as its rows are. */
export function getOpen(asking: Asking): Response {
  const query = readQuery(asking, ['path']);
  if (query instanceof Response) return query;
  const found = asking.version.screens('GET', query.get('path') ?? '/');
  if (found.found !== 'value') return standardAnswer(asking, 'NOT_FOUND', { entity: 'page' });
  const screen = found.value;
  const open = viewFor(asking).screens.some((each) => each.id === screen.id);
  if (open) return jsonAnswer(asking, { screen: screen.id, params: Object.fromEntries(found.params) });
  const { app } = asking.version;
  if (asking.who.row === null) return refusedAnswer(asking, refuse(app, 'NOT_SIGNED_IN'));
  const refusal = refusedScreen(app, asking.who, app.screens.get(screen.id) ?? null);
  return refusedAnswer(asking, refusal ?? refuse(app, 'NOT_ALLOWED', { who: 'somebody else' }, [screen.id]));
}
