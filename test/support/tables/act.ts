import type {
  Problem,
  WireHistory,
  WireNotification,
  WirePage,
  WireRecord,
  WireTile,
} from '../../../src/engine/core/wire-format.ts';
import { today } from '../../../src/fields/calendar/calendar.ts';
import type { Row } from '../../../src/fields/text/value.ts';
import { isRows } from '../../../src/fields/types/list.ts';
import { recordParameter } from '../../../src/model/lookups/call-record.ts';
import type { Call } from '../../../src/model/types/model.ts';
import type { Answer, Caller, TestServer } from '../http/server.ts';
import type { Came } from './answer.ts';
import { dateOf, fileBytes } from './fixtures.ts';
import type { ExpectInput } from './input.ts';
import { entitiesOf, type Names } from './names.ts';
import type { ExpectRow } from './table.ts';

/** A database with the people signed in so far and the cursor that the last list gave. */
export interface Stage {
  readonly server: TestServer;
  readonly sessions: Map<string, Caller>;
  cursor: string | null;
  /** Every record seen so far, so that a row can name one that was deleted. */
  readonly known: Map<string, Row>;
  /** What the table calls records that bear another title, by their ids. */
  readonly given: Map<string, string>;
  /** What `${lines*N}` repeats. */
  readonly line: string;
}

const NO_RECORD = '0190a6a0-0000-7000-8000-0000000000ff';

/** One row on its way to the server. */
export class Acting {
  refusedUpload: Came | null = null;
  readonly #stage: Stage;
  readonly #names: Names;
  readonly #caller: Caller;
  readonly #row: ExpectRow;
  readonly #now: number;

  constructor(stage: Stage, names: Names, caller: Caller, row: ExpectRow, now: number) {
    this.#stage = stage;
    this.#names = names;
    this.#caller = caller;
    this.#row = row;
    this.#now = now;
  }

