import { principalOf } from '../src/engine/access/person-roles.ts';
import { etagOf, wireRecord } from '../src/engine/answer/wire-record.ts';
import type { CompiledModel } from '../src/engine/compiled/compiled-model.ts';
import { trackDecision } from '../src/engine/context/decision.ts';
import type { Verdict, Write } from '../src/engine/context/verdict.ts';
import type { Intent, Json } from '../src/engine/core/intent.ts';
import type { Facts, Needs, Upload } from '../src/engine/core/needs-and-facts.ts';
import type { Principal } from '../src/engine/core/principal.ts';
import type { Refusal } from '../src/engine/core/refusal.ts';
import type { WireRecord } from '../src/engine/core/wire-format.ts';
import { decide } from '../src/engine/decide/decide.ts';
import { needs, recordNeeds } from '../src/engine/decide/needs.ts';
import type { Row, Value } from '../src/fields/text/value.ts';

/** Records in memory. Facts hold exactly what was asked for, so that a need that is missing shows. */
export interface World {
  readonly app: CompiledModel;
  now: number;
  readonly rows: Map<string, Row>;
  readonly uploads: Map<string, Upload>;
  readonly writes: Write[];
}

export function worldOf(app: CompiledModel, now: number, rows: readonly Row[] = []): World {
  return { app, now, rows: new Map(rows.map((row) => [row.id, row])), uploads: new Map(), writes: [] };
}

export function load(world: World, ...asked: readonly Needs[]): Facts {
  const rows = new Map<string, Row | null>();
  const unique = new Map<string, boolean>();
  const uploads = new Map<string, Upload | null>();
  const referrers = new Map<string, Map<string, number>>();
  const add = (entity: string, id: string): Row | null => {
    const found = world.rows.get(id);
    const row = found?.entity === entity ? found : null;
    rows.set(`${entity} ${id}`, row);
    return row;
  };
  const follow = (row: Row | null, path: readonly string[]): void => {
    const [name, ...rest] = path;
    if (row === null || name === undefined) return;
    const type = world.app.schema.entities.get(row.entity)?.attributes.get(name)?.type;
    const value = row.values[name] ?? null;
    if (type?.kind === 'reference' && typeof value === 'string') follow(add(type.entity, value), rest);
    if (type?.kind === 'list' && Array.isArray(value)) for (const line of value as Row[]) follow(line, rest);
  };
  for (const need of asked) {
    for (const { entity, id, paths } of need.rows) {
      const row = add(entity, id);
      for (const path of paths) follow(row, path);
    }
    for (const one of need.unique) {
      const taken = [...world.rows.values()].some(
        (row) => row.entity === one.entity && row.id !== one.except && row.values[one.field] === one.value,
      );
      unique.set(JSON.stringify(one), taken);
    }
    for (const token of need.files) uploads.set(token, world.uploads.get(token) ?? null);
    for (const key of need.referrers) {
      const counts = new Map<string, number>();
      for (const { entity, field } of world.app.entities.get(key.entity)?.referrers ?? []) {
        if (field.onDelete !== 'restrict') continue;
        const count = [...world.rows.values()].filter(
          (row) => row.entity === entity && row.values[field.name] === key.id,
        ).length;
        counts.set(`${entity}.${field.name}`, count);
      }
      referrers.set(key.id, counts);
    }
  }
  return {
    row: (entity, id) => rows.get(`${entity} ${id}`),
    taken: (need) => unique.get(JSON.stringify(need)),
    upload: (token) => uploads.get(token),
    referrers: ({ id }) => referrers.get(id),
  };
}

/** The person whose title is this, or starts with it; nobody for `guest`. */
export function person(world: World, name: string): Principal {
  if (name === 'guest') return principalOf(world.app, null);
  return principalOf(world.app, titled(world, world.app.people?.entity ?? '', name));
}

export function titled(world: World, entity: string, title: string): Row {
  const field = world.app.schema.entities.get(entity)?.title ?? '';
  const found = [...world.rows.values()].find(
    (row) => row.entity === entity && String(row.values[field]).startsWith(title),
  );
  if (found === undefined) throw new Error(`no ${entity} ${title}`);
  return found;
}

export function idOf(world: World, entity: string, title: string): string {
  return titled(world, entity, title).id;
}

