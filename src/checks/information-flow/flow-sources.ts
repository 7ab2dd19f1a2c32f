import type { Place } from '../../model/types/element.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Effect, Machine, Operation, Timer, Transition } from '../../model/types/model.ts';
import { mayReadField, opensScreen } from '../access/field-access.ts';
import type { CheckContext } from '../runner/check.ts';
import { startOf } from '../transitions/possible-moves.ts';
import { occasionsOf } from '../transitions/rule-occasions.ts';
import { pathReads, readAnywhere, readsAt, readsIn, readsOf, type ValueRead } from './flow-reads.ts';

/** How a value becomes noticeable. */
export type FlowKind =
  | 'row condition'
  | 'guard'
  | 'who'
  | 'timer'
  | 'effect'
  | 'notice'
  | 'elsewhere'
  | 'bound'
  | 'deletion'
  | 'restoring'
  | 'cascade'
  | 'rule'
  | 'unique'
  | 'computed'
  | 'default'
  | 'filter'
  | 'screen'
  | 'relation'
  | 'mention';

/** Something that a role notices, and the values that decide it. */
export interface FlowSource {
  readonly kind: FlowKind;
  readonly element: string;
  readonly at: Place | null;
  /** The formula that names the values; null if they are not part of one. */
  readonly formula: Formula | null;
  /** The entity on whose records a role notices it; null for none. */
  readonly entity: string | null;
  readonly reads: readonly ValueRead[];
  /** The roles that notice it. */
  readonly roles: () => readonly string[];
  /** What the role notices, in words that follow "decides". */
  readonly shows: string;
}

/** The functions that find what a part of the document decides for somebody, one per kind of source. */
export const SOURCE_FINDERS: readonly ((context: CheckContext) => Iterable<FlowSource>)[] = [
  ofPermissions,
  ofMachines,
  ofRules,
  ofEntities,
  ofReferences,
  ofScreens,
];

const DOES: Readonly<Record<Operation, string>> = {
  read: 'which records of ENTITY they see',
  create: 'whether they may create ENTITY',
  change: 'which records of ENTITY they may change',
  delete: 'which records of ENTITY they may delete',
  restore: 'which deleted records of ENTITY they may restore',
};

function* ofPermissions(context: CheckContext): Generator<FlowSource> {
  for (const { id, at, entity, field, operation, role, grant } of context.model.permissions) {
    if (grant.kind !== 'yes' && grant.kind !== 'never') continue;
    const what = DOES[operation].replace('ENTITY', entity);
    const shows = field === null ? what : `where they ${operation} ${field} of ${entity}`;
    const all = readsIn(grant.where, context);
    // A person who creates a record knows the values that they enter.
    const reads = operation === 'create' ? all.filter(({ own }) => !own) : all;
    yield { kind: 'row condition', element: id, at, formula: grant.where, entity, reads, roles: () => [role], shows };
  }
}

function* ofMachines(context: CheckContext): Generator<FlowSource> {
  for (const machine of context.model.machines) {
    for (const transition of machine.transitions) yield* ofTransition(machine, transition, context);
  }
}

function* ofTransition(machine: Machine, transition: Transition, context: CheckContext): Generator<FlowSource> {
  const { id, at, event, to, timer, guard, effects } = transition;
  const { entity } = machine;
  const about = { element: id, at, entity };
  const roles = () =>
    event === null
      ? readingRoles(entity, machine.stateless ? 'id' : machine.name, context)
      : raisingRoles(machine, transition, context);
  const asked = new Set(effects.flatMap((effect) => (effect.kind === 'ask' ? effect.field : [])));
  const becoming = to === '' ? `what ${startOf(transition)} of ${entity} does` : `whether ${entity} becomes ${to}`;
  const shows = event === null ? becoming : `whether “${event}” of ${entity} is refused`;
  const reads = readsIn(guard, context).filter(({ own, field }) => !(own && asked.has(field)));
  yield { ...about, kind: event === null ? 'timer' : 'guard', formula: guard, reads, roles, shows };
  const timing = timingOf(timer);
  yield { ...about, kind: 'timer', formula: timing, reads: readsIn(timing, context), roles, shows };
  if (timer?.kind === 'on') {
    // The existence of such a record of the other entity reveals as much as its values.
    const reads = [
      readAnywhere(timer.entity.name, 'id'),
      ...readsAt(timer.where, id, context).map((read) => ({ ...read, own: false })),
    ];
    yield { ...about, kind: 'timer', formula: timer.where, reads, roles, shows };
  }
  for (const { name, at: place } of transition.who ?? []) {
    if (context.schema.roles.has(name) || event === null) continue;
    const read = pathReads(entity, name, context);
    const people = () => rolesThatMay(context, (role) => context.access.may(role, entity, 'read') === 'yes');
    const offered = `whether “${event}” of ${entity} is offered to them`;
    yield { ...about, at: place ?? at, kind: 'who', formula: null, reads: read, roles: people, shows: offered };
  }
  for (const effect of effects) yield* ofEffect(effect, machine, transition, context);
}

