import type { Entity } from '../../model/types/model.ts';
import { joinNames, withArticle } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck, type Finding } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

interface Need {
  readonly entity: Entity;
  readonly field: Entity['fields'][number];
  readonly target: string;
}

export const check = defineCheck({
  code: 'references-in-circle',
  point: 3,
  severity: 'error',
  about: 'Records that each require another one, so the first can never be created.',
  *find(context) {
    const needs = needsIn(context);
    const done = new Set<string>();
    for (const start of needs.keys()) {
      const circle = circleFrom(start, needs, done);
      if (circle !== null) yield findingOf(circle, context);
    }
  },
});

/**
 * Returns what each entity needs before its first record. People are left out, because they are also created from
 * outside, for example by an invitation.
 */
function needsIn({ model, schema }: CheckContext): ReadonlyMap<string, readonly Need[]> {
  const found = new Map<string, Need[]>();
  for (const entity of model.entities) {
    const needs = ownNeeds(entity, entity, schema.person?.entity.name ?? null);
    for (const { type, required } of entity.fields) {
      const lines = type.kind === 'list' && required ? schema.entities.get(type.entity) : undefined;
      if (lines !== undefined) needs.push(...ownNeeds(lines.entity, entity, schema.person?.entity.name ?? null));
    }
    if (needs.length > 0 && entity.name !== schema.person?.entity.name && !found.has(entity.name))
      found.set(entity.name, needs);
  }
  return found;
}

function ownNeeds(stated: Entity, of: Entity, people: string | null): Need[] {
  return stated.fields.flatMap((field): Need[] => {
    const { type, required, byProduct, askedOn } = field;
    const isGiven = field.default !== null || field.computed !== null || byProduct || askedOn.length > 0;
    const isReference = type.kind === 'reference' || type.kind === 'references';
    if (!isReference || !required || isGiven || type.entity === people) return [];
    if (stated !== of && type.entity === of.name) return [];
    return [{ entity: stated, field, target: type.entity }];
  });
}

/** Returns the first circle that is found from an entity. Each entity is visited once. */
function circleFrom(start: string, needs: ReadonlyMap<string, readonly Need[]>, done: Set<string>): Need[] | null {
  const path: { readonly name: string; readonly need: Need | null; next: number }[] = [
    { name: start, need: null, next: 0 },
  ];
  const depth = new Map([[start, 0]]);
  if (done.has(start)) return null;
  let found: Need[] | null = null;
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const need = needs.get(top.name)?.[top.next];
    top.next += 1;
    if (need === undefined) {
      done.add(top.name);
      depth.delete(top.name);
      path.pop();
      continue;
    }
    const at = depth.get(need.target);
    if (at !== undefined) found ??= [...path.slice(at + 1).flatMap((step) => step.need ?? []), need];
    else if (!done.has(need.target)) {
      depth.set(need.target, path.length);
      path.push({ name: need.target, need, next: 0 });
    }
  }
  return found;
}

function findingOf(circle: readonly Need[], context: CheckContext): Finding {
  const [first, ...others] = circle;
  const steps = circle.map(
    ({ entity, field, target }) => `${withArticle(entity.name)} needs ${withArticle(target)} (${field.name})`,
  );
  const name = first?.entity.name ?? '';
  const alone = others.length === 0;
  return {
    element: first?.field.id ?? null,
    at: first?.field.at ?? null,
    also: others.map(({ field }) => field.at),
    message: alone
      ? `The first ${name} can never be created: ${first?.field.name ?? ''} is required and refers to another ${name}.`
      : `The first ${name} can never be created: ${joinNames(steps)}.`,
    next: alone
      ? `Don't require ${first?.field.name ?? ''}.`
      : `Don't require one of ${joinNames(
          circle.map(({ entity, field }) => `${entity.name}.${field.name}`),
          'or',
        )}, or give it a default.`,
    witness: witnessOf(context, {
      entity: name,
      opens: 'form',
      outcome: `${first?.field.name ?? ''} is required but offers nothing to choose`,
    }),
  };
}
