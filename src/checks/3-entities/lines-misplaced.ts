import type { Entity } from '../../model/types/model.ts';
import { type CheckContext, defineCheck, type Finding } from '../runner/check.ts';

export const check = defineCheck({
  code: 'lines-misplaced',
  point: 3,
  severity: 'error',
  about: 'Lines and their owner that do not refer to each other.',
  *find({ entities }) {
    for (const { model, schema } of entities) {
      for (const entity of model.entities) {
        yield* ofLines(entity, schema);
        yield* ofLists(entity, schema);
        yield* ofCircle(entity, schema);
      }
    }
  },
});

/** Reports lines whose owner has no list of them. */
function* ofLines({ id, name, at, belongsTo }: Entity, schema: CheckContext['schema']): Generator<Finding> {
  const owner = belongsTo === null ? undefined : schema.entities.get(belongsTo.name)?.entity;
  if (belongsTo === null || owner === undefined) return;
  if (owner.fields.some(({ type }) => type.kind === 'list' && type.entity === name)) return;
  yield {
    element: id,
    at: belongsTo.at ?? at,
    also: [owner.at],
    message: `${name} belongs to ${owner.name}, but ${owner.name} has no list of ${name}, so nobody can create one.`,
    next: `Add a field such as \`lines: list of ${name}\` to ${owner.name}, or remove “Belongs to”.`,
  };
}

/**
 * Reports entities that belong to each other in a circle, or to themselves. A circle is reported once, at the entity
 * whose name comes first.
 */
function* ofCircle(entity: Entity, schema: CheckContext['schema']): Generator<Finding> {
  const circle = circleOf(entity, schema);
  if (circle.length === 0 || circle.some(({ name }) => name < entity.name)) return;
  const others = circle.slice(1);
  const chain = [...others, entity].map(({ name }) => name).join(', which belongs to ');
  const [what, where] =
    others.length === 0 ? ['it has no owner', entity.name] : ['none of them has an owner', 'one of them'];
  yield {
    element: entity.id,
    at: entity.belongsTo?.at ?? entity.at,
    also: others.map(({ belongsTo, at }) => belongsTo?.at ?? at),
    message: `${entity.name} belongs to ${chain}: ${what} outside the circle, so nobody can create one.`,
    next: `Remove “Belongs to” under ${where}, and use a field that refers to the other record.`,
  };
}

/** Returns the chain of owners if it leads back to the entity; otherwise an empty list. */
function circleOf(entity: Entity, { entities }: CheckContext['schema']): readonly Entity[] {
  const chain = [entity];
  for (let at = ownerOf(entity); at !== undefined && !chain.includes(at); at = ownerOf(at)) chain.push(at);
  return ownerOf(chain.at(-1)) === entity ? chain : [];

  function ownerOf(one: Entity | undefined): Entity | undefined {
    const name = one?.belongsTo?.name;
    return name === entity.name ? entity : entities.get(name ?? '')?.entity;
  }
}

/** Reports lists of entities that are not lines, or are lines of another entity. */
function* ofLists({ name: owner, fields }: Entity, schema: CheckContext['schema']): Generator<Finding> {
  const listed = new Set<string>();
  for (const { id, name, at, type, computed } of fields) {
    const lines = type.kind === 'list' && computed === null ? schema.entities.get(type.entity)?.entity : undefined;
    if (lines === undefined) continue;
    const about = { element: id, at, also: [lines.belongsTo?.at ?? lines.at] };
    if (lines.belongsTo !== null && lines.belongsTo.name !== owner) {
      yield {
        ...about,
        message: `${name} lists ${lines.name}, which belongs to ${lines.belongsTo.name}, not to ${owner}.`,
        next: `Write “Belongs to ${owner}.” under ${lines.name}, or make ${name} a \`set of ${lines.belongsTo.name}\`.`,
      };
    } else if (lines.fields.some(({ signIn }) => signIn)) {
      yield {
        ...about,
        message: `${name} lists ${lines.name}, which is the entity that people sign in as. A list creates its own lines and cannot refer to people.`,
        next: `Make ${name} a \`set of ${lines.name}\`, or list lines of another entity that refer to ${lines.name}.`,
      };
    } else if (listed.has(lines.name)) {
      yield {
        ...about,
        message: `${owner} has two lists of ${lines.name}, so it is not clear in which list a line is.`,
        next: `Give each list its own entity, or keep one list and add a choice to ${lines.name} that tells the lines apart.`,
      };
    }
    listed.add(lines.name);
  }
}
