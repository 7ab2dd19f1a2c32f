import { type ConstantMemo, constantValue } from '../../expressions/infer/constant.ts';
import { CONDITION } from '../../expressions/types/kinds.ts';
import { staticTypeOf } from '../../expressions/types/static-of.ts';
import { formatter, type Locale } from '../../fields/text/format.ts';
import { fallbackTitleField } from '../../model/lookups/fallback-title.ts';
import { addressField, roleField, withIncluded } from '../../model/lookups/roles.ts';
import { type EntitySchema, type Schema, schemaOf } from '../../model/lookups/schema.ts';
import type { Entity, Model } from '../../model/types/model.ts';
import type { Bound } from '../../model/types/types.ts';
import type { Mailer } from '../compiled/compiled-email.ts';
import { type CompileContext, type CompiledFormula, compiledOf, isStamp } from '../compiled/compiled-formula.ts';
import type {
  CompiledComputed,
  CompiledEntity,
  CompiledMachine,
  CompiledModel,
  CompiledScreen,
  CompiledTile,
  CompiledTransition,
  People,
} from '../compiled/compiled-model.ts';
import { referencesToLoad, withoutPrefixes } from '../compiled/follow-path.ts';
import type { Objects } from '../compiled/objects.ts';
import type { Questions } from '../compiled/record-queries.ts';
import type { StandardTexts } from '../compiled/standard-texts.ts';
import { secretsOf } from '../compiled/write-only-values.ts';
import { type Digest, digest as ownDigest } from '../core/digest.ts';
import { addressesOf } from '../core/record-address.ts';
import { isTyped } from '../input/input-fields.ts';
import { ENGLISH_STANDARD_TEXTS } from '../languages/standard-texts.ts';
import { clockFormulas } from '../records/time-dependent-fields.ts';
import { resultingRules } from '../rules/rules-on-result.ts';
import { decidingFormulas, otherFormulas, withPaths } from './authority-paths.ts';
import { type CompileServerCall, compileCall, NOT_SERVED } from './call.ts';
import { compileChoices } from './choice.ts';
import { compileDefaults } from './defaults.ts';
import { elementsOf } from './element-index.ts';
import { compileGrants, compileRestoreGrants } from './grants.ts';
import { longestComment, pagesOf, retentionOf } from './limits.ts';
import { compileMachine } from './machine.ts';
import { indexModel, type ModelIndex, shownBuiltIns } from './model-index.ts';
import { compileRule } from './rule.ts';
import { compileScreen } from './screen.ts';
import { compileKey } from './unique-keys.ts';

/** What only a server needs. */
export interface ServerParts {
  readonly serverCallOf: CompileServerCall;
  readonly mailer: Mailer | null;
  readonly objectsOf: (place: Pick<CompileContext, 'schema' | 'byClock'>) => Objects | null;
}

const IN_BROWSER: ServerParts = { serverCallOf: () => NOT_SERVED, mailer: null, objectsOf: () => null };

/**
 * Compiles a Model (with its assumptions) once. An element with a formula that does not check is unknown, and unknown
 * refuses. Without the parts of a server, calls answer with whole records, as those of the product's own pages do, and
 * no e-mails and objects are made.
 */
