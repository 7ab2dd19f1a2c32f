import { withoutPlaces } from '../../model/diff/without-places.ts';
import type { Element, Place } from '../../model/types/element.ts';
import type { Model } from '../../model/types/model.ts';
import { type CheckContext, defineCheck, type Finding } from '../runner/check.ts';

type Placed = Pick<Element, 'id' | 'point' | 'at' | 'standing'>;

export const check = defineCheck({
  code: 'stated-twice',
  point: null,
  severity: 'error',
  about: 'Two elements with the same name.',
  *find(context) {
    const { model } = context;
    yield* twice(
      model.screens,
      ({ route }) => shapeOf(route),
      ({ route }) => `Two screens have the route ${route}`,
    );
    yield* twice(
      model.entities,
      ({ name }) => name,
      ({ name }) => `The entity ${name} is stated twice`,
    );
    for (const pair of context.parts.flatMap(twiceInPart)) yield doubled(...pair);
    yield* twice(
      model.rules,
      ({ name }) => name,
      ({ name }) => `The rule ${name} is stated twice`,
    );
    yield* twice(
      model.roles,
      ({ name }) => name,
      ({ name }) => `The role ${name} is stated twice`,
    );
    yield* twice(
      model.calls,
      ({ name }) => name,
      ({ name }) => `The call ${name} is stated twice`,
    );
    // Any number of outside calls may use the same address, each with its own body.
    yield* twice(
      model.calls.filter(({ does }) => does.kind !== 'outside'),
      ({ method, path }) => `${method} ${shapeOf(path)}`,
      ({ method, path }) => `Two calls have ${method} ${path}`,
    );
    yield* twice(
      model.shapes,
      ({ name, entity }) => JSON.stringify([name, entity]),
      ({ name }) => `The shape ${name} is stated twice`,
    );
    for (const shape of model.shapes)
      yield* twice(
        shape.members.map(({ name, at }) => ({ ...shape, name, at })),
        ({ name }) => name,
        ({ name }) => `The shape ${shape.name} has two members ${name}`,
      );
    yield* twice(
      model.errors,
      ({ code, causes }) => JSON.stringify([code, ...causes.map(({ name }) => name)]),
      ({ code }) => `The error ${code} is stated twice`,
    );
    yield* twice(
      model.constants,
      ({ name }) => name,
      ({ name }) => `The constant ${name} is stated twice`,
    );
    yield* twice(
      model.limits,
      ({ name }) => name,
      ({ name }) => `The limit ${name} is stated twice`,
    );
  },
});

type Pair = readonly [element: Placed, earlier: Place | null, says: string];

/** Returns the duplicates that can only occur within one part. */
function twiceInPart({ model, schema }: CheckContext): readonly Pair[] {
  const ofFields = model.entities.flatMap(({ name: entity, fields }) => [
    ...pairs(
      fields,
      ({ name }) => name,
      ({ name }) => `${entity} has two fields ${name}`,
    ),
  ]);
  const cells = pairs(model.permissions, cellOf, (cell) => `${titleOf(cell)} has two cells for ${cell.role}`);
  return [...ofFields, ...inMachines(model, schema), ...cells];
}

function* inMachines(model: Model, schema: CheckContext['schema']): Generator<Pair> {
  yield* pairs(
    model.machines,
    ({ entity, name }) => JSON.stringify([entity, name]),
    ({ entity, name }) => `${entity} has two tables for ${name}`,
  );
  for (const machine of model.machines) {
    const field = schema.entities.get(machine.entity)?.attributes.get(machine.name);
    if (!machine.stateless && field?.kind === 'field') {
      yield [machine, field.field.at, `${machine.entity} states ${machine.name} both as a field and as states`];
    }
    const keyOfRow = ({ from, event, to, timer, who, guard }: (typeof machine.transitions)[number]) =>
      JSON.stringify([from, event, to, withoutPlaces(timer), who?.map(({ name }) => name), guard?.text]);
    const says = ({ from, event, to }: (typeof machine.transitions)[number]) =>
      machine.stateless
        ? `The row ${event} is stated twice`
        : `The row from ${from ?? '(new)'} to ${to}${event === null ? '' : ` by ${event}`} is stated twice`;
    yield* pairs(machine.transitions, keyOfRow, says);
  }
}

function* twice<T extends Placed>(
  ...about: [elements: readonly T[], key: (element: T) => string, says: (element: T) => string]
): Generator<Finding> {
  for (const pair of pairs(...about)) yield doubled(...pair);
}

/** Returns each stated element whose key an earlier one has. */
function* pairs<T extends Placed>(
  elements: readonly T[],
  key: (element: T) => string,
  says: (element: T) => string,
): Generator<Pair> {
  const first = new Map<string, T>();
  for (const element of elements) {
    if (element.standing !== 'stated') continue;
    const own = key(element);
    const earlier = first.get(own);
    if (earlier === undefined) first.set(own, element);
    else yield [element, earlier.at, says(element)];
  }
}

function doubled(element: Placed, earlier: Place | null, says: string): Finding {
  const where = earlier === null ? '' : ` The first is in line ${earlier.line}.`;
  return {
    element: element.id,
    point: element.point,
    at: element.at,
    also: [earlier],
    message: `${says}.`,
    next: `Only the first counts. Rename or remove this one.${where}`,
  };
}

function cellOf({ entity, field, operation, role }: Model['permissions'][number]): string {
  return JSON.stringify([entity, field, operation, role]);
}

function titleOf({ entity, field, operation }: Model['permissions'][number]): string {
  return `${field === null ? entity : `${entity}.${field}`}: ${operation}`;
}

/** Paths that differ only in the names of their parameters are the same. */
function shapeOf(path: string): string {
  return path.includes(':') ? path.replaceAll(/:[^/]+/g, ':') : path;
}
