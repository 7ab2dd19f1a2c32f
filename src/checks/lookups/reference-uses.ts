import { shapeNamed } from '../../expressions/shapes/resolve-member.ts';
import { nearest } from '../../expressions/syntax/nearest-name.ts';
import { entityOfCall } from '../../model/lookups/call-record.ts';
import { CALLER_WORDS } from '../../model/lookups/call-refusals.ts';
import type { EntitySchema, Schema } from '../../model/lookups/schema.ts';
import type { Element, Place, Point } from '../../model/types/element.ts';
import type { Formula } from '../../model/types/formula.ts';
import type {
  Call,
  Effect,
  Entity,
  Field,
  Machine,
  Reference,
  Sample,
  Screen,
  Transition,
} from '../../model/types/model.ts';
import { statedGroupingOf } from '../../model/types/screen.ts';
import type { Bound, Type } from '../../model/types/types.ts';
import type { CheckContext } from '../runner/check.ts';
import { attributeAt, bracedNames, eventsOf, looksConstant } from './name-uses.ts';

/** A name that is used but not stated where it must be. */
export interface UnstatedName {
  readonly name: string;
  /** The place of the name, if the Model has one. */
  readonly at: Place | null;
  readonly element: Element;
  /** The start of a message: "Parcel has no field". */
  readonly missing: string;
  readonly candidates: readonly string[];
  /** The point where the name would be stated. */
  readonly point: Point;
}

type Uses = Generator<UnstatedName>;

/** Returns the names outside formulas that a part uses and nothing states. Errors of the catalogue are not included. */
export function unstatedNamesIn({ schema }: CheckContext): readonly UnstatedName[] {
  return [...inPart(schema)].filter(({ element }) => element.standing === 'stated');
}

/** Returns unstated names of calls, in the texts of errors, and in sample data. */
export function* unstatedNamesAcross(context: CheckContext): Uses {
  const { schema } = context;
  const stated = schema.model.calls.filter(({ standing }) => standing === 'stated');
  const calls = new Set(stated.map(({ name }) => name));
  for (const { name, at, element } of callsIn(context))
    if (!calls.has(name)) yield { name, at, element, missing: 'There is no call', candidates: [...calls], point: 7 };
  for (const error of schema.model.errors) yield* constantsIn(schema, `${error.message} ${error.next}`, error);
  for (const sample of schema.model.samples) yield* inSample(schema, sample);
}

function* inPart(schema: Schema): Uses {
  const { model } = schema;
  for (const screen of model.screens) yield* inScreen(schema, screen);
  for (const entity of model.entities) yield* inEntity(schema, entity);
  for (const machine of model.machines) yield* inMachine(schema, machine);
  for (const rule of model.rules) {
    const entity = yield* entityNamed(schema, rule.entity, null, rule);
    const events = rule.events.filter(({ name }) => !isOccasion(name, entity));
    yield* eventsNamed(entity, events, rule);
    if (rule.field !== null) yield* fieldNamed(schema, entity, rule.field, rule);
  }
  for (const cell of model.permissions) {
    const entity = yield* entityNamed(schema, cell.entity, null, cell);
    yield* roleNamed(schema, { name: cell.role, at: null }, cell);
    if (cell.field !== null) yield* fieldNamed(schema, entity, { name: cell.field, at: null }, cell);
    for (const field of cell.grant.kind === 'yes' ? (cell.grant.fields ?? []) : [])
      yield* fieldNamed(schema, entity, field, cell);
  }
  for (const call of model.calls) yield* inCall(schema, call);
}

/** A rule may apply on creation, on change, on deletion, and in a state. Lines are deleted by a change of their record. */
function isOccasion(name: string, entity: EntitySchema | null): boolean {
  if (name === 'delete') return entity?.entity.belongsTo === null;
  return name === 'create' || name === 'change' || entity?.states.has(name) === true;
}

function* inScreen(schema: Schema, screen: Screen): Uses {
  const entity = screen.entity === null ? null : yield* entityNamed(schema, screen.entity, null, screen);
  const listed = [...screen.fields, ...screen.sections.flatMap(({ fields }) => fields)];
  const grouped = statedGroupingOf(screen);
  const ordered = grouped === null ? screen.sort : [...screen.sort, grouped];
  const shown = [...listed, ...ordered.map(({ field, at }) => ({ name: field, at }))];
  for (const field of shown) yield* fieldNamed(schema, entity, field, screen);
  for (const name of [screen.by, screen.until])
    if (name !== null) yield* fieldNamed(schema, entity, { name, at: null }, screen);
  yield* eventsNamed(entity, screen.actions, screen);
  const roles = [
    ...(screen.roles ?? []),
    ...screen.startFor,
    ...(screen.sharers ?? []),
    ...[...listed, ...screen.sections].flatMap((part) => part.roles),
  ];
  for (const role of roles) yield* roleNamed(schema, role, screen);
  if (screen.pageSize !== null && 'constant' in screen.pageSize)
    yield* constantNamed(schema, screen.pageSize.constant, screen);
  for (const tile of [...screen.numbers, ...screen.charts]) {
    const by = 'by' in tile && typeof tile.by === 'string' ? tile.by : null;
    for (const name of [tile.field, by]) if (name !== null) yield* fieldNamed(schema, entity, { name, at: null }, tile);
  }
}

