import { type ConstantMemo, constantValue } from '../../expressions/infer/constant.ts';
import { staticTypeOf } from '../../expressions/types/static-of.ts';
import { formatter, type Locale } from '../../fields/text/format.ts';
import { numberOf } from '../../model/lookups/fallback-title.ts';
import { addressField, roleField, withIncluded } from '../../model/lookups/roles.ts';
import { type EntitySchema, type Schema, schemaOf } from '../../model/lookups/schema.ts';
import type { Entity, Field, Model } from '../../model/types/model.ts';
import { statedGroup } from '../../model/types/screen.ts';
import type { Bound } from '../../model/types/types.ts';
import { CONDITION, type Compiled, compiledOf, isStamp, type Path, type Place } from '../compiled/compiled-formula.ts';
import type {
  App,
  People,
  PreparedComputed,
  PreparedEntity,
  PreparedMachine,
  PreparedScreen,
  PreparedTile,
  PreparedTransition,
} from '../compiled/compiled-model.ts';
import { followed, longest } from '../compiled/follow-path.ts';
import type { Questions } from '../compiled/record-queries.ts';
import type { Sentences } from '../compiled/standard-texts.ts';
import { secretsOf } from '../compiled/write-only-values.ts';
import { type Digest, digest as ownDigest } from '../core/digest.ts';
import { addressesOf } from '../core/record-address.ts';
import { english } from '../errors/standard-texts-en.ts';
import { isTyped } from '../input/input-fields.ts';
import { tellingFields } from '../records/readable-references.ts';
import { clockFormulas } from '../records/time-dependent-fields.ts';
import { resultingRules } from '../rules/rules-on-result.ts';
import { decidingFormulas, otherFormulas, withPaths } from './authority-paths.ts';
import { prepareCall } from './call.ts';
import { elementsOf } from './element-index.ts';
import { prepareCells, prepareRestore } from './grants.ts';
import { longestComment, pagesOf, retentionOf } from './limits.ts';
import { prepareMachine } from './machine.ts';
import { prepareRule } from './rule.ts';
import { prepareScreen } from './screen.ts';
import { prepareKey } from './unique-keys.ts';

/** Compiles an (assumed) Model once. A formula that does not check leaves its element unknown, which refuses. */
export function prepare(model: Model, hash: string, sentences: Sentences = english, digest: Digest = ownDigest): App {
  const schema = schemaOf(model);
  const locale: Locale = {
    language: model.product.language.value ?? 'en',
    zone: model.product.timeZone.value ?? 'UTC',
  };
  const format = formatter(locale);
  const questions: Questions = new Map();
  const looked = new Set<string>();
  const stamped = new Map<string, Set<string>>();
  const asking = { schema, zone: format.zone, questions, looked, stamped };
  const place = { ...asking, byClock: clockFormulas(schema, asking) };
  const memo: ConstantMemo = new Map();
  const constants = new Map(
    [...schema.constants.keys()].map((name) => [name, constantValue(schema, name, memo)] as const),
  );
  const calls = new Map(model.calls.map((call) => [call.id, prepareCall(call, constants, schema)] as const));
  const screens = firstById(
    model.screens.map((screen) => prepareScreen(screen, place)),
    (found) => found.screen.id,
  );
  const drafts = [...schema.entities.values()].map((entity) => prepareEntity(entity, calls, place));
  for (const { name, machines } of drafts) stamped.set(name, stampedBy(machines));
  const people = peopleOf(place, drafts);
  const followers = followersOf(drafts);
  const bare = new Map(drafts.map((entity) => [entity.name, entity] as const));
  const entities = new Map(
    drafts.map((each) => [each.name, { ...each, resulting: resultingRules(each, bare) }] as const),
  );
  return {
    model,
    hash,
    schema,
    zone: format.zone,
    format,
    sentences,
    bounds: (bound) => boundOf(bound, constants),
    entities: withPaths(entities, schema),
    questions,
    looked,
    byClock: place.byClock,
    followers,
    people,
    everyone: withIncluded(
      [...schema.roles.values()].filter((role) => role.everyone || role.relation.length > 0).map(({ name }) => name),
      schema,
    ),
    guests: withIncluded(
      [...schema.roles.values()].filter((role) => role.guest).map(({ name }) => name),
      schema,
    ),
    calls,
    addresses: addressesOf(model),
    screens,
    tiles: prepareTiles(screens, place),
    constants,
    elements: elementsOf(model),
    ...pagesOf(model),
    ...retentionOf(model),
    longestComment: longestComment(model),
    made: new Map(),
    roleKeys: new WeakMap(),
    roleSets: new Map(),
    digest,
    told: {
      withLines: new WeakMap(),
      withoutLines: new WeakMap(),
      invalid: new WeakMap(),
      unseen: new WeakMap(),
      fields: new WeakMap(),
      records: new WeakMap(),
      marked: new WeakMap(),
      tagged: new WeakMap(),
      shown: { latest: new Map(), before: new Map(), count: 0 },
      kept: { of: new WeakMap(), count: 0 },
    },
  };
}