  /** What `${name}` in an input stands for. */
  async fill(name: string): Promise<string> {
    const repeated = /^(.+)\*(\d+)$/.exec(name);
    if (repeated !== null) return repeatedOf(repeated[1] ?? '', Number(repeated[2]), await this.#line());
    if (name.startsWith('id:')) return JSON.stringify(this.#idOf(name.slice(3)));
    if (name.startsWith('line:')) return JSON.stringify(this.#lineOf(name.slice(5)));
    if (name.startsWith('file:')) return this.#upload(name.slice(5));
    return JSON.stringify(dateOf(name, today(this.#now, this.#app.zone)));
  }

  async run(input: ExpectInput): Promise<Came> {
    const [verb = '', ...words] = this.#row.action.split(' ');
    const rest = words.join(' ');
    switch (verb) {
      case 'read':
      case 'see':
        return this.#record(await this.#caller.get(this.#path('read')));
      case 'list':
        return this.#list(rest, input);
      case 'open':
        return this.#open(rest);
      case 'navigation':
        return this.#navigation();
      case 'create':
        return this.#create(rest, input);
      case 'change':
        return this.#record(await this.#send('PATCH', this.#path('change'), input, await this.#match(input)));
      case 'delete':
        return this.#record(await this.#send('DELETE', this.#path('delete'), input, await this.#match(input)));
      case 'event':
        return this.#record(await this.#send('POST', this.#eventPath(rest), input, await this.#match(input)));
      case 'download':
        return came(await this.#caller.get(`/_/files/${this.#entity()}/${this.#id()}/${rest}`));
      case 'history':
        return this.#history();
      case 'inbox':
        return this.#inbox();
      case 'outbox':
        return came(await this.#caller.get(`/_/records/${this.#entity()}/${this.#id()}/outbox`));
      case 'number':
      case 'chart':
        return this.#tile(rest);
      case 'can':
        return this.#can(words);
      case 'call':
        return this.#bare(words, input);
      default:
        throw new Error(`There is no action ${verb}.`);
    }
  }

  /** A line of the table, with the ids that it names. */
  async #line(): Promise<string> {
    const [, name] = /"\$\{([^}]*)\}"/.exec(this.#stage.line) ?? [];
    return name === undefined ? this.#stage.line : this.#stage.line.replace(`"\${${name}}"`, await this.fill(name));
  }

  #idOf(name: string): string {
    return this.#named(name).id;
  }

  #named(name: string): Row {
    const { people, records } = this.#names;
    const row = name.startsWith('@') ? people.get(name.slice(1)) : records.get(name);
    if (row === undefined) throw new Error(`There is no record ${name}.`);
    return row;
  }

  #lineOf(title: string): string {
    const lists = Object.values(this.#names.records.get(title)?.values ?? {}).filter(isRows);
    return lists[0]?.[0]?.id ?? '';
  }

  async #upload(what: string): Promise<string> {
    const [, kind = '', length, by] = /^(\w+)(?::(\d+))?(?: by (\w+))?$/.exec(what) ?? [];
    const uploader = by === undefined ? this.#caller : await this.#stage.server.as(by);
    const bytes = fileBytes(kind, length === undefined ? null : Number(length));
    const name = `receipt.${kind === 'text' ? 'pdf' : kind}`;
    const [verb, made = ''] = this.#row.action.split(' ');
    const entity = this.#app.entities.get(verb === 'create' ? made : this.#entity());
    const field = entity?.entity.fields.find(({ type }) => type.kind === 'file');
    const path = `/_/files?entity=${entity?.name}&field=${field?.name}&name=${name}`;
    const answer = await uploader.call<Problem>('POST', path, bytes, { 'content-type': 'application/octet-stream' });
    if (answer.status >= 300) this.refusedUpload = came(answer);
    return answer.text;
  }

  #id(): string {
    return this.#row.record.startsWith('?') || this.#row.record === '' ? NO_RECORD : this.#idOf(this.#row.record);
  }

  #entity(): string {
    const { record } = this.#row;
    if (record.startsWith('?') && record.length > 1) return record.slice(1);
    return record.startsWith('?') || record === '' ? entitiesOf(this.#app).record : this.#named(record).entity;
  }

  get #app() {
    return this.#stage.server.runtime.current().compiled;
  }

  /** The path of a call with this record in it; another record in it is the one that this one belongs with. */
  #filled({ path, does }: Call): string {
    const own = 'entity' in does ? recordParameter(path, does.entity) : null;
    return path.replaceAll(/:([^/?#]+)/g, (_, name: string) => (name === own ? this.#id() : this.#parent()));
  }

  #parent(): string {
    const { record } = this.#row;
    const row = record === '' || record.startsWith('?') ? null : this.#named(record);
    const fields = (row && this.#app.entities.get(row.entity)?.entity.fields) ?? [];
    const reference = fields.find(({ type }) => type.kind === 'reference');
    return String(row?.values[reference?.name ?? ''] ?? NO_RECORD);
  }

  #call(fits: (does: Call['does']) => boolean): Call | undefined {
    return this.#app.model.calls.find(({ does }) => fits(does));
  }

  #path(kind: 'read' | 'change' | 'delete'): string {
    const entity = this.#entity();
    const call = this.#call((does) => does.kind === kind && does.entity === entity);
    return call === undefined ? '' : this.#filled(call);
  }

  #eventPath(event: string): string {
    const entity = this.#entity();
    const call = this.#call((does) => does.kind === 'event' && does.entity === entity && does.event === event);
    return call === undefined ? '' : this.#filled(call);
  }

  /** `create Claim`, or `create Claim as NAME`, which is what later rows call it; the record of the row is the one that it is made under. */
  async #create(what: string, input: ExpectInput): Promise<Came> {
    const [entity = '', name] = what.split(' as ');
    const call = this.#call((does) => does.kind === 'create' && does.entity === entity);
    const answer = await this.#send('POST', (call?.path ?? '').replaceAll(/:[^/?#]+/g, this.#id()), input);
    if (name !== undefined && answer.status < 300) this.#stage.given.set(answer.body.id, name);
    return this.#record(answer);
  }

  /** The ETag that this person gets for the record now, or one that nobody ever got. */
  async #match({ settings }: ExpectInput): Promise<Record<string, string>> {
    const wished = settings.get('If-Match');
    if (wished === 'none') return {};
    if (wished === 'stale') return { 'if-match': '"AAAAAAAAAAAAAAAAAAAAAA"' };
    const { status, body } = await this.#caller.get<WireRecord>(`/_/records/${this.#entity()}/${this.#id()}`);
    return { 'if-match': status === 200 ? body._.etag : '"AAAAAAAAAAAAAAAAAAAAAA"' };
  }

