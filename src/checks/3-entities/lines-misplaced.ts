import type { Entity } from '../../model/types/model.ts';
import { type CheckContext, defineCheck, type Finding } from '../check.ts';

export const check = defineCheck({
  code: 'lines-misplaced',
  point: 3,
  severity: 'error',
  about: 'Lines and the record that they belong to, which do not name each other.',
  *findIn({ model, schema }) {
    for (const entity of model.entities) {
      yield* ofLines(entity, schema);
      yield* ofLists(entity, schema);
      yield* ofCircle(entity, schema);
    }
  },
});

/** Lines whose owner has no list of them. */
function* ofLines({ id, name, at, belongsTo }: Entity, schema: CheckContext['schema']): Generator<Finding> {
  const owner = belongsTo === null ? undefined : schema.entities.get(belongsTo.name)?.entity;
  if (belongsTo === null || owner === undefined) return;
  if (owner.fields.some(({ type }) => type.kind === 'list' && type.entity === name)) return;
  yield {
    element: id,
    at: belongsTo.at ?? at,
    also: [owner.at],
    message: `${name} belongs to ${owner.name}, and no field of ${owner.name} is a list of ${name}: nobody can ever write one.`,
    next: `Add a field such as \`lines: list of ${name}\` to ${owner.name}, or let ${name} stand on its own.`,
  };
}

/** Entities that belong to each other all round, or to themselves: told once, at the first of them by name. */
function* ofCircle(entity: Entity, schema: CheckContext['schema']): Generator<Finding> {
  const circle = circleOf(entity, schema);
  if (circle.length === 0 || circle.some(({ name }) => name < entity.name)) return;
  const others = circle.slice(1);
  const chain = [...others, entity].map(({ name }) => name).join(', which belongs to ');
  const [what, where] =
    others.length === 0 ? ['it does not stand', entity.name] : ['none of them stands', 'one of them'];
  yield {
    element: entity.id,
    at: entity.belongsTo?.at ?? entity.at,
    also: others.map(({ belongsTo, at }) => belongsTo?.at ?? at),
    message: `${entity.name} belongs to ${chain}: ${what} on its own, so that nobody can ever write one.`,
    next: `Leave out “Belongs to” under ${where}, and let a field refer to the other record.`,
  };
}

/** It, its owner and so on, where that comes back to it; else none. */
function circleOf(entity: Entity, { entities }: CheckContext['schema']): readonly Entity[] {
  const chain = [entity];
  for (let at = ownerOf(entity); at !== undefined && !chain.includes(at); at = ownerOf(at)) chain.push(at);
  return ownerOf(chain.at(-1)) === entity ? chain : [];

  function ownerOf(one: Entity | undefined): Entity | undefined {
    const name = one?.belongsTo?.name;
    return name === entity.name ? entity : entities.get(name ?? '')?.entity;
  }
}

/** Lists of what stands on its own, or of another's lines. */
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
        message: `${name} lists ${lines.name}, and people sign in as one: a list makes lines of its own, and leads to none of them.`,
        next: `Make ${name} a \`set of ${lines.name}\`, or give ${owner} lines of another entity that lead to ${lines.name}.`,
      };
    } else if (listed.has(lines.name)) {
      yield {
        ...about,
        message: `${owner} has two lists of ${lines.name}: of a line nobody can tell in which of them it stands.`,
        next: `Give each list lines of its own, or keep one list and a choice in ${lines.name} that tells them apart.`,
      };
    }
    listed.add(lines.name);
  }
}
