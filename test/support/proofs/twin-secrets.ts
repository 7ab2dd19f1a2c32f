import type { Flow } from '../../../src/checks/information-flow/information-flows.ts';
import type { Write } from '../../../src/engine/context/verdict.ts';
import { fieldType } from '../../../src/fields/registry/lookup.ts';
import type { Value } from '../../../src/fields/text/value.ts';
import { type Attribute, type Schema, schemaOf } from '../../../src/model/lookups/schema.ts';
import type { Model } from '../../../src/model/types/model.ts';
import type { Json, Stored, World } from '../../../src/verify/evaluator/world.ts';
import type { Random } from '../../../src/verify/generate/generate-document.ts';
import { oracle } from '../../../src/verify/oracle/oracle.ts';
import { values } from '../database/stores.ts';
import type { Question } from '../permissions/world.ts';

/** A value, or a whole record, that one person may not read, and what it is in the other twin. */
export interface Secret {
  readonly entity: string;
  readonly id: string;
  /** Null: the record itself is gone in the other twin. */
  readonly field: string | null;
  /** The record that stands among several in one twin alone; null where it is no field of several. */
  readonly member: { readonly entity: string; readonly id: string } | null;
  /** What an attack may ask for: both values in wire form. */
  readonly values: readonly Json[];
  readonly alter: readonly Write[];
  /** Takes it back; null where that can't be done. */
  readonly restore: readonly Write[] | null;
}

/** All that may be kept from a person, each as something that can be altered. What they read is worked out by the oracle. */
export function secretsOf(model: Model, world: World, person: string, now: number, random: Random): readonly Secret[] {
  const schema = schemaOf(model);
  return [...world.values()].flatMap((stored) => {
    if (stored.id === person) return [];
    const { entity, id } = stored;
    const seen = oracle(model, world, person, { kind: 'read', entity, id }, now);
    const fields = seen.allowed ? (seen.record?.fields ?? null) : null;
    const hidden = alterable(schema, entity).filter(
      ({ name }) => (fields?.get(name) ?? null) === null && (stored.values.get(name) ?? null) !== null,
    );
    const ofFields = [
      ...hidden.flatMap((attribute) => fieldSecret(schema, world, stored, attribute, random) ?? []),
      ...several(schema, entity).flatMap((attribute) => {
        if (!fields?.has(attribute.name)) return [];
        const isRead = (to: string, other: string) =>
          oracle(model, world, person, { kind: 'read', entity: to, id: other }, now).allowed;
        return memberSecret(world, stored, attribute, isRead, random) ?? [];
      }),
    ];
    return fields === null && !isReferredTo(world, id) ? [...ofFields, rowSecret(stored)] : ofFields;
  });
}

/** What may let a secret show to somebody who holds these roles, as the checker lists it. */
export function flowsFrom(flows: readonly Flow[], secret: Secret, roles: ReadonlySet<string>): readonly Flow[] {
  return flows.filter(
    ({ entity, field, kind, role }) =>
      roles.has(role) &&
      ((entity === secret.entity && (secret.field === null ? kind !== 'cascade' : field === secret.field)) ||
        (entity === secret.member?.entity && field === 'id')),
  );
}

const WRITES_ONLY: ReadonlySet<Flow['kind']> = new Set(['rule', 'unique', 'default', 'elsewhere', 'bound']);

/** Flows that are met by what is asked in one way alone. */
const ASKED_BY: ReadonlyMap<Flow['kind'], (question: Question) => boolean> = new Map([
  ['restoring', ({ path }) => /\/restore$|^\/_\/(?:deleted\/|bulk)/.test(path)],
  ['bound', ({ path, body }) => path.startsWith('/_/') || JSON.stringify(body ?? null).includes('[')],
  ['deletion', ({ method, path }) => method === 'DELETE' || path.startsWith('/_/bulk')],
]);

/** What differs: about records of this entity (null: of any), by which question; null where it was told by itself. */
export interface Differing {
  readonly question: Question | null;
  readonly entity: string | null;
  readonly isWrite: boolean;
  /** Whether one of them has a record that is gone in the other. */
  readonly isAway: boolean;
}

/** The flow that says why an answer differs, one that says more than a bound before any bound; null where none does. */
export function excuseFor(
  flows: readonly Flow[],
  model: Model,
  { question, entity, isWrite, isAway }: Differing,
): Flow | null {
  const near = entity === null ? null : neighbours(model, entity);
  const met = flows.filter(
    ({ kind, on }) =>
      (isWrite || !WRITES_ONLY.has(kind)) &&
      (isAway || kind !== 'cascade') &&
      (question === null || (ASKED_BY.get(kind)?.(question) ?? true)) &&
      (on === null || near === null || near.has(on)),
  );
  return met.find(({ kind }) => kind !== 'bound') ?? met[0] ?? null;
}