/** Returns the formula about the record itself that decides when a trigger acts. */
function timingOf(timer: Timer | null): Formula | null {
  if (timer === null || timer.kind === 'on') return null;
  if (timer.kind === 'operation') return timer.where;
  return timer.kind === 'when' ? timer.condition : timer.from;
}

/** An effect copies values: a reader of the target learns something about the values it was made from. */
function* ofEffect(
  effect: Effect,
  { entity }: Machine,
  { id, at, event }: Transition,
  context: CheckContext,
): Generator<FlowSource> {
  const when = event === null ? 'automatically' : `by “${event}”`;
  const written = (into: string, field: string, value: Formula, place: Place | null): FlowSource => ({
    kind: 'effect',
    element: id,
    at: place ?? at,
    formula: value,
    entity: into,
    reads: readsAt(value, id, context),
    roles: () => readingRoles(into, field, context),
    shows: `what is written into ${field} of ${into} ${when}`,
  });
  if (effect.kind === 'set') {
    const on = effect.on === null ? null : (context.typed(effect.on)?.type ?? null);
    const into = effect.on === null ? entity : on?.t === 'record' ? on.entity : null;
    if (into !== null) yield written(into, effect.field, effect.value, effect.at);
    if (into !== null && effect.on !== null)
      yield {
        ...written(into, effect.field, effect.on, effect.at),
        shows: `in which ${into} ${effect.field} is written ${when}`,
      };
  }
  if (effect.kind === 'raise') {
    const into = targetOf(effect.on, context);
    const machine = context.schema.entities
      .get(into ?? '')
      ?.machines.find(({ transitions }) => transitions.some((row) => row.event === effect.event));
    for (const formula of into === null || machine === undefined ? [] : decidingIn(effect))
      yield {
        ...written(into ?? '', machine?.stateless === false ? machine.name : 'id', formula, effect.at),
        shows: `for which ${into} “${effect.event}” is raised ${when}`,
      };
  }
  if (effect.kind === 'delete' && effect.on !== null) {
    const into = targetOf(effect.on, context);
    for (const formula of into === null ? [] : decidingIn({ on: effect.on, where: effect.where }))
      yield { ...written(into ?? '', 'id', formula, effect.at), shows: `which ${into} records are deleted ${when}` };
  }
  if (effect.kind === 'create') {
    for (const { field, value } of effect.values) yield written(effect.entity, field, value, effect.at);
    const { each } = effect;
    const deciding = each === null ? [] : [each.of, ...(each.where === null ? [] : [each.where])];
    for (const formula of deciding)
      yield {
        ...written(effect.entity, 'id', formula, effect.at),
        shows: `which ${effect.entity} records are created ${when}`,
      };
  }
  if (effect.kind === 'notify' || effect.kind === 'email') {
    // A person who is notified learns that the path leads to them. Another check reports people who may not read the
    // record.
    const notified = () => rolesThatMay(context, (role) => context.access.may(role, entity, 'read') === 'yes');
    const shows = `whether they are notified about ${entity} ${when}`;
    const place = effect.at ?? at;
    const reads = readsIn(effect.to, context);
    yield { kind: 'notice', element: id, at: place, formula: effect.to, entity, reads, roles: notified, shows };
  }
}

/** Returns the formulas that decide which records an effect is about. */
function decidingIn({ on, where }: { readonly on: Formula; readonly where: Formula | null }): readonly Formula[] {
  return where === null ? [on] : [on, where];
}