function* inEntity(schema: Schema, entity: Entity): Uses {
  if (entity.belongsTo !== null) yield* entityNamed(schema, entity.belongsTo.name, entity.belongsTo.at, entity);
  const events = eventsOf(schema.entities.get(entity.name));
  for (const field of entity.fields) {
    yield* inType(schema, field.type, field);
    for (const event of field.askedOn) {
      if (!events.has(event.name))
        yield { ...event, element: field, missing: `${entity.name} has no event`, candidates: [...events], point: 4 };
    }
  }
}

function* inType(schema: Schema, type: Type, field: Field): Uses {
  if (type.kind === 'reference' || type.kind === 'list' || type.kind === 'references')
    yield* entityNamed(schema, type.entity, null, field);
  const bounds: (Bound | null)[] = [
    ...('min' in type ? [type.min, type.max] : []),
    type.kind === 'file' ? type.maxSize : null,
  ];
  for (const bound of bounds) {
    if (bound !== null && 'constant' in bound) yield* constantNamed(schema, bound.constant, field);
  }
}

function* inMachine(schema: Schema, machine: Machine): Uses {
  const entity = yield* entityNamed(schema, machine.entity, null, machine);
  const states = new Set(machine.states.map(({ name }) => name));
  for (const state of machine.editableIn ?? []) {
    if (!states.has(state.name))
      yield {
        ...state,
        element: machine,
        missing: `${machine.entity} has no state`,
        candidates: [...states],
        point: 4,
      };
  }
  for (const transition of machine.transitions) yield* inTransition(schema, entity, transition);
}

function* inTransition(schema: Schema, entity: EntitySchema | null, transition: Transition): Uses {
  for (const who of transition.who ?? []) yield* whoNamed(schema, entity, who, transition);
  for (const effect of transition.effects) {
    if ((effect.kind === 'set' && effect.on === null) || effect.kind === 'ask')
      yield* fieldNamed(schema, entity, { name: effect.field, at: null }, transition, effect.at);
    if (effect.kind === 'raise' || effect.kind === 'create' || effect.kind === 'set')
      yield* namesOnOtherRecords(schema, entity, effect, transition);
  }
}

/**
 * Checks the names that an effect uses on other records: an event that it raises, an entity that it creates, a field
 * that it sets.
 */
function* namesOnOtherRecords(
  schema: Schema,
  entity: EntitySchema | null,
  effect: Extract<Effect, { kind: 'raise' | 'create' | 'set' }>,
  element: Element,
): Uses {
  if (effect.kind === 'create') {
    const made = yield* entityNamed(schema, effect.entity, effect.at, element);
    for (const { field, value } of effect.values)
      yield* fieldNamed(schema, made, { name: field, at: null }, element, value.at);
    return;
  }
  if (effect.on === null || entity === null) return;
  const to = reachedBy(schema, entity.entity.name, effect.on) ?? namedBy(schema, effect);
  if (effect.kind === 'raise') yield* eventsNamed(to, [{ name: effect.event, at: effect.at }], element);
  else yield* fieldNamed(schema, to, { name: effect.field, at: null }, element, effect.at);
}

/** Returns the entity whose records an event is raised on. */
function namedBy(schema: Schema, effect: Effect): EntitySchema | null {
  if (effect.kind !== 'raise' || effect.on.tree?.op !== 'name') return null;
  return schema.entities.get(effect.on.tree.name) ?? null;
}

/** Returns the entity that a path of plain names leads to; null for any other path. */
function reachedBy(schema: Schema, entity: string, { text }: Formula): EntitySchema | null {
  const type = attributeAt(schema, entity, text.trim().split('.'))?.type;
  const isRecord = type?.kind === 'reference' || type?.kind === 'references' || type?.kind === 'list';
  return isRecord ? (schema.entities.get(type.entity) ?? null) : null;
}

function* inCall(schema: Schema, call: Call): Uses {
  const { does } = call;
  const named = entityOfCall(call);
  const entity = named === null ? null : yield* entityNamed(schema, named, null, call);
  const event = does.kind === 'event' || does.kind === 'bulk' ? does.event : null;
  if (event !== null) yield* eventsNamed(entity, [{ name: event, at: null }], call);
  const isPasswordChange = does.kind === 'account' && does.act === 'change password';
  const [only, ...more] = call.sends ?? [];
  const shape = only === undefined || more.length > 0 || entity === null ? null : shapeNamed(schema, only.name, entity);
  for (const field of shape === null ? (call.sends ?? []) : [])
    if (!NO_FIELDS.has(field.name) && !(isPasswordChange && field.name === 'current'))
      yield* fieldNamed(schema, entity, field, call);
  yield* constantsIn(schema, does.kind === 'outside' ? call.path : '', call);
  yield* answerNamed(schema, call);
  // The key of all calls is reported at the first call.
  const isFirst = schema.model.calls[0] === call;
  const isNowhere = ({ name }: Reference) =>
    [...schema.entities.values()].every(({ attributes }) => !attributes.has(name));
  const ofAll = isFirst ? (schema.model.api.options.memberRules ?? []) : [];
  for (const { fields } of call.options.memberRules ?? [])
    for (const field of fields) yield* fieldNamed(schema, entity, field, call);
  for (const { fields } of ofAll)
    for (const field of fields.filter(isNowhere)) yield* fieldNamed(schema, entity, field, call);
  const callers = call.options.allowedFor ?? (isFirst ? schema.model.api.options.allowedFor : null) ?? [];
  for (const role of callers) if (!CALLER_WORDS.includes(role.name.toLowerCase())) yield* roleNamed(schema, role, call);
}

