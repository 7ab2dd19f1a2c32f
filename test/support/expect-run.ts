import type { Problem, WireHistory, WireNotification, WirePage, WireRecord, WireTile } from '../../src/engine/wire.ts';
import { today } from '../../src/fields/calendar.ts';
import type { Row } from '../../src/fields/value.ts';
import { type Came, judge } from './expect-answer.ts';
import { dateOf, ENTITY, fileBytes, type Ids, idsOf } from './expect-fixtures.ts';
import { type ExpectInput, readInput } from './expect-input.ts';
import type { ExpectRow } from './expect-table.ts';
import type { Answer, Caller, TestServer } from './server.ts';

/** A database with the people signed in so far and the cursor that the last list gave. */
export interface Stage {
  readonly server: TestServer;
  readonly sessions: Map<string, Caller>;
  cursor: string | null;
  /** Every record seen so far, so that a row can name one that was deleted. */
  readonly known: Map<string, Row>;
}

const T0 = Date.UTC(2026, 10, 20, 10);
const UNITS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 };
const NO_RECORD = '0190a6a0-0000-7000-8000-0000000000ff';

/** The instant of a row: blank is the beginning, `+2d23h59m` so much later, or an instant. */
export function instantOf(when: string): number {
  if (when === '') return T0;
  if (!when.startsWith('+')) return Date.parse(when);
  return [...when.matchAll(/(\d+)([dhms])/g)].reduce(
    (at, [, count, unit]) => at + Number(count) * (UNITS[unit ?? ''] ?? 0),
    T0,
  );
}

/** Runs one row and asserts its answer. True when it was refused: then it left nothing behind. */
export async function runRow(stage: Stage, row: ExpectRow, base: string): Promise<boolean> {
  const { server } = stage;
  const now = instantOf(row.when);
  server.clock.now = now;
  const live = await idsOf(server);
  for (const [title, record] of live.byTitle) stage.known.set(title, record);
  const ids = { ...live, byTitle: stage.known };
  const caller = await callerOf(stage, row);
  const action = new Acting(stage, ids, caller, row, now);
  const input = await readInput(row.input, row.action.split(' ')[0] ?? '', base, (name) => action.fill(name));
  const came = action.refusedUpload ?? (await action.run(input));
  judge(row.answer, row.at, came, (text) => expand(text, ids, now));
  return / \d{3}$/.test(row.answer);
}

async function callerOf({ server, sessions }: Stage, { person, input }: ExpectRow): Promise<Caller> {
  if (person === 'guest') return server.guest;
  const kept = sessions.get(person);
  if (kept !== undefined && input.includes('session=kept')) return kept;
  const caller = await server.as(person);
  sessions.set(person, caller);
  return caller;
}

/** A value of an answer as it stands on the wire. */
function expand(text: string, ids: Ids, now: number): string {
  if (text === 'now') return new Date(now).toISOString();
  const person = ids.people.get(text);
  if (person !== undefined) return person.id;
  return /^today([+-]\d+)?$/.test(text) ? dateOf(text, today(now, 'Europe/Berlin')) : text;
}

/** One row on its way to the server. */
class Acting {
  refusedUpload: Came | null = null;
  readonly #stage: Stage;
  readonly #ids: Ids;
  readonly #caller: Caller;
  readonly #row: ExpectRow;
  readonly #now: number;

  constructor(stage: Stage, ids: Ids, caller: Caller, row: ExpectRow, now: number) {
    this.#stage = stage;
    this.#ids = ids;
    this.#caller = caller;
    this.#row = row;
    this.#now = now;
  }

