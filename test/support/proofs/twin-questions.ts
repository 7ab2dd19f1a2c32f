import type { Value } from '../../../src/fields/text/value.ts';
import { schemaOf } from '../../../src/model/lookups/schema.ts';
import type { Call, Field, Model } from '../../../src/model/types/model.ts';
import { asShaped, fieldsOfCall, shapeOf } from '../../../src/verify/evaluator/shape.ts';
import type { Json, Stored, World } from '../../../src/verify/evaluator/world.ts';
import type { Random } from '../../../src/verify/generate/generate-document.ts';
import {
  type Askable,
  listBases,
  listQuestions,
  literalOf,
  otherQuestions,
  recordQuestions,
  waysFrom,
  withQuery,
} from '../permissions/questions.ts';
import type { Question } from '../permissions/world.ts';
import { aimed } from './twin-aims.ts';
import type { Secret } from './twin-secrets.ts';

/** A question, the entity that it is about (null: none, or all), and whether it writes. */
export interface Asked {
  readonly question: Question;
  readonly entity: string | null;
  readonly isWrite: boolean;
  /** Whose tag goes along as `If-Match`: the path that answers it. */
  readonly tagOf: string | null;
  /** What it is aimed at, of what is counted. */
  readonly aim?: Aim;
  /** What the product gives to another record of both twins before, of what the deleted one of the question had. */
  readonly taken?: readonly Taken[];
}