/** Returns the entity of the records that a path leads to. */
export function targetOf(path: Formula, context: CheckContext): string | null {
  const type = context.typed(path)?.type;
  const item = type?.t === 'list' ? type.of : type;
  return item?.t === 'record' ? item.entity : null;
}

/** A record that others refer to cannot be deleted, so a person who tries learns what refers to it. */
function* ofReferences(context: CheckContext): Generator<FlowSource> {
  for (const { name, fields, belongsTo } of context.model.entities) {
    const isLine = belongsTo !== null || (context.schema.entities.get(name)?.owner ?? null) !== null;
    for (const { id, at, name: field, type, onDelete } of fields) {
      if ((type.kind !== 'reference' && type.kind !== 'references') || onDelete === 'clear') continue;
      const refuses = onDelete === 'restrict' || isLine ? [field] : [field, ...finalStateFields(name, context)];
      const reads = ['id', ...refuses].map((each) => readAnywhere(name, each));
      for (const entity of cascadeOrigins(type.entity, context)) {
        const roles = () => rolesThatMay(context, (role) => context.access.may(role, entity, 'delete') === 'yes');
        const shows = `whether ${entity} can be deleted`;
        yield { kind: 'deletion', element: id, at, formula: null, entity, reads, roles, shows };
      }
    }
  }
}

/**
 * Returns the state fields of an entity that can keep its records from a cascade: a record in a final state is not
 * deleted along.
 */
export const finalStateFields = (entity: string, { schema }: CheckContext): readonly string[] =>
  (schema.entities.get(entity)?.machines ?? []).flatMap(({ name, states }) =>
    states.some(({ final }) => final) ? [name] : [],
  );

/** Returns the entity and all entities whose deletion cascades to its records, including the owners of lines. */
export function cascadeOrigins(entity: string, { schema }: CheckContext): ReadonlySet<string> {
  const found = new Set([entity]);
  for (const name of found) {
    const { attributes, owner } = schema.entities.get(name) ?? {};
    if (owner != null) found.add(owner.entity);
    for (const attribute of attributes?.values() ?? []) {
      if (attribute.kind !== 'field' || attribute.field.onDelete !== 'cascade') continue;
      const { type } = attribute;
      if (type.kind === 'reference' || type.kind === 'references') found.add(type.entity);
    }
  }
  return found;
}

function* ofRules(context: CheckContext): Generator<FlowSource> {
  for (const rule of context.model.rules) {
    const { id, at, name, entity, condition, severity, states, events } = rule;
    const all = readsIn(condition, context);
    // A rule about a single value holds for every record, so it reveals nothing.
    if (all.length < 2 && states.length === 0 && events.length === 0) continue;
    const machines = context.schema.entities.get(entity)?.machines ?? [];
    const occasions = occasionsOf(rule, machines);
    // A person who creates a record knows the values that they send.
    const isCreationOnly = occasions.size === 1 && occasions.has('create');
    const reads = isCreationOnly ? all.filter(({ own }) => !own) : all;
    const writers = () =>
      rolesThatMay(context, (role) =>
        (['create', 'change'] as const).some(
          (operation) => occasions.has(operation) && context.access.may(role, entity, operation) === 'yes',
        ),
      );
    const eventRoles = () =>
      machines.flatMap((machine) =>
        machine.transitions
          .filter(({ event }) => event !== null && occasions.has(`event ${event}`))
          .flatMap((transition) => raisingRoles(machine, transition, context)),
      );
    const roles = () => [...new Set([...writers(), ...eventRoles()])];
    const shows = severity === 'error' ? `whether ${name} refuses` : `whether ${name} warns`;
    yield { kind: 'rule', element: id, at, formula: condition, entity, reads, roles, shows };
  }
}

