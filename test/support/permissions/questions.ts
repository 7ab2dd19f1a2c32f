import type { Attribute } from '../../../src/model/lookups/schema.ts';
import type { Call } from '../../../src/model/types/model.ts';
import { attributesOf } from './watch.ts';
import type { Question, Running } from './world.ts';

/** What is to be known of what runs, so that it can be asked. */
export type Askable = Pick<Running, 'runtime' | 'make'> & { readonly world: Pick<Running['world'], 'person'> };

/** An address that answers rows of an entity, to which parameters can be added. */
export interface ListBase {
  readonly entity: string;
  readonly path: string;
}

const get = (path: string, headers: Question['headers'] = {}): Question => ({ method: 'GET', path, headers });

/** Every way to a list of rows: calls, screens, choices of references. */
export function listBases(running: Askable): ListBase[] {
  const { model } = running.runtime.current();
  const calls = model.calls.flatMap(({ does, path }) => (does.kind === 'list' ? [{ entity: does.entity, path }] : []));
  const screens = model.screens.flatMap(({ id, entity }) =>
    entity === null ? [] : [{ entity, path: `/_/list?screen=${encodeURIComponent(id)}` }],
  );
  const labels = model.entities.map(({ name }) => ({ entity: name, path: `/_/labels/${name}` }));
  return [...calls, ...screens, ...labels];
}