/** Fields that one of the transitions sets to the moment or the day. */
function stampedBy(machines: readonly PreparedMachine[]): Set<string> {
  const effects = machines.flatMap(({ transitions }) => transitions.flatMap((one) => one.effects));
  return new Set(effects.flatMap((effect) => (effect.kind === 'set' && isStamp(effect.value) ? effect.field : [])));
}

/** The transitions that follow what happens to records of other entities. */
function followersOf(entities: readonly PreparedEntity[]): App['followers'] {
  const all = entities.flatMap(({ machines }) => machines.flatMap(({ transitions }) => transitions));
  const following = all.flatMap((one) => (one.timer?.kind === 'on' ? [{ one, of: one.timer.entity }] : []));
  return new Map([...Map.groupBy(following, ({ of }) => of)].map(([of, ones]) => [of, ones.map(({ one }) => one)]));
}

type Constants = App['constants'];
type Bare = Omit<Place, 'entity'>;

function boundOf(bound: Bound, constants: Constants): number | null {
  if ('value' in bound) return bound.value;
  const constant = constants.get(bound.constant);
  if (typeof constant?.value !== 'number') return null;
  // As it is written, not in units: bounds are compared with numbers of any scale.
  return constant.type.t === 'number' ? constant.value / 10 ** constant.type.scale : constant.value;
}

function prepareEntity(entity: EntitySchema, calls: App['calls'], bare: Bare): PreparedEntity {
  const place: Place = { ...bare, entity: entity.entity.name };
  const { model } = bare.schema;
  const { name, fields } = entity.entity;
  const machines = entity.machines.map((machine) => prepareMachine(machine, calls, place));
  const rules = model.rules.filter((rule) => rule.entity === name).map((rule) => prepareRule(rule, place));
  const byEvent = transitionsByEvent(machines);
  const deletion = prepareCells('delete', place);
  const computed = prepareComputed(entity.entity, place);
  return {
    name,
    schema: entity,
    entity: entity.entity,
    number: entity.title === null ? numberOf(entity.entity) : null,
    attributes: [...entity.attributes.values()],
    lists: fields.flatMap((field) =>
      field.type.kind === 'list' ? { name: field.name, entity: field.type.entity } : [],
    ),
    series: fields.filter(({ type }) => type.kind === 'number series'),
    required: fields.filter((field) => field.required && isTyped(field)),
    unique: fields.filter(({ unique, signIn }) => unique || signIn),
    machines,
    rules,
    resulting: new Set<string>(),
    computed,
    computedFrom: readBy(computed),
    byClock: goesByClock(entity.entity, bare),
    defaults: prepareDefaults(entity.entity, bare),
    shownWhen: prepareShown(entity.entity, place),
    keys: entity.entity.unique.map((key) => prepareKey(key, entity, place)),
    permissions: {
      read: prepareCells('read', place),
      create: prepareCells('create', place),
      change: prepareCells('change', place),
      delete: deletion,
      restore: prepareRestore(place, deletion),
    },
    events: [...byEvent.keys()],
    byEvent,
    referrers: referrersOf(model, name),
    readPaths: [],
    paths: [],
    telling: tellingFields(model).get(name) ?? new Map(),
    secrets: secretsOf(model, name),
    shown: shownBuiltIns(model, name),
  };
}