/** A value that no two records share. */
export interface Taken {
  readonly from: string;
  readonly by: string;
  readonly field: string;
  readonly value: Value;
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Bringing back what was deleted, a bound on several records, what an event does to other records. */
export type Aim = 'brought back' | 'bound' | 'elsewhere';

/** So many questions of all kinds about what runs, a good part of them aimed at the secret. `isRead`: by who asks. */
export function someQuestions(
  running: Askable,
  world: World,
  secret: Secret,
  isRead: (stored: Stored) => boolean,
  random: Random,
): readonly Asked[] {
  const { model } = running.runtime.current();
  const reads = (questions: readonly Question[], entity: string | null) =>
    questions.map((question): Asked => ({ question, entity, isWrite: !READS.has(question.method), tagOf: null }));
  const lists = listBases(running).flatMap((base) =>
    reads(
      listQuestions(running).filter(({ path }) => path.startsWith(base.path)),
      base.entity,
    ),
  );
  const records = random
    .some([...world.values()], 3)
    .flatMap(({ entity, id }) => reads(recordQuestions(running, entity, id), entity));
  return [
    ...random.some(lists, 25),
    ...random.some(attacks(running, secret), 25),
    ...reads(recordQuestions(running, secret.entity, secret.id), secret.entity),
    ...random.some(records, 25),
    ...random.some(others(running, reads), 12),
    ...writes(model, world, random),
    ...aimed(model, world, secret, isRead, random),
    ...comments(world, secret, random),
    ...returns(world, secret, random),
    ...random.some(lists, 10),
    ...reads([{ method: 'GET', path: '/_/inbox' }], null),
  ];
}

type Reads = (questions: readonly Question[], entity: string | null) => readonly Asked[];

function others(running: Askable, reads: Reads): readonly Asked[] {
  const { model } = running.runtime.current();
  const screens = new Map(model.screens.map(({ id, entity }) => [encodeURIComponent(id), entity]));
  return otherQuestions(running).flatMap((question) => {
    const screen = /screen=([^&]*)/.exec(question.path)?.[1] ?? '';
    return reads([question], screens.get(screen) ?? null);
  });
}

/** Lists that are searched, filtered and sorted by the secret, along every way that leads to it. */
function attacks(running: Askable, secret: Secret): readonly Asked[] {
  return listBases(running).flatMap((base) => {
    const about = (query: Readonly<Record<string, string>>): Asked => ({
      question: withQuery(base, query),
      entity: base.entity,
      isWrite: false,
      tagOf: null,
    });
    const texts = secret.values.filter((value) => typeof value === 'string');
    const words = texts.map((value) => about({ q: value }));
    const ways = waysFrom(running, base.entity).filter(
      ({ entity, attribute }) => entity === secret.entity && attribute.name === secret.field,
    );
    const found = ways.flatMap((way) => [
      ...secret.values.flatMap((value) => {
        const literal = literalOf(way.attribute, String(value));
        return literal === null ? [] : [about({ filter: way.asks(literal) })];
      }),
      ...(way.parameter === null
        ? []
        : [
            ...secret.values.map((value) => about({ [way.parameter ?? '']: String(value) })),
            about({ sort: way.parameter, limit: '2' }),
            about({ sort: `-${way.parameter}`, total: 'exact' }),
          ]),
    ]);
    const screen = /^\/_\/list\?screen=(.*)$/.exec(base.path)?.[1];
    if (screen === undefined) return [...words, ...found];
    const ask = (path: string, query: Readonly<Record<string, string>>): Asked => ({
      question: { method: 'GET', path: `${path}?screen=${screen}&${new URLSearchParams(query).toString()}` },
      entity: base.entity,
      isWrite: false,
      tagOf: null,
    });
    const groups = ways.flatMap(({ parameter }) => {
      if (parameter === null) return [];
      const keys = secret.values.map((value) => encodeURIComponent(value === null ? '' : String(value))).join(',');
      return [
        ask('/_/groups', { by: parameter }),
        ask('/_/groups', { by: `year of ${parameter}` }),
        ask('/_/groups', { by: 'createdAt', sums: encodeURIComponent(parameter) }),
        ask('/_/groups', { by: 'createdAt', sort: parameter }),
        ask('/_/groups/rows', { by: parameter, keys }),
      ];
    });
    return [...words, ...found, ...groups];
  });
}

/** Creations, changes, events and deletions that are likely to go through: values that other records have. */
export function writes(model: Model, world: World, random: Random): readonly Asked[] {
  const schema = schemaOf(model);
  const all = [...world.values()];
  const valueLike = (entity: string, field: string): Json => {
    const some = all.filter((each) => each.entity === entity).map((each) => each.values.get(field) ?? null);
    return some.length === 0 ? null : withoutIds(random.pick(some));
  };
  const inputs = (call: Call, entity: string): readonly string[] =>
    fieldsOfCall(model, call) ??
    [...(schema.entities.get(entity)?.attributes.values() ?? [])].flatMap((each) =>
      each.kind === 'field' && isSent(each.field, call.does.kind === 'event' ? call.does.event : null)
        ? [each.name]
        : [],
    );
  const bodyOf = (entity: string, names: readonly string[]): { readonly [name: string]: Json } =>
    Object.fromEntries(names.map((name) => [name, valueLike(entity, name)]));
  const inShape = (call: Call, body: { readonly [name: string]: Json }) =>
    asShaped(shapeOf(model, call), body) as { readonly [name: string]: Json };
  return random.some(model.calls, 16).flatMap((call): readonly Asked[] => {
    const { does, method } = call;
    if (!('entity' in does) || !['create', 'change', 'event', 'delete'].includes(does.kind)) return [];
    const { entity } = does;
    const names = inputs(call, entity);
    const asked = (path: string, body: object | undefined, tagOf: string | null): Asked => ({
      question: body === undefined ? { method, path } : { method, path, body },
      entity,
      isWrite: true,
      tagOf,
    });
    if (does.kind === 'create') {
      const title = schema.entities.get(entity)?.title ?? null;
      const isFile = (name: string) => schema.entities.get(entity)?.attributes.get(name)?.type.kind === 'file';
      const sent = names.filter((name) => !isFile(name));
      const fresh = title !== null && names.includes(title) ? { [title]: `New ${random.below(1e6)}` } : {};
      return [asked(call.path, inShape(call, { ...bodyOf(entity, sent), ...fresh }), null)];
    }
    return random
      .some(
        all.filter((each) => each.entity === entity),
        2,
      )
      .map((stored) => {
        const path = call.path.replace(/:\w+/, stored.id);
        const body =
          does.kind === 'delete'
            ? undefined
            : inShape(call, bodyOf(entity, does.kind === 'event' ? names : random.some(names, 1)));
        return asked(path, body, readPath(stored));
      });
  });
}

/** Something is said at records, of whoever there is and of what is hidden; then it is read, and who might be told. */
function comments(world: World, secret: Secret, random: Random): readonly Asked[] {
  const all = [...world.values()];
  const some = [...random.some(all, 4), { entity: secret.entity, id: secret.id }];
  return some.flatMap(({ entity, id }): readonly Asked[] => {
    const own = `/_/records/${encodeURIComponent(entity)}/${id}`;
    const told = [...random.some(all, 3), { id: secret.id }].map((each) => `@[${each.id}]`);
    const body = { text: `For ${told.join(', ')}` };
    const asked = (path: string): Asked => ({
      question: { method: 'GET', path },
      entity,
      isWrite: false,
      tagOf: null,
    });
    const said = { question: { method: 'POST', path: `${own}/comments`, body }, entity, isWrite: true, tagOf: null };
    return [said, asked(`${own}/comments`), asked(`${own}/mentions`)];
  });
}

/** What was deleted on the way is looked for and brought back, and so is what is hidden. */
function returns(world: World, secret: Secret, random: Random): readonly Asked[] {
  const entities = [...new Set([...world.values()].map(({ entity }) => entity))];
  const some = [...random.some([...world.values()], 8), { entity: secret.entity, id: secret.id }];
  const found = entities.map((entity): Asked => {
    const path = `/_/deleted/${encodeURIComponent(entity)}`;
    return { question: { method: 'GET', path }, entity, isWrite: false, tagOf: null };
  });
  const back = some.map(({ entity, id }): Asked => {
    const path = `/_/records/${encodeURIComponent(entity)}/${id}/restore`;
    return { question: { method: 'POST', path, headers: { 'if-match': '*' } }, entity, isWrite: true, tagOf: null };
  });
  return [...found, ...back];
}

const readPath = ({ entity, id }: Stored): string => `/_/records/${encodeURIComponent(entity)}/${id}`;

/** Whether a field is filled in by whoever creates or changes, or is asked by this event. */
function isSent({ computed, byProduct, askedOn }: Field, event: string | null): boolean {
  if (event !== null) return askedOn.some(({ name }) => name === event);
  return computed === null && !byProduct && askedOn.length === 0;
}

/** Lines go without their ids: they become new ones. */
function withoutIds(value: Json): Json {
  if (!Array.isArray(value)) return value;
  return (value as readonly Json[]).map((line) =>
    line !== null && typeof line === 'object' && !Array.isArray(line)
      ? Object.fromEntries(Object.entries(line).filter(([name]) => name !== 'id'))
      : line,
  );
}