/** Names under Sends that are not fields. */
const NO_FIELDS: ReadonlySet<string> = new Set([
  'filter',
  'sort',
  'page',
  'search',
  'q',
  'limit',
  'total',
  'Idempotency-Key',
]);

/** `Gets` may also be prose, so only a word that is close to the name of an entity counts as one. */
function* answerNamed(schema: Schema, call: Call): Uses {
  const name = /^(?:(?:page|list) of )?\[?\s*([^\s[\]]+)\s*\]?$/i.exec(call.gets)?.[1];
  const own = 'entity' in call.does ? schema.entities.get(call.does.entity) : undefined;
  if (name === undefined || schema.entities.has(name) || own?.attributes.has(name) === true) return;
  if (schema.model.shapes.some((shape) => shape.name === name)) return;
  if (nearest(name, schema.entities.keys()) === null) return;
  yield* entityNamed(schema, name, null, call);
}

function* inSample(schema: Schema, sample: Sample): Uses {
  const element: Element = { id: '', point: 3, standing: 'stated', at: sample.at, assumption: null, help: '' };
  const entity = yield* entityNamed(schema, sample.entity, null, element);
  for (const column of sample.columns) yield* fieldNamed(schema, entity, column, element);
}

function* entityNamed(
  schema: Schema,
  name: string,
  at: Place | null,
  element: Element,
): Generator<UnstatedName, EntitySchema | null> {
  const entity = schema.entities.get(name);
  if (entity !== undefined) return entity;
  yield { name, at, element, missing: 'There is no entity', candidates: [...schema.entities.keys()], point: 3 };
  return null;
}

/** Checks a path, which may follow references. If the entity itself is not stated, only the entity is reported. */
function* fieldNamed(
  schema: Schema,
  entity: EntitySchema | null,
  field: Reference,
  element: Element,
  at = field.at,
): Uses {
  if (entity === null) return;
  const { name } = entity.entity;
  if (entity.attributes.has(field.name) || attributeAt(schema, name, field.name.split('.')) !== null) return;
  yield {
    name: field.name,
    at,
    element,
    missing: `${name} has no field`,
    candidates: [...entity.attributes.keys()],
    point: 3,
  };
}

function* eventsNamed(entity: EntitySchema | null, names: readonly Reference[], element: Element): Uses {
  if (entity === null || names.length === 0) return;
  const events = eventsOf(entity);
  for (const event of names) {
    if (!events.has(event.name))
      yield { ...event, element, missing: `${entity.entity.name} has no event`, candidates: [...events], point: 4 };
  }
}

function* roleNamed(schema: Schema, role: Reference, element: Element): Uses {
  if (schema.roles.has(role.name)) return;
  yield { ...role, element, missing: 'There is no role', candidates: [...schema.roles.keys()], point: 6 };
}

/** Checks an entry of Who: a role, or a field that leads to a person. */
function* whoNamed(schema: Schema, entity: EntitySchema | null, who: Reference, element: Element): Uses {
  if (schema.roles.has(who.name) || entity === null) return;
  const { name } = entity.entity;
  if (attributeAt(schema, name, who.name.split('.')) !== null) return;
  const candidates = [...schema.roles.keys(), ...entity.attributes.keys()];
  yield { ...who, element, missing: `There is no role and no field of ${name} called`, candidates, point: 6 };
}

/** Returns the calls that transitions make. */
function callsIn({ model }: CheckContext): readonly (Reference & { readonly element: Element })[] {
  const transitions = model.machines.flatMap((machine) => machine.transitions);
  return transitions.flatMap((element) =>
    element.effects.flatMap((effect) =>
      effect.kind === 'call' ? [{ name: effect.call, at: effect.at, element }] : [],
    ),
  );
}

function* constantNamed(schema: Schema, name: string, element: Element): Uses {
  if (schema.constants.has(name)) return;
  yield {
    name,
    at: null,
    element,
    missing: 'There is no constant',
    candidates: [...schema.constants.keys()],
    point: 9,
  };
}

function* constantsIn(schema: Schema, text: string, element: Element): Uses {
  for (const name of bracedNames(text)) if (looksConstant(name)) yield* constantNamed(schema, name, element);
}