function transitionsByEvent(machines: readonly PreparedMachine[]): ReadonlyMap<string, readonly PreparedTransition[]> {
  const found = new Map<string, PreparedTransition[]>();
  for (const prepared of machines.flatMap(({ transitions }) => transitions)) {
    const { event } = prepared.transition;
    if (event !== null) found.set(event, [...(found.get(event) ?? []), prepared]);
  }
  return found;
}

function referrersOf(model: Model, name: string): { entity: string; field: Field }[] {
  return model.entities.flatMap((entity) =>
    entity.fields
      .filter(({ type }) => (type.kind === 'reference' || type.kind === 'references') && type.entity === name)
      .map((field) => ({ entity: entity.name, field })),
  );
}

function prepareDefaults(entity: Entity, bare: Bare): Map<string, Compiled | null> {
  const stated = entity.fields.flatMap((field) => (field.default === null ? [] : [{ field, formula: field.default }]));
  return new Map(
    stated.map(({ field, formula }) => [
      field.name,
      compiledOf(formula, staticTypeOf(field.type, field.id), { ...bare, entity: null }),
    ]),
  );
}

function prepareShown(entity: Entity, place: Place): Map<string, Compiled | null> {
  return new Map(
    entity.fields.flatMap(({ name, shownWhen }) =>
      shownWhen === null ? [] : [[name, compiledOf(shownWhen, CONDITION, place)] as const],
    ),
  );
}

function prepareComputed(entity: Entity, place: Place): PreparedComputed[] {
  const open = entity.fields.flatMap((field) => {
    if (field.computed === null) return [];
    const clocked = place.byClock?.(entity.name, field.name);
    const value = clocked ?? compiledOf(field.computed, staticTypeOf(field.type, field.id), place);
    return [{ field, value, byClock: clocked !== undefined }];
  });
  return inOrder(open, entity.name);
}

/** What these read of their own record, and themselves; null where questions over other records are among them. */
function readBy(computed: readonly PreparedComputed[]): ReadonlySet<string> | null {
  const formulas = computed.flatMap(({ value }) => value ?? []);
  if (formulas.some(({ queries }) => queries.length > 0)) return null;
  const names = formulas.flatMap(({ reads }) => reads.flatMap(([name]) => name ?? []));
  return new Set([...names, ...computed.map(({ field }) => field.name)]);
}

/** Whether a field of it, or of its lines, goes by the clock. Lines may hold lines of their own kind. */
function goesByClock({ name, fields }: Entity, bare: Bare, above: readonly string[] = []): boolean {
  if (above.includes(name)) return false;
  return fields.some(({ name: field, type }) => {
    const lines = type.kind === 'list' ? bare.schema.entities.get(type.entity) : undefined;
    if (bare.byClock?.(name, field) !== undefined) return true;
    return lines !== undefined && goesByClock(lines.entity, bare, [...above, name]);
  });
}

/** Each after those it reads; what stands in a circle stays in stated order at the end and is unknown. */
function inOrder(open: readonly PreparedComputed[], entity: string): PreparedComputed[] {
  const done: PreparedComputed[] = [];
  let rest = [...open];
  while (rest.length > 0) {
    const waiting = new Set(rest.map(({ field }) => field.name));
    const ready = rest.filter(
      ({ value }) => !value?.fields.some((read) => read.entity === entity && waiting.has(read.field)),
    );
    if (ready.length === 0) return [...done, ...rest.map(({ field, byClock }) => ({ field, value: null, byClock }))];
    done.push(...ready);
    rest = rest.filter((computed) => !ready.includes(computed));
  }
  return done;
}