function* ofEntities(context: CheckContext): Generator<FlowSource> {
  const { access, model } = context;
  for (const entity of model.entities) {
    const home = { entity: entity.name };
    const may = (role: string, operation: Operation) => access.may(role, entity.name, operation) === 'yes';
    const writers = () => rolesThatMay(context, (role) => may(role, 'create') || may(role, 'change'));
    for (const { id, at, fields, where } of entity.unique) {
      const reads = [...fields.map(({ name }) => readAnywhere(entity.name, name)), ...readsIn(where, context)];
      const names = fields.map(({ name }) => name).join(', ');
      const shows = `whether ${names} of ${entity.name} is taken`;
      yield { ...home, kind: 'unique', element: id, at, formula: null, reads, roles: writers, shows };
    }
    for (const { id, at, name, unique, computed, default: first } of entity.fields) {
      const about = { ...home, element: id, at };
      const shows = `whether ${name} of ${entity.name} is taken`;
      if (unique)
        yield {
          ...about,
          kind: 'unique',
          formula: null,
          reads: [readAnywhere(entity.name, name)],
          roles: writers,
          shows,
        };
      if (computed === null && first === null) continue;
      const readers = () => readingRoles(entity.name, name, context);
      const value = `${name} of ${entity.name}`;
      const behind = readsIn(computed, context);
      yield { ...about, kind: 'computed', formula: computed, reads: behind, roles: readers, shows: value };
      const makers = () => readers().filter((role) => may(role, 'create'));
      const initialValue = `the initial value of ${name} of ${entity.name}`;
      yield {
        ...about,
        kind: 'default',
        formula: first,
        reads: readsIn(first, context),
        roles: makers,
        shows: initialValue,
      };
    }
  }
}

function* ofScreens(context: CheckContext): Generator<FlowSource> {
  for (const screen of context.model.screens) {
    const { id, at, entity, name } = screen;
    const about = { element: id, at, entity };
    const openers = () => rolesThatMay(context, (role) => opensScreen(screen, role, context) === 'yes');
    const readers = () =>
      openers().filter((role) => entity !== null && context.access.may(role, entity, 'read') === 'yes');
    const shown: readonly [Formula | null, string, string][] = [
      [screen.filter, id, `what ${name} lists`],
      ...[...screen.numbers, ...screen.charts].map((tile): [Formula | null, string, string] => [
        tile.filter,
        tile.id,
        `what ${tile.name} on ${name} counts`,
      ]),
    ];
    for (const [formula, element, shows] of shown) {
      const reads = readsIn(formula, context);
      yield { ...about, kind: 'filter', element, formula, reads, roles: readers, shows };
    }
    const conditions = [screen.guard, screen.menu?.when ?? null];
    for (const formula of conditions) {
      const shows = `whether ${name} opens for them`;
      yield { ...about, kind: 'screen', formula, reads: readsIn(formula, context), roles: openers, shows };
    }
  }
}

/** Roles belong to the document. */
export function* relationSources(context: CheckContext): Generator<FlowSource> {
  for (const { id, at, name, relation } of context.model.roles) {
    for (const { entity, path } of relation) {
      const typed = context.typed(path);
      const reads = typed === null ? pathReads(entity, path.text, context) : readsOf(typed, context);
      const shows = `whether they are ${name} of ${entity}`;
      yield {
        kind: 'relation',
        element: id,
        at: path.at ?? at,
        formula: null,
        entity,
        reads,
        roles: () => [name],
        shows,
      };
    }
  }
}

/**
 * Returns the roles that can raise an event. A person whom a field names may have any role that reads the record,
 * except a guest role.
 */
export function raisingRoles({ entity }: Machine, { who }: Transition, context: CheckContext): readonly string[] {
  const { access, schema } = context;
  if (who === null) return [];
  if (who.length === 0) return rolesThatMay(context, (role) => access.may(role, entity, 'change') === 'yes');
  const named = new Set(who.map(({ name }) => name));
  const byField = who.some(({ name }) => !schema.roles.has(name));
  const isNamed = (role: string) =>
    byField && schema.roles.get(role)?.guest !== true && access.may(role, entity, 'read') === 'yes';
  return rolesThatMay(context, (role) => named.has(role) || isNamed(role));
}

export function readingRoles(entity: string, field: string, context: CheckContext): readonly string[] {
  return rolesThatMay(
    context,
    (role) => mayReadField(role, entity, field, context.access.fieldCells(entity, field), context) === 'yes',
  );
}

export function rolesThatMay({ access, schema }: CheckContext, fits: (role: string) => boolean): readonly string[] {
  return [...schema.roles.keys()].filter((role) => access.canHold(role) && fits(role));
}