/** What an answer about an entity holds: its records, their lines, and the titles of what they refer to. */
function neighbours(model: Model, entity: string): ReadonlySet<string> {
  const own = model.entities.find(({ name }) => name === entity);
  const to = (own?.fields ?? []).flatMap(({ type }) =>
    type.kind === 'reference' || type.kind === 'list' || type.kind === 'references' ? [type.entity] : [],
  );
  return new Set([entity, ...to, ...(own?.belongsTo === null || own === undefined ? [] : [own.belongsTo.name])]);
}

function alterable(schema: Schema, entity: string): readonly Attribute[] {
  return [...(schema.entities.get(entity)?.attributes.values() ?? [])].filter(
    (attribute) =>
      attribute.kind === 'state' ||
      (attribute.kind === 'field' &&
        attribute.field.computed === null &&
        !attribute.field.signIn &&
        !['list', 'file', 'references'].includes(attribute.type.kind)),
  );
}

function fieldSecret(
  schema: Schema,
  world: World,
  { entity, id, values: own }: Stored,
  { name, type, ...attribute }: Attribute,
  random: Random,
): Secret | null {
  const was = own.get(name) ?? null;
  const isUnique = attribute.kind === 'field' && attribute.field.unique;
  const others = [...world.values()].filter((each) => each.entity === entity && each.id !== id);
  const taken = new Set(others.map((each) => JSON.stringify(each.values.get(name) ?? null)));
  const choices: readonly Json[] = [
    ...others.map((each) => each.values.get(name) ?? null),
    ...(type.kind === 'choice' && !type.several ? type.options.map((option) => option.name) : []),
    ...(type.kind === 'text' || type.kind === 'long text' ? ['Zq hidden'] : []),
    ...(type.kind === 'integer' ? [41] : []),
  ].filter(
    (each) =>
      each !== null && JSON.stringify(each) !== JSON.stringify(was) && !(isUnique && taken.has(JSON.stringify(each))),
  );
  if (choices.length === 0) return null;
  const is = random.pick(choices);
  const [before, after] = [storedAs(type, was), storedAs(type, is)];
  if (before === undefined || after === undefined || !schema.entities.has(entity)) return null;
  const update = (value: Value): Write => ({ kind: 'update', entity, id, values: values({ [name]: value }) });
  const [alter, restore] = [[update(after)], [update(before)]];
  return { entity, id, field: name, member: null, values: [was, is], alter, restore };
}

const several = (schema: Schema, entity: string): readonly Attribute[] =>
  [...(schema.entities.get(entity)?.attributes.values() ?? [])].filter(
    (attribute) => attribute.kind === 'field' && attribute.type.kind === 'references' && !attribute.field.computed,
  );

/** How many may stand in a field of several records, where a number says it. */
export const mostOf = (type: Attribute['type']): number | null =>
  type.kind === 'references' && type.max !== null && 'value' in type.max ? type.max.value : null;

/** One that the person does not read goes from among several, or comes among them where their bound leaves room. */
function memberSecret(
  world: World,
  { entity, id, values: own }: Stored,
  { name, type }: Attribute,
  isRead: (entity: string, id: string) => boolean,
  random: Random,
): Secret | null {
  if (type.kind !== 'references') return null;
  const was = (own.get(name) ?? []) as readonly string[];
  const most = mostOf(type) ?? Number.POSITIVE_INFINITY;
  const unread = [...world.values()].filter((each) => each.entity === type.entity && !isRead(type.entity, each.id));
  const choices = unread.filter((each) => was.includes(each.id) || was.length < most);
  if (choices.length === 0) return null;
  const member = random.pick(choices);
  const more = [...was, member.id];
  const rest = was.filter((each) => each !== member.id);
  // An order stays as it was for those that they read.
  const is = was.includes(member.id) ? rest : type.ordered ? more : more.sort();
  const update = (value: readonly string[]): Write => {
    return { kind: 'update', entity, id, values: values({ [name]: value.length === 0 ? null : value }) };
  };
  return {
    ...{ entity, id, field: name, member: { entity: type.entity, id: member.id }, values: [member.id] },
    ...{ alter: [update(is)], restore: [update(was)] },
  };
}

function rowSecret({ entity, id, values: own }: Stored): Secret {
  const some = [...own.values()].filter((value) => typeof value === 'string' && value !== id);
  return {
    entity,
    id,
    field: null,
    member: null,
    values: [id, ...some],
    alter: [{ kind: 'delete', entity, id }],
    restore: null,
  };
}

export function storedAs(type: Attribute['type'], wire: Json): Value | undefined {
  const read = fieldType(type.kind).read(wire, type, () => null);
  return 'value' in read ? read.value : undefined;
}

function isReferredTo(world: World, id: string): boolean {
  return [...world.values()].some((each) => each.id !== id && JSON.stringify([...each.values.values()]).includes(id));
}