function prepareTiles(screens: ReadonlyMap<string, PreparedScreen>, bare: Bare): Map<string, PreparedTile> {
  const tiles = [...screens.values()].flatMap((screen) =>
    [...screen.screen.numbers, ...screen.screen.charts].map((tile): PreparedTile => {
      const place = { ...bare, entity: screen.screen.entity };
      const filter = tile.filter === null ? null : compiledOf(tile.filter, CONDITION, place);
      return { screen, tile, filter, unknown: screen.unknown || (tile.filter !== null && filter === null) };
    }),
  );
  return firstById(tiles, (tile) => tile.tile.id);
}

/** The formulas of the fields that differ from reader to reader and that a formula reads, those behind them too. */
function formulasOfReader({ fields }: Compiled, byClock: Bare['byClock'], known = new Set<Compiled>()): Compiled[] {
  return fields.flatMap(({ entity, field }) => {
    const formula = byClock?.(entity, field);
    if (formula === undefined || !formula.mentionsPerson || known.has(formula)) return [];
    known.add(formula);
    return [formula, ...formulasOfReader(formula, byClock, known)];
  });
}

/** Fields of the people that decide: roles, sign-in, and what permissions, guards and `Who` read of a person (M18). */
function peopleOf({ schema, byClock }: Bare, entities: readonly PreparedEntity[]): People | null {
  const signIn = schema.person?.entity.fields.find((field) => field.signIn);
  if (schema.person === null || signIn === undefined) return null;
  const entity = schema.person.entity.name;
  const role = roleField(schema);
  const deciding = entities.flatMap(decidingFormulas);
  const behind = deciding.flatMap((formula) => formulasOfReader(formula, byClock));
  const read = [...deciding, ...behind].flatMap((formula) => formula.fields).filter((field) => field.entity === entity);
  const alongWho = entities
    .flatMap((prepared) => fieldsOnWho(schema, prepared))
    .filter((field) => field.entity === entity);
  const own = new Set(['id', 'createdAt', 'createdBy', 'changedAt', 'changedBy']);
  const authority = [
    signIn.name,
    ...(role === null ? [] : [role.name]),
    ...[...read, ...alongWho].map(({ field }) => field),
  ];
  const all = [...deciding, ...entities.flatMap(otherFormulas)];
  return {
    entity,
    signIn: signIn.name,
    address: addressField(schema.person.entity, signIn).name,
    role,
    authority: new Set(authority.filter((field) => !own.has(field))),
    paths: longest(all.flatMap((formula) => followed(schema, entity, formula.readsOfPerson))),
  };
}

/** Every step of the paths of `Who`, with the entity that it is read from. */
function fieldsOnWho(schema: Schema, entity: PreparedEntity): { entity: string; field: string }[] {
  const paths = entity.machines.flatMap(({ transitions }) =>
    transitions.flatMap(({ who }) => (who ?? []).flatMap((one) => (one.kind === 'path' ? [one.path] : []))),
  );
  return paths.flatMap((path) => {
    let at: string | null = entity.name;
    return path.flatMap((field) => {
      const from: string | null = at;
      const type = from === null ? undefined : schema.entities.get(from)?.attributes.get(field)?.type;
      at = type?.kind === 'reference' || type?.kind === 'references' ? type.entity : null;
      return from === null ? [] : [{ entity: from, field }];
    });
  });
}

/** `changedAt` and `changedBy` tell that something hidden changed, so they go out only where the document names them. */
function shownBuiltIns(model: Model, entity: string): ReadonlySet<string> {
  const screens = model.screens.filter((screen) => screen.entity === entity);
  const named = screens.flatMap((screen) => [
    ...screen.fields.map(({ name }) => name),
    ...screen.sort.map(({ field }) => field),
    statedGroup(screen)?.field ?? '',
  ]);
  const calls = model.calls.filter(({ does }) => 'entity' in does && does.entity === entity);
  const late = ['changedAt', 'changedBy'].filter(
    (name) => named.includes(name) || calls.some(({ gets }) => gets.includes(name)),
  );
  return new Set(['id', 'createdAt', 'createdBy', ...late]);
}

function firstById<T>(items: readonly T[], id: (item: T) => string): Map<string, T> {
  const found = new Map<string, T>();
  for (const item of items) if (!found.has(id(item))) found.set(id(item), item);
  return found;
}

export type { App, Path };
