import type { Entity, Field, Machine } from '../../src/model/types/model.ts';
import type { Type } from '../../src/model/types/types.ts';
import { attributesOf, unstated } from './attributes.ts';
import { absent, extra, type Found, found, type Judged, type Problem, type Reading, wrong } from './judge.ts';
import type { EntityKey, FieldKey, Key, TypeKey } from './key.ts';
import { fold, named } from './names.ts';

const isOne = (name: string, names: readonly string[]) => names.some((each) => named(name, each));

/** Entities, their fields with types, and what is said of the fields. */
export function compareEntities({ model }: Reading, key: Key): Found[] {
  const own = (name: string) => {
    const names = key.entities.find((each) => isOne(name, each.names))?.names ?? [name];
    return model.entities.find((each) => isOne(each.name, names)) ?? null;
  };
  return [
    ...key.entities.map((each) =>
      found('entities', each, each.names[0] ?? '', entityProblem(own(each.names[0] ?? ''), each)),
    ),
    ...key.fields.flatMap((each) => {
      const entity = own(each.entity);
      const field = entity?.fields.find(({ name }) => isOne(name, each.names)) ?? null;
      const machines = model.machines.filter((machine) => machine.entity === entity?.name);
      const what = `${each.entity}.${each.names[0]}`;
      const problem = entity === null ? absent('no entity') : fieldProblem(key, entity, field, machines, each);
      return [found('fields', each, what, problem), ...attributesOf(model, entity, field, each, what)];
    }),
  ];
}

function entityProblem(entity: Entity | null, key: EntityKey): Problem | null {
  if (entity === null) return absent('no entity');
  if (key.belongsTo === null || entity.belongsTo === null) return null;
  return named(entity.belongsTo.name, key.belongsTo) ? null : wrong(`belongs to ${entity.belongsTo.name}`);
}

function fieldProblem(
  key: Key,
  entity: Entity,
  field: Field | null,
  machines: readonly Machine[],
  each: FieldKey,
): Problem | null {
  if (each.types.some(({ kind }) => kind === 'state') && isStated(key, machines, field, each)) return null;
  if (field === null) return missingField(entity, machines, each);
  if (each.types.some((type) => fits(field.type, type))) return null;
  const type = typeText(field.type);
  return field.type.kind === 'unknown'
    ? absent(`its type is unknown: ${field.type.text}`)
    : wrong(`its type is ${type}`);
}

function missingField(entity: Entity, machines: readonly Machine[], each: FieldKey): Problem | null {
  const owner = each.attributes.find(({ name }) => name === 'owner')?.value;
  if (owner !== undefined && entity.belongsTo !== null && named(entity.belongsTo.name, owner)) return null;
  if (each.attributes.some(({ name }) => name === 'builtIn')) return null;
  const choices = each.types.find(({ kind }) => kind === 'choice')?.parts ?? [];
  const states = machines.map((machine) => machine.states.map(({ name }) => name));
  return states.some((names) => sameNames(names, choices)) ? null : absent('no field');
}

/** A field of states: a machine, or a choice of the same names. */
function isStated(key: Key, machines: readonly Machine[], field: Field | null, each: FieldKey): boolean {
  if (machines.some((machine) => isOne(machine.name, each.names))) return true;
  const states = key.states.filter((state) => named(state.entity, each.entity)).flatMap(({ names }) => names[0] ?? []);
  return (
    field?.type.kind === 'choice' &&
    sameNames(
      field.type.options.map(({ name }) => name),
      states,
    )
  );
}

function sameNames(some: readonly string[], others: readonly string[]): boolean {
  const folded = new Set(some.map(fold));
  return folded.size === others.length && others.every((each) => folded.has(fold(each)));
}

function fits(type: Type, key: TypeKey): boolean {
  if (key.kind === 'choices') {
    return (
      type.kind === 'choice' &&
      type.several &&
      sameNames(
        type.options.map(({ name }) => name),
        key.parts,
      )
    );
  }
  if (type.kind !== key.kind) return false;
  if (key.parts.length === 0) return true;
  if (type.kind === 'choice')
    return (
      !type.several &&
      sameNames(
        type.options.map(({ name }) => name),
        key.parts,
      )
    );
  if (type.kind === 'file') return sameNames(type.endings, key.parts);
  if (type.kind === 'number series') return type.pattern === key.parts[0];
  return 'entity' in type && named(type.entity, key.parts[0] ?? '');
}

function typeText(type: Type): string {
  if (type.kind === 'choice') return `choice of ${type.options.map(({ name }) => name).join(', ')}`;
  if (type.kind === 'number series') return `number series ${type.pattern}`;
  return 'entity' in type ? `${type.kind} ${type.entity}` : type.kind;
}

/** Entities, fields and attributes of the Model that stand in no line of the key. */
export function extraEntities({ model }: Reading, key: Key): (Judged | null)[] {
  return model.entities
    .filter(({ standing }) => standing === 'stated')
    .flatMap((entity) => {
      const known = key.entities.find((each) => isOne(entity.name, each.names)) ?? null;
      if (known === null) return [extra(key, 'entities', entity.at, `entity ${entity.name}`)];
      return entity.fields.flatMap((field) => {
        const own = key.fields.find((each) => isOne(each.entity, known.names) && isOne(field.name, each.names)) ?? null;
        if (own === null) return [extra(key, 'fields', field.at, `field ${known.names[0]}.${field.name}`)];
        return unstated(model, field, own, key.requiredUnlessMarked).map((detail) =>
          extra(key, 'attributes', field.at, `attribute ${known.names[0]}.${field.name} ${detail}`),
        );
      });
    });
}