  async #send(method: string, path: string, { settings, body }: ExpectInput, headers: Record<string, string> = {}) {
    const key = settings.get('Idempotency-Key');
    const sent = { ...headers, ...(key === undefined ? {} : { 'idempotency-key': key }) };
    return this.#caller.call<WireRecord>(method, path, body, sent);
  }

  #record(answer: Answer<WireRecord>): Came {
    return { ...came(answer), value: (name) => valueAt(answer.body, name) };
  }

  async #list(where: string, { query }: ExpectInput): Promise<Came> {
    const sent = new URLSearchParams();
    if (!where.startsWith('GET ')) sent.set('screen', this.#screen(where));
    for (const [name, value] of query)
      sent.append(name, name === 'page' && value === 'next' ? (this.#stage.cursor ?? '') : value);
    const path = where.startsWith('GET ') ? where.slice(4).replaceAll(/:[^/?#]+/g, this.#id()) : '/_/list';
    const answer = await this.#caller.get<WirePage>(`${path}${sent.size === 0 ? '' : `?${sent}`}`);
    if (answer.status >= 300) return came(answer);
    this.#stage.cursor = answer.body.next;
    const { items, next, total } = answer.body;
    const values = new Map([
      ['items', String(items.length)],
      ['next', next === null ? 'no' : 'yes'],
      ['total', String(total?.count)],
    ]);
    return {
      ...came(answer),
      titles: items.map(({ id, _ }) => this.#stage.given.get(id) ?? _.title ?? ''),
      value: (name) => values.get(name),
    };
  }

  #screen(route: string): string {
    const { screens } = this.#stage.server.runtime.current().model;
    return screens.find((screen) => screen.route === route)?.id ?? '';
  }

  /** A screen of one record opens only where the record can be read: the page asks for both. */
  async #open(route: string): Promise<Came> {
    const answer = await this.#caller.get(
      `/_/open?path=${encodeURIComponent(route.replaceAll(/:[^/?#]+/g, this.#id()))}`,
    );
    if (answer.status >= 300 || !route.includes(':')) return came(answer);
    return came(await this.#caller.get(`/_/records/${this.#entity()}/${this.#id()}`));
  }

  async #navigation(): Promise<Came> {
    const answer = await this.#caller.get<{ view: { navigation: { label: string }[] } }>('/_/app');
    return { ...came(answer), titles: answer.body.view.navigation.map(({ label }) => label) };
  }

  async #history(): Promise<Came> {
    const answer = await this.#caller.get<{ items: WireHistory[] }>(
      `/_/records/${this.#entity()}/${this.#id()}/history`,
    );
    if (answer.status >= 300) return came(answer);
    const entries = answer.body.items.map(({ event, by }) => `${event} by ${by.split(' ')[0]}`).reverse();
    return { ...came(answer), entries };
  }

  async #inbox(): Promise<Came> {
    const answer = await this.#caller.get<{ items: WireNotification[] }>('/_/inbox');
    if (answer.status >= 300) return came(answer);
    return {
      ...came(answer),
      titles: answer.body.items.map(({ record, title }) => (title && this.#stage.given.get(record)) ?? title ?? ''),
    };
  }

  async #tile(name: string): Promise<Came> {
    const screen = this.#stage.server.runtime
      .current()
      .model.screens.find(({ numbers, charts }) => [...numbers, ...charts].some((tile) => tile.name === name));
    const answer = await this.#caller.get<{ tiles: WireTile[] }>(
      `/_/tiles?screen=${encodeURIComponent(screen?.id ?? '')}`,
    );
    if (answer.status >= 300) return came(answer);
    const points = answer.body.tiles.find((tile) => tile.id.endsWith(`/${name}`))?.points ?? [];
    const named = (key: string) =>
      key === 'value'
        ? points[0]?.value
        : points.find((point) => point.label === key || String(point.key).startsWith(key))?.value;
    const value = (key: string) => {
      const figure = named(key);
      return typeof figure === 'object' ? JSON.stringify(figure) : figure;
    };
    return { ...came(answer), value };
  }

  async #can([what = '', name = '']: readonly string[]): Promise<Came> {
    const answer = await this.#caller.get<WireRecord>(`/_/records/${this.#entity()}/${this.#id()}`);
    if (answer.status >= 300) return came(answer);
    const { can } = answer.body._;
    const refusal = what === 'delete' ? can.delete : what === 'event' ? can.events[name] : can.change[name];
    if (refusal === null) return came(answer);
    const { errors } = this.#stage.server.runtime.current().compiled.schema;
    const code = refusal?.code ?? 'absent';
    const status = errors.get(code)?.status ?? 0;
    return { ...came(answer), status, problem: { type: '', title: '', status, detail: '', instance: '', code } };
  }

  async #bare([method = '', path = '']: readonly string[], { settings, body }: ExpectInput): Promise<Came> {
    const times = Number(settings.get('times') ?? 1);
    const send = () => this.#caller.call<WireRecord>(method, path.replaceAll(/:[^/?#]+/g, this.#id()), body);
    for (let sent = 1; sent < times; sent += 1) await send();
    return this.#record(await send());
  }
}

/** `${a*80}` is a text, `${lines*50}` a list of lines. */
function repeatedOf(what: string, count: number, line: string): string {
  if (what !== 'lines') return JSON.stringify(what.repeat(count));
  return `[${Array<string>(count).fill(line).join(',')}]`;
}

function came(answer: Answer<unknown>): Came {
  const isProblem = (answer.headers.get('content-type') ?? '').includes('problem+json');
  return {
    status: answer.status,
    text: `${[...answer.headers.values()].join('\n')}\n${answer.text}`,
    problem: isProblem ? (answer.body as Problem) : null,
    value: () => undefined,
    titles: [],
    entries: [],
  };
}

/** `lines[0].what` of a body, as text; empty values are no values. */
function valueAt(body: unknown, path: string): string | undefined {
  let value: unknown = body;
  for (const part of path.split(/[.[\]]+/).filter(Boolean)) {
    if (value === null || typeof value !== 'object') return undefined;
    value = Object.entries(value).find(([name]) => name === part)?.[1];
  }
  if (value === null || value === undefined) return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