/** Decides as the store does: needs, more needs, decision. Nothing is written. */
export function judge(world: World, name: string, intent: Intent): Verdict {
  const { app, now } = world;
  const who = person(world, name);
  const asked = [needs(app, who, intent, now)];
  const by = trackDecision((facts) => decide(app, who, intent, facts, now));
  for (let round = 0; round < 4; round += 1) {
    const more = by.more(load(world, ...asked));
    if (more === null) break;
    asked.push(more);
  }
  return decide(app, who, intent, load(world, ...asked), now);
}

/** As `judge`, and what is allowed is written. */
export function perform(world: World, name: string, intent: Intent): Verdict {
  const verdict = judge(world, name, intent);
  if (!verdict.allowed) return verdict;
  for (const write of verdict.writes) apply(world, write);
  return verdict;
}

function apply(world: World, write: Write): void {
  world.writes.push(write);
  if (write.kind === 'insert') world.rows.set(write.row.id, write.row);
  if (write.kind === 'delete') world.rows.delete(write.id);
  if (write.kind === 'update') {
    const row = world.rows.get(write.id);
    if (row === undefined) throw new Error(`no ${write.id}`);
    world.rows.set(write.id, {
      ...row,
      version: row.version + 1,
      values: Object.assign(Object.create(null), row.values, write.values),
    });
  }
}

let made = 0;

/** A fresh id. */
export function fresh(): string {
  made += 1;
  return `00000000-0000-7000-8000-${String(made).padStart(12, '0')}`;
}

type Partly<T> = T extends Intent ? Omit<T, 'call' | 'ifMatch'> : never;

/** An intent of no call. `ifMatch`: null where none is needed, `none` where it is left out. */
export function intend(intent: Partly<Intent>, ifMatch: string | null = null): Intent {
  return {
    call: null,
    ...intent,
    ...(intent.kind === 'create' ? {} : { ifMatch: ifMatch === 'none' ? undefined : ifMatch }),
  } as Intent;
}

export function create(world: World, name: string, entity: string, input: Json): Verdict {
  return perform(world, name, intend({ kind: 'create', entity, id: fresh(), input }));
}

export function change(world: World, name: string, row: Row, input: Json, ifMatch: string | null = null): Verdict {
  return perform(world, name, intend({ kind: 'change', entity: row.entity, id: row.id, input }, ifMatch));
}

export function raise(
  world: World,
  name: string,
  row: Row,
  event: string,
  input: Json = null,
  ifMatch: string | null = null,
): Verdict {
  return perform(world, name, intend({ kind: 'event', entity: row.entity, id: row.id, event, input }, ifMatch));
}

export function remove(world: World, name: string, row: Row): Verdict {
  return perform(world, name, intend({ kind: 'delete', entity: row.entity, id: row.id }));
}

export function refusalOf(verdict: Verdict): Refusal {
  if (verdict.allowed) throw new Error('it was allowed');
  return verdict.refusal;
}

export function rowOf(verdict: Verdict): Row {
  if (!verdict.allowed) throw new Error(`refused: ${JSON.stringify(verdict.refusal)}`);
  if (verdict.row === null) throw new Error('no record');
  return verdict.row;
}

/** `403 NOT_ALLOWED`, or `ok`; of `invalid` each failure as `/lines/0/amount NOT_POSITIVE`. */
export function told(verdict: Verdict): string {
  if (verdict.allowed) return 'ok';
  const { status, code, failures } = verdict.refusal;
  if (failures.length === 0) return `${status} ${code}`;
  return `${status} ${failures.map((failed) => `/${failed.path.join('/')} ${failed.code}`).join(', ')}`;
}

export function wireOf(world: World, name: string, row: Row): WireRecord | null {
  const who = person(world, name);
  const facts = load(world, recordNeeds(world.app, who, row.entity, [row.id]));
  const found = facts.row(row.entity, row.id);
  return found ? wireRecord(world.app, who, found, facts, world.now, world.app.format, true) : null;
}

export function tagOf(world: World, name: string, row: Row): string | null {
  const who = person(world, name);
  const facts = load(world, recordNeeds(world.app, who, row.entity, [row.id]));
  const found = facts.row(row.entity, row.id);
  return found ? etagOf(world.app, who, found, facts, world.now) : null;
}

export function value(world: World, id: string, field: string): Value {
  return world.rows.get(id)?.values[field] ?? null;
}