export function compileModel(
  model: Model,
  hash: string,
  sentences: StandardTexts = ENGLISH_STANDARD_TEXTS,
  digest: Digest = ownDigest,
  server: ServerParts = IN_BROWSER,
): CompiledModel {
  const schema = schemaOf(model);
  const locale: Locale = {
    language: model.product.language.value ?? 'en',
    zone: model.product.timeZone.value ?? 'UTC',
  };
  const format = formatter(locale, sentences.truth);
  const questions: Questions = new Map();
  const scannedEntities = new Set<string>();
  const stamped = new Map<string, Set<string>>();
  const asking = { schema, zone: format.zone, questions, scannedEntities, stamped };
  const place = { ...asking, byClock: clockFormulas(schema, asking) };
  const memo: ConstantMemo = new Map();
  const constants = new Map(
    [...schema.constants.keys()].map((name) => [name, constantValue(schema, name, memo)] as const),
  );
  const calls = new Map(
    model.calls.map((call) => [call.id, compileCall(call, constants, place, server.serverCallOf)] as const),
  );
  const screens = firstById(
    model.screens.map((screen) => compileScreen(screen, place)),
    (found) => found.screen.id,
  );
  const ofModel = indexModel(model);
  const drafts = [...schema.entities.values()].map((entity) => prepareEntity(entity, calls, ofModel, place));
  for (const { name, machines } of drafts) stamped.set(name, stampedBy(machines));
  const people = peopleOf(place, drafts);
  const followers = followersOf(drafts);
  const bare = new Map(drafts.map((entity) => [entity.name, entity] as const));
  const entities = new Map(
    drafts.map((each) => [each.name, { ...each, rulesOnResult: resultingRules(each, bare) }] as const),
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
    scannedEntities,
    byClock: place.byClock,
    followers,
    people,
    everyoneRoles: withIncluded(
      [...schema.roles.values()].filter((role) => role.everyone || role.relation.length > 0).map(({ name }) => name),
      schema,
    ),
    guestRoles: withIncluded(
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
    memoized: new Map(),
    roleKeys: new WeakMap(),
    roleSets: new Map(),
    digest,
    mailer: server.mailer,
    objects: server.objectsOf(place),
    responseCache: {
      withLines: new WeakMap(),
      withoutLines: new WeakMap(),
      invalid: new WeakMap(),
      withoutReasons: new WeakMap(),
      fieldsJson: new WeakMap(),
      recordJson: new WeakMap(),
      canJson: new Map(),
      refusalJson: new WeakMap(),
      etags: new WeakMap(),
      recentlyShown: { latest: new Map(), before: new Map(), count: 0 },
      cachedRecords: { of: new WeakMap(), count: 0 },
    },
  };
}

/** Returns the fields that a transition sets to the current time or date. */
function stampedBy(machines: readonly CompiledMachine[]): Set<string> {
  const effects = machines.flatMap(({ transitions }) => transitions.flatMap((one) => one.effects));
  return new Set(effects.flatMap((effect) => (effect.kind === 'set' && isStamp(effect.value) ? effect.field : [])));
}

/** Returns the transitions that are triggered by events of other entities' records. */
function followersOf(entities: readonly CompiledEntity[]): CompiledModel['followers'] {
  const all = entities.flatMap(({ machines }) => machines.flatMap(({ transitions }) => transitions));
  const following = all.flatMap((one) => (one.timer?.kind === 'on' ? [{ one, of: one.timer.entity }] : []));
  return new Map([...Map.groupBy(following, ({ of }) => of)].map(([of, ones]) => [of, ones.map(({ one }) => one)]));
}

type Constants = CompiledModel['constants'];
type Bare = Omit<CompileContext, 'entity'>;

function boundOf(bound: Bound, constants: Constants): number | null {
  if ('value' in bound) return bound.value;
  const constant = constants.get(bound.constant);
  if (typeof constant?.value !== 'number') return null;
  // The bound as written and not in units: it is compared with numbers of any scale.
  return constant.type.t === 'number' ? constant.value / 10 ** constant.type.scale : constant.value;
}

function prepareEntity(
  entity: EntitySchema,
  calls: CompiledModel['calls'],
  ofModel: ModelIndex,
  bare: Bare,
): CompiledEntity {
  const place: CompileContext = { ...bare, entity: entity.entity.name };
  const { model } = bare.schema;
  const { name, fields } = entity.entity;
  const machines = entity.machines.map((machine) => compileMachine(machine, calls, place));
  const rules = (ofModel.rules.get(name) ?? []).map((rule) => compileRule(rule, place));
  const cells = ofModel.permissions.get(name) ?? [];
  const byEvent = transitionsByEvent(machines);
  const deletion = compileGrants('delete', cells, place);
  const computed = prepareComputed(entity.entity, place);
  return {
    name,
    schema: entity,
    entity: entity.entity,
    number: entity.title === null ? fallbackTitleField(entity.entity) : null,
    attributes: [...entity.attributes.values()],
    lists: fields.flatMap((field) =>
      field.type.kind === 'list' ? { name: field.name, entity: field.type.entity } : [],
    ),
    series: fields.filter(({ type }) => type.kind === 'number series'),
    required: fields.filter((field) => field.required && isTyped(field) && field.type.kind !== 'password'),
    unique: fields.filter(({ unique, signIn }) => unique || signIn),
    machines,
    rules,
    rulesOnResult: new Set<string>(),
    computed,
    computedFrom: readBy(computed),
    byClock: dependsOnClock(entity.entity, bare),
    ...compileDefaults(entity.entity, place),
    shownWhen: prepareShown(entity.entity, place),
    choices: compileChoices(entity.entity, place),
    keys: entity.entity.unique.map((key) => compileKey(key, entity, place)),
    permissions: {
      read: compileGrants('read', cells, place),
      create: compileGrants('create', cells, place),
      change: compileGrants('change', cells, place),
      delete: deletion,
      restore: compileRestoreGrants(cells, place, deletion),
    },
    events: [...byEvent.keys()],
    byEvent,
    referrers: ofModel.referrers.get(name) ?? [],
    readPaths: [],
    paths: [],
    readerDependent: ofModel.readerDependent.get(name) ?? new Map(),
    secrets: secretsOf(model, name),
    shownBuiltIns: shownBuiltIns(ofModel, name),
  };
}

function transitionsByEvent(machines: readonly CompiledMachine[]): ReadonlyMap<string, readonly CompiledTransition[]> {
  const byEvent = new Map<string, CompiledTransition[]>();
  for (const prepared of machines.flatMap(({ transitions }) => transitions)) {
    const { event } = prepared.transition;
    if (event !== null) byEvent.set(event, [...(byEvent.get(event) ?? []), prepared]);
  }
  return byEvent;
}

function prepareShown(entity: Entity, place: CompileContext): Map<string, CompiledFormula | null> {
  return new Map(
    entity.fields.flatMap(({ name, shownWhen }) =>
      shownWhen === null ? [] : [[name, compiledOf(shownWhen, CONDITION, place)] as const],
    ),
  );
}

function prepareComputed(entity: Entity, place: CompileContext): CompiledComputed[] {
  const open = entity.fields.flatMap((field) => {
    if (field.computed === null) return [];
    const clocked = place.byClock?.(entity.name, field.name);
    const value = clocked ?? compiledOf(field.computed, staticTypeOf(field.type, field.id), place);
    return [{ field, value, byClock: clocked !== undefined }];
  });
  return inOrder(open, entity.name);
}

/** Returns the computed fields and the fields of their own record that they read; null if they query other records. */
function readBy(computed: readonly CompiledComputed[]): ReadonlySet<string> | null {
  const formulas = computed.flatMap(({ value }) => value ?? []);
  if (formulas.some(({ queries }) => queries.length > 0)) return null;
  const names = formulas.flatMap(({ reads }) => reads.flatMap(([name]) => name ?? []));
  return new Set([...names, ...computed.map(({ field }) => field.name)]);
}

/**
 * Returns whether a field of the entity or its lines is computed on read. Lines may contain lines of their own kind.
 */
function dependsOnClock({ name, fields }: Entity, bare: Bare, above: readonly string[] = []): boolean {
  if (above.includes(name)) return false;
  return fields.some(({ name: field, type }) => {
    const lines = type.kind === 'list' ? bare.schema.entities.get(type.entity) : undefined;
    if (bare.byClock?.(name, field) !== undefined) return true;
    return lines !== undefined && dependsOnClock(lines.entity, bare, [...above, name]);
  });
}

/** Sorts computed fields by dependency. Fields in a cycle come last, in stated order, and are unknown. */
function inOrder(open: readonly CompiledComputed[], entity: string): CompiledComputed[] {
  const done: CompiledComputed[] = [];
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

function prepareTiles(screens: ReadonlyMap<string, CompiledScreen>, bare: Bare): Map<string, CompiledTile> {
  const tiles = [...screens.values()].flatMap((screen) =>
    [...screen.screen.numbers, ...screen.screen.charts].map((tile): CompiledTile => {
      const place = { ...bare, entity: screen.screen.entity };
      const filter = tile.filter === null ? null : compiledOf(tile.filter, CONDITION, place);
      return { screen, tile, filter, unknown: screen.unknown || (tile.filter !== null && filter === null) };
    }),
  );
  return firstById(tiles, (tile) => tile.tile.id);
}

/** Returns the formulas of the reader-dependent fields that a formula reads, directly or indirectly. */
function formulasOfReader(
  { fields }: CompiledFormula,
  byClock: Bare['byClock'],
  known = new Set<CompiledFormula>(),
): CompiledFormula[] {
  return fields.flatMap(({ entity, field }) => {
    const formula = byClock?.(entity, field);
    if (formula === undefined || !formula.mentionsPerson || known.has(formula)) return [];
    known.add(formula);
    return [formula, ...formulasOfReader(formula, byClock, known)];
  });
}

/**
 * Returns the authority fields of people: the role, the sign-in, and what permissions, guards and `Who` read of a
 * person (M18).
 */
function peopleOf({ schema, byClock }: Bare, entities: readonly CompiledEntity[]): People | null {
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
    paths: withoutPrefixes(all.flatMap((formula) => referencesToLoad(schema, entity, formula.readsOfPerson))),
  };
}

/** Returns every step of the paths in `Who`, with the entity from which it is read. */
function fieldsOnWho(schema: Schema, entity: CompiledEntity): { entity: string; field: string }[] {
  const paths = entity.machines.flatMap(({ transitions }) =>
    transitions.flatMap(({ who: performers }) =>
      (performers ?? []).flatMap((one) => (one.kind === 'path' ? [one.path] : [])),
    ),
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

function firstById<T>(items: readonly T[], id: (item: T) => string): Map<string, T> {
  const firsts = new Map<string, T>();
  for (const item of items) if (!firsts.has(id(item))) firsts.set(id(item), item);
  return firsts;
}