  /** What `${name}` in an input stands for. */
  async fill(name: string): Promise<string> {
    const repeated = /^(.+)\*(\d+)$/.exec(name);
    if (repeated !== null) return repeatedOf(repeated[1] ?? '', Number(repeated[2]));
    if (name.startsWith('id:')) return JSON.stringify(this.#idOf(name.slice(3)));
    if (name.startsWith('line:')) return JSON.stringify(this.#lineOf(name.slice(5)));
    if (name.startsWith('file:')) return this.#upload(name.slice(5));
    return JSON.stringify(dateOf(name, today(this.#now, 'Europe/Berlin')));
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
        return this.#record(await this.#send('POST', this.#collection(rest), input));
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
        return this.#call(words, input);
      default:
        throw new Error(`There is no action ${verb}.`);
    }
  }

  #idOf(name: string): string {
    const row = name.startsWith('@') ? this.#ids.people.get(name.slice(1)) : this.#ids.byTitle.get(name);
    if (row === undefined) throw new Error(`There is no record ${name}.`);
    return row.id;
  }

  #lineOf(title: string): string {
    const lines = this.#ids.byTitle.get(title)?.values['lines'];
    const [line] = Array.isArray(lines) ? lines : [];
    return line !== null && typeof line === 'object' && 'id' in line ? String(line.id) : '';
  }

  async #upload(what: string): Promise<string> {
    const [, kind = '', length, by] = /^(\w+)(?::(\d+))?(?: by (\w+))?$/.exec(what) ?? [];
    const uploader = by === undefined ? this.#caller : await this.#stage.server.as(by);
    const bytes = fileBytes(kind, length === undefined ? null : Number(length));
    const name = `receipt.${kind === 'text' ? 'pdf' : kind}`;
    const path = `/_/files?entity=${ENTITY.record}&field=receipt&name=${name}`;
    const answer = await uploader.call<Problem>('POST', path, bytes, { 'content-type': 'application/octet-stream' });
    if (answer.status >= 300) this.refusedUpload = came(answer);
    return answer.text;
  }

  #id(): string {
    return this.#row.record === '?' || this.#row.record === '' ? NO_RECORD : this.#idOf(this.#row.record);
  }

  #entity(): string {
    return this.#row.record.startsWith('@') ? ENTITY.person : ENTITY.record;
  }

  #calls() {
    return this.#stage.server.runtime.current().model.calls;
  }

  #path(kind: 'read' | 'change' | 'delete'): string {
    const entity = this.#entity();
    const call = this.#calls().find(({ does }) => does.kind === kind && does.entity === entity);
    return (call?.path ?? '').replace(':id', this.#id());
  }

  #collection(entity: string): string {
    return this.#calls().find(({ does }) => does.kind === 'create' && does.entity === entity)?.path ?? '';
  }

  #eventPath(event: string): string {
    const call = this.#calls().find(({ does }) => does.kind === 'event' && does.event === event);
    return (call?.path ?? '').replace(':id', this.#id());
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
    const path = where.startsWith('GET ') ? where.slice(4) : '/_/list';
    const answer = await this.#caller.get<WirePage>(`${path}${sent.size === 0 ? '' : `?${sent}`}`);
    if (answer.status >= 300) return came(answer);
    this.#stage.cursor = answer.body.next;
    const { items, next, total } = answer.body;
    const values = new Map([
      ['items', String(items.length)],
      ['next', next === null ? 'no' : 'yes'],
      ['total', String(total?.count)],
    ]);
    return { ...came(answer), titles: items.map((item) => item._.title), value: (name) => values.get(name) };
  }

  #screen(route: string): string {
    const { screens } = this.#stage.server.runtime.current().model;
    return screens.find((screen) => screen.route === route)?.id ?? '';
  }

  /** A screen of one record opens only where the record can be read: the page asks for both. */
  async #open(route: string): Promise<Came> {
    const answer = await this.#caller.get(`/_/open?path=${encodeURIComponent(route.replace(':id', this.#id()))}`);
    if (answer.status >= 300 || !route.includes(':id')) return came(answer);
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
    return { ...came(answer), titles: answer.body.items.map(({ title }) => title ?? '') };
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
    const value = (key: string) =>
      key === 'value'
        ? points[0]?.value
        : points.find((point) => point.label === key || String(point.key).startsWith(key))?.value;
    return { ...came(answer), value };
  }

  async #can([what = '', name = '']: readonly string[]): Promise<Came> {
    const answer = await this.#caller.get<WireRecord>(`/_/records/${this.#entity()}/${this.#id()}`);
    if (answer.status >= 300) return came(answer);
    const { can } = answer.body._;
    const refusal = what === 'delete' ? can.delete : what === 'event' ? can.events[name] : can.change[name];
    if (refusal === null) return came(answer);
    const { errors } = this.#stage.server.runtime.current().app.schema;
    const code = refusal?.code ?? 'absent';
    const status = errors.get(code)?.status ?? 0;
    return { ...came(answer), status, problem: { type: '', title: '', status, detail: '', instance: '', code } };
  }

  async #call([method = '', path = '']: readonly string[], { settings, body }: ExpectInput): Promise<Came> {
    const times = Number(settings.get('times') ?? 1);
    const send = () => this.#caller.call<WireRecord>(method, path.replace(':id', this.#id()), body);
    for (let sent = 1; sent < times; sent += 1) await send();
    return this.#record(await send());
  }
}

/** `${a*80}` is a text, `${lines*50}` a list of lines. */
function repeatedOf(what: string, count: number): string {
  if (what !== 'lines') return JSON.stringify(what.repeat(count));
  return `[${Array<string>(count).fill('{"what":"Item","amount":"1.00"}').join(',')}]`;
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
