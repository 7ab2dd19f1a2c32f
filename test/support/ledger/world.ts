import { diagnose } from '../../../src/cli/analysis/diagnose.ts';
import type { Json } from '../../../src/engine/core/intent.ts';
import type { Problem, WirePage, WireRecord, WireTile } from '../../../src/engine/core/wire-format.ts';
import type { View, ViewEntity, ViewScreen } from '../../../src/engine/view/view.ts';
import { idOf } from '../../../src/model/types/element.ts';
import type { Call, Model } from '../../../src/model/types/model.ts';
import { type Answer, type Caller, startServer, type TestServer } from '../http/server.ts';
import { quick } from '../http/sign-in.ts';

/** A moment at which it is the fifteenth in New Zealand and the fourteenth in Greenwich. */
export const MOMENT = Date.UTC(2026, 7, 14, 13);

/** What a record or a refusal was answered with. */
export type Outcome = Answer<WireRecord & Problem>;

type Fields = Readonly<Record<string, Json>>;

/** The document running, with what a probe asks of it. Whatever is not the effect that it looks for throws. */
export interface Garden {
  readonly text: string;
  readonly server: TestServer;
  readonly model: Model;
  /** What reader and checks say: `code line: message`. */
  readonly findings: () => readonly string[];
  readonly as: (name: string) => Promise<Caller>;
  readonly view: (name: string) => Promise<View>;
  readonly screen: (name: string, route: string) => Promise<ViewScreen | undefined>;
  readonly entity: (name: string, entity: string) => Promise<ViewEntity>;
  /** The colours of states and options, by field or machine. */
  readonly tones: (name: string) => Promise<View['tones']>;
  /** Titles of the rows of a screen, in order. */
  readonly rows: (name: string, route: string, query?: string) => Promise<readonly string[]>;
  readonly tile: (name: string) => Promise<WireTile | undefined>;
  /** A sample plot as the keeper reads it. */
  readonly plot: (code: string) => Promise<WireRecord>;
  /** A new plot of the keeper's. */
  readonly newPlot: (fields?: Fields) => Promise<WireRecord>;
  readonly create: (name: string, entity: string, fields: Fields) => Promise<Outcome>;
  readonly change: (name: string, record: WireRecord, fields: Fields) => Promise<Outcome>;
  readonly remove: (name: string, record: WireRecord) => Promise<Outcome>;
  readonly raise: (name: string, record: WireRecord, event: string, fields?: Fields) => Promise<Outcome>;
  /** The record as this person reads it now. */
  readonly read: (name: string, record: WireRecord) => Promise<Outcome>;
  readonly upload: (name: string, file: string, bytes: number) => Promise<Outcome>;
  readonly why: (element: string) => Promise<Answer<{ readonly help: string; readonly label: string }>>;
  readonly stop: () => Promise<void>;
}

/** The screen at a route, as the server names it. */
export const screenAt = (route: string): string => idOf('screen', route);

export async function openGarden(text: string, older: string | null = null): Promise<Garden> {
  const server = await startServer(older ?? text, { now: MOMENT, production: { passwords: quick } });
  if (older !== null) await server.runtime.update(text);
  const { model } = server.runtime.current();
  const people = new Map<string, Promise<Caller>>();
  const as = (name: string) => {
    const known = people.get(name) ?? server.as(name);
    people.set(name, known);
    return known;
  };
  const view = async (name: string) => (await got<{ view: View }>(await as(name), '/_/app')).view;
  const send = async (name: string, call: Call, record: WireRecord | null, fields?: Fields): Promise<Outcome> => {
    const path = call.path.replace(/:[^/]+/, record?.id ?? '');
    const current = record === null ? null : await read(name, record);
    const etag = current?.status === 200 ? current.body._.etag : (record?._.etag ?? '');
    return (await as(name)).call(call.method, path, fields, record === null ? {} : { 'if-match': etag });
  };
  const callFor = (does: string, entity: string): Call => {
    const found = model.calls.find(
      (call) => 'entity' in call.does && call.does.entity === entity && deed(call) === does,
    );
    if (found === undefined) throw new Error(`No call does ${does} ${entity}.`);
    return found;
  };
  const read: Garden['read'] = async (name, record) =>
    (await as(name)).get(`/_/records/${encodeURIComponent(record._.entity)}/${record.id}`);
  const create: Garden['create'] = (name, entity, fields) => send(name, callFor('create', entity), null, fields);
  const rowsOf = async (name: string, route: string, query = '') =>
    (await got<WirePage>(await as(name), `/_/list?screen=${encodeURIComponent(screenAt(route))}${query}`)).items;
  return {
    text,
    server,
    model,
    as,
    view,
    read,
    create,
    findings: () => diagnose(text).diagnostics.map(({ code, at, message }) => `${code} ${at.line}: ${message}`),
    screen: async (name, route) => (await view(name)).screens.find((screen) => screen.route === route),
    tones: async (name) => (await view(name)).tones,
    entity: async (name, entity) =>
      present(
        (await view(name)).entities.find((each) => each.name === entity),
        entity,
      ),
    rows: async (name, route, query) => (await rowsOf(name, route, query)).map((row) => row._.title),
    tile: async (name) => {
      const path = `/_/tiles?screen=${encodeURIComponent(screenAt('/figures'))}`;
      const { tiles } = await got<{ tiles: WireTile[] }>(await as('Vera'), path);
      return tiles.find(({ id }) => id.endsWith(`/${name}`));
    },
    plot: async (code) =>
      present(
        (await rowsOf('Vera', '/by-fee')).find((row) => row['code'] === code),
        code,
      ),
    newPlot: async (fields = {}) => done(await create('Vera', 'Plot', { code: 'N1', fee: '10.00', ...fields })),
    change: (name, record, fields) => send(name, callFor('change', record._.entity), record, fields),
    remove: (name, record) => send(name, callFor('delete', record._.entity), record),
    raise: (name, record, event, fields = {}) => send(name, callFor(event, record._.entity), record, fields),
    upload: async (name, file, bytes) =>
      (await as(name)).call(
        'POST',
        `/_/files?entity=Tool&field=manual&name=${file}`,
        new TextEncoder().encode(`%PDF-1.7\n%\u00e2\u00e3\n${' '.repeat(bytes)}`),
        { 'content-type': 'application/octet-stream' },
      ),
    why: async (element) => (await as('Vera')).get(`/_/why/${encodeURIComponent(element)}`),
    stop: server.stop,
  };
}

/** The record of an answer that must not be a refusal. */
export function done(answer: Outcome): WireRecord {
  if (answer.status >= 300) throw new Error(`Answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

/** Codes of what failed, each at its place. */
export function failures({ body }: Outcome): readonly string[] {
  return (body.failures ?? []).map(({ pointer, code }) => `${pointer} ${code}`);
}

async function got<T>(caller: Caller, path: string): Promise<T> {
  const answer = await caller.get<T>(path);
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

function present<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new Error(`${name} is not there.`);
  return found;
}

const deed = ({ does }: Call): string => (does.kind === 'event' ? does.event : does.kind);