/** The address with further parameters. */
export function withQuery({ path }: ListBase, query: Readonly<Record<string, string>>): Question {
  const text = new URLSearchParams(query).toString();
  return get(text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`);
}

/** Lists as anybody would ask for them, in every order, and by what is there and what is not. */
export function listQuestions(running: Askable): Question[] {
  return listBases(running).flatMap((base) => {
    const usual = [
      {},
      { total: 'none', limit: '2' },
      { q: 'zq' },
      { q: ' ' },
      { page: 'x' },
      { filter: '<' },
      { sort: 'nothing' },
    ];
    if (base.path.startsWith('/_/labels/')) return usual.map((query) => withQuery(base, query));
    const names = [
      ...attributesOf(running, base.entity).map(({ name }) => name),
      'id',
      'createdAt',
      'changedAt',
      'nothing',
    ];
    const each = names.flatMap((name) => [
      { sort: name },
      { sort: `-${name},-id` },
      running.make.pick<Readonly<Record<string, string>>>([
        { [`${name}.empty`]: 'true' },
        { [`${name}.empty`]: 'false', total: 'exact' },
        { [`${name}.min`]: 'x' },
        { [`${name}.in`]: '' },
        { [name]: '\u0000' },
      ]),
    ]);
    return [...usual, ...each].map((query) => withQuery(base, query));
  });
}

/** The rows of a screen in groups by every field, there or not: how many, what they come to, and which they are. */
export function groupQuestions({ runtime, make }: Pick<Askable, 'runtime' | 'make'>): Question[] {
  const { model } = runtime.current();
  return model.screens.flatMap(({ id, entity }) => {
    if (entity === null) return [];
    const names = [...attributesOf({ runtime }, entity).map(({ name }) => name), 'createdAt', 'changedAt', 'nothing'];
    return names.flatMap((by) => {
      const asked = new URLSearchParams({ screen: id, by }).toString();
      const more = make.pick([`keys=`, `keys=zq,`, `keys=true,false&limit=1`, `keys=2026-08-01&sort=${by}`]);
      const sums = `sums=${encodeURIComponent(make.pick(names))}`;
      return [get(`/_/groups?${asked}`), get(`/_/groups?${asked}&${sums}`), get(`/_/groups/rows?${asked}&${more}`)];
    });
  });
}

/** What is not about rows or records, or about all of them. */
export function otherQuestions({ runtime, make, world }: Askable): Question[] {
  const { model } = runtime.current();
  const screens = model.screens.flatMap(({ id, route }) => [
    get(`/_/tiles?screen=${encodeURIComponent(id)}`),
    get(`/_/open?path=${encodeURIComponent(route)}`),
    get(route, { accept: 'text/html' }),
    get(`/_/export?screen=${encodeURIComponent(id)}`),
    get(`/_/views?screen=${encodeURIComponent(id)}`),
    { method: 'POST', path: '/_/bulk/matching', body: { screen: id, event: 'no such event', query: {} } },
  ]);
  const files = model.screens.flatMap(({ id, entity }) => {
    const attributes = entity === null ? [] : attributesOf({ runtime }, entity);
    const path = `?screen=${encodeURIComponent(id)}`;
    const headings = attributes.map(({ name }) => name);
    const body = `${[...headings, 'nothing'].map((name) => `"${name.replaceAll('"', '""')}"`).join(',')}\r\n`;
    const row = `${[...headings, ''].map((_, at) => (at % 3 === 0 ? '7' : 'zq')).join(',')}\r\n`;
    return [
      ...headings.map((name) => get(`/_/export${path}&columns=${encodeURIComponent(JSON.stringify([name]))}`)),
      ...['look', 'check'].map((does) => ({
        method: 'POST',
        path: `/_/import${path}&do=${does}`,
        body: `${body}${row}`,
        headers: { 'content-type': 'text/csv' },
      })),
    ];
  });
  const deleted = [...model.entities.map(({ name }) => name), 'Nothing'].flatMap((name) => {
    const path = `/_/deleted/${encodeURIComponent(name)}`;
    return [get(path), get(`${path}?limit=1`), get(`${path}?page=x`), get(`${path}?sort=id`)];
  });
  const errors = model.errors.map(({ code }) => get(`/_/errors/${encodeURIComponent(code)}`));
  const own = ['app', 'session', 'inbox', 'check', 'document', 'nothing', 'list', 'tiles', 'errors/NOT_FOUND'];
  const why = model.permissions.slice(0, 3).map(({ id }) => get(`/_/why/${encodeURIComponent(id)}`));
  const creates = model.calls.filter(({ does }) => does.kind === 'create');
  const made = creates.flatMap(({ method, path }) =>
    [{}, { bogus: 1 }, [], 'x', '{"', { title: 7, name: [], lines: 3 }].map((body) => ({ method, path, body })),
  );
  const bulk = [
    {},
    { entity: world.person, delete: true, rows: [] },
    { entity: 'Nothing', event: 'x', rows: [{ id: 'x' }] },
  ];
  return [
    ...screens,
    ...groupQuestions({ runtime, make }),
    ...files,
    ...deleted,
    ...errors,
    ...why,
    ...own.map((path) => get(`/_/${path}`)),
    ...made,
    ...bulk.map((body) => ({ method: 'POST', path: '/_/bulk', body })),
    { method: 'POST', path: '/_/session', body: { person: 'x' } },
    { method: 'OPTIONS', path: '/_/app' },
  ];
}

/** A tag that no record has: whoever might change or delete hears that it changed meanwhile, and nothing is written. */
const stale = { 'if-match': '"AAAAAAAAAAAAAAAAAAAAAA"' };

/** Everything that can be asked of one record, by its id. None of it changes anything. */
export function recordQuestions(running: Askable, entity: string, id: string): Question[] {
  const { model } = running.runtime.current();
  const at = encodeURIComponent(id);
  const own = `/_/records/${entity}/${at}`;
  const calls = model.calls.flatMap((call) => callQuestions(call, entity, at));
  const files = attributesOf(running, entity).map(({ name }) => get(`/_/files/${entity}/${at}/${name}`));
  const events = model.machines.flatMap((machine) =>
    machine.entity === entity ? machine.transitions.flatMap(({ event }) => event ?? []) : [],
  );
  const screens = model.screens.flatMap(({ route }) =>
    route.includes(':') ? [get(`/_/open?path=${encodeURIComponent(route.replace(/:\w+/, at))}`)] : [],
  );
  const related = model.screens.flatMap((screen) =>
    screen.kind === 'record' && screen.entity === entity ? relatedQuestions(running, screen.id, entity, at) : [],
  );
  const rows = [{ id, etag: '"AAAAAAAAAAAAAAAAAAAAAA"' }];
  const bulk = [
    { entity, delete: true, rows },
    { entity, restore: true, rows },
    ...events.map((event) => ({ entity, event, rows })),
  ];
  const back = { method: 'POST', path: `${own}/restore` };
  return [
    get(own),
    { ...get(own), method: 'HEAD' },
    get(own, { 'if-none-match': '*' }),
    get(`${own}/history`),
    get(`${own}/outbox`),
    get(`${own}/comments`),
    get(`${own}/comments?page=x`),
    get(`${own}/mentions`),
    get(`${own}/mentions?q=a`),
    ...[{}, { text: '' }, { text: 'x', at: 1 }, { text: 7 }, [], 'x'].map((body) => ({
      method: 'POST',
      path: `${own}/comments`,
      body,
    })),
    { method: 'PATCH', path: `${own}/comments/${id}`, body: { text: 'x' }, headers: stale },
    { method: 'DELETE', path: `${own}/comments/${id}`, headers: stale },
    get(`${own}?x=1`),
    back,
    { ...back, headers: stale },
    ...files,
    ...screens,
    ...related,
    ...calls,
    ...bulk.map((body) => ({ method: 'POST', path: '/_/bulk', body })),
  ];
}

/** What refers to a record by each field that does, in an order of its own too, and by one that does not. */
function relatedQuestions(running: Pick<Askable, 'runtime'>, screen: string, entity: string, at: string): Question[] {
  const { model } = running.runtime.current();
  const fields = model.entities.flatMap(({ name }) => attributesOf(running, name));
  const refer = fields.filter(({ type }) => 'entity' in type && type.entity === entity).map(({ id }) => id);
  return [...refer, 'field/Nothing/nothing'].flatMap((field) => {
    const path = `/_/related?${new URLSearchParams({ screen, field })}&record=${at}`;
    return [get(path), get(`${path}&sort=id`), get(`${path}&page=x`)];
  });
}

function callQuestions({ method, path, does }: Call, entity: string, id: string): Question[] {
  if (!('entity' in does) || does.entity !== entity || !path.includes(':')) return [];
  const to = path.replace(/:\w+/, id);
  switch (does.kind) {
    case 'read':
      return [get(to)];
    case 'delete':
      return [
        { method, path: to },
        { method, path: to, headers: stale },
      ];
    case 'change':
      return [{}, { bogus: 1 }, { title: 'New', name: 'New', memo: 'New', note: 'New' }].flatMap((body) => [
        { method, path: to, body },
        { method, path: to, body, headers: stale },
      ]);
    case 'event':
      return [
        { method, path: to, body: {}, headers: stale },
        { method, path: to, body: { bogus: 1 } },
      ];
    default:
      return [];
  }
}

/** Fields of each entity that a filter can ask for, by the whole path from the entity that is listed. */
export interface Way {
  /** The attribute at the end, and the entity that has it. */
  readonly entity: string;
  readonly attribute: Attribute;
  /** A condition that asks whether it is this, in the notation of documents. */
  readonly asks: (literal: string) => string;
  /** Names of parameters that ask the same; only for a field of the listed entity itself. */
  readonly parameter: string | null;
}

/** All ways from an entity to a field: its own, through two references, and through its lines. */
export function waysFrom(running: Askable, entity: string): Way[] {
  const direct = (from: string, path: string, depth: number): Way[] =>
    attributesOf(running, from).flatMap((attribute): Way[] => {
      const name = `${path}${attribute.name}`;
      const { type } = attribute;
      const here: Way = {
        entity: from,
        attribute,
        asks: (literal) => `${name} == ${literal}`,
        parameter: path === '' ? attribute.name : null,
      };
      if (type.kind === 'reference' && depth < 2) return [here, ...direct(type.entity, `${name}.`, depth + 1)];
      if (type.kind === 'list') {
        return direct(type.entity, 'x.', depth + 1).map((way) => ({
          ...way,
          asks: (literal) => `${name}.exists(x, ${way.asks(literal)})`,
          parameter: null,
        }));
      }
      return [here];
    });
  return direct(entity, '', 0);
}

/** The literal of a value in a condition; null where there is none to write. */
export function literalOf({ type }: Attribute, asked: string): string | null {
  switch (type.kind) {
    case 'text':
    case 'long text':
    case 'email':
      return `"${asked}"`;
    case 'money':
      return `${asked} ${type.currency ?? ''}`.trim();
    case 'integer':
    case 'decimal':
      return asked;
    case 'date':
      return `date("${asked}")`;
    default:
      return null;
  }
}
