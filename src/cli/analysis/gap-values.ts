import type { Call, Entity, Model, Screen } from '../../model/types/model.ts';

/** Returns an example for a key or column of a screen; null if there is none. */
export function screenValue(model: Model, screen: Screen | undefined, key: string): string | null {
  const entity = model.entities.find(({ name }) => name === screen?.entity);
  const field = entity?.fields.find(({ type }) => type.kind !== 'list' && type.kind !== 'file')?.name ?? 'createdAt';
  const other = model.screens.find(
    ({ route, kind }) => route !== screen?.route && kind !== 'redirect' && !route.includes(':'),
  );
  const route = `\`${other?.route ?? '/'}\``;
  const values = new Map([
    ['Shows', model.entities[0]?.name ?? 'Task'],
    ['As', entity === undefined ? 'page' : screen?.route.includes(':') === true ? 'record' : `table: ${field}`],
    ['Sort', field],
    ['Actions', eventOf(model, entity) ?? '-'],
    ['When empty', 'Nothing to show yet.'],
    ['Number', 'All, count'],
    ['Chart', 'By month, bar, count by month of createdAt'],
    ['Filter', `Known where \`${quoted(field)} != null\``],
    ['Switch', `Without it where \`${quoted(field)} == null\``],
    ['Section', `More: ${field}`],
    ['Link', route],
    ['Start for', model.roles[0]?.name ?? '-'],
    ['Menu', 'yes'],
    ['Only if', '`me != null`'],
    ['Otherwise', route],
    ['Redirects to', route],
    ['Then', route],
    ['Refresh', 'every 60 seconds'],
    ['Page size', '25'],
  ]);
  return values.get(key) ?? null;
}

function eventOf({ machines }: Model, entity: Entity | undefined): string | null {
  const own = machines.filter((machine) => machine.entity === entity?.name);
  return own.flatMap(({ transitions }) => transitions.flatMap(({ event }) => event ?? []))[0] ?? null;
}

/** Returns a name as it is written in a condition. */
export function quoted(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? name : `this["${name}"]`;
}

/** Guesses what a call does from its method and path. */
export function callPurpose(model: Model, call: Call | undefined): string {
  const steps = (call?.path ?? '').split('/').map(folded);
  const isMeant = ({ name, plural }: Entity) =>
    [name, plural ?? name, `${name}s`].some((word) => steps.includes(folded(word)));
  const entity = model.entities.find(isMeant) ?? model.entities[0];
  const name = entity?.name ?? 'Task';
  const event = model.machines
    .filter((machine) => machine.entity === name)
    .flatMap(({ transitions }) => transitions.flatMap((each) => each.event ?? []))
    .find((each) => folded(each) === steps.at(-1));
  if (event !== undefined) return `${event} ${name}`;
  const hasRecord = call?.path.includes(':') === true;
  const words = { GET: hasRecord ? 'read' : 'list', POST: 'create', PUT: 'change', PATCH: 'change', DELETE: 'delete' };
  return `${new Map(Object.entries(words)).get(call?.method ?? 'GET') ?? 'list'} ${name}`;
}

const folded = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
