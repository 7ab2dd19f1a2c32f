import type { Entity } from './model.ts';

/** The parameters of a path, in order: `/orders/:id/lines/:line` has `id` and `line`. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\/:([^/?#]+)/g)].map((match) => match[1] ?? '');
}

/**
 * The parameter of a call's path that says which record of the entity is meant: the one that bears its name, as in
 * `:paymentId`; else the one behind its name, as in `/payments/:number`; else `:id`, else the last. Null: there is none.
 */
export function recordParameter(path: string, entity: string): string | null {
  const names = parametersOf(path);
  const [only] = names;
  if (only === undefined || names.length === 1) return only ?? null;
  const wanted = folded(entity);
  const steps = path.split('/');
  const isNamed = (name: string) =>
    folded(name) === wanted || folded(name.replace(/_?(?:id|number|no|key|code)$/i, '')) === wanted;
  const isBehind = (name: string) => folded(steps[steps.indexOf(`:${name}`) - 1] ?? '') === wanted;
  return (
    names.findLast(isNamed) ?? names.findLast(isBehind) ?? (names.includes('id') ? 'id' : null) ?? names.at(-1) ?? null
  );
}

/**
 * The parameters of a list's path that name what its records belong with, and by which field they do: in
 * `/orders/:id/payments` the field of a payment that leads to an order. A parameter that no field or more than one fits
 * has none.
 */
export function parentFields(
  path: string,
  entity: Pick<Entity, 'fields'> | undefined,
): { readonly parameter: string; readonly field: string }[] {
  const steps = path.split('/');
  const references = (entity?.fields ?? []).flatMap(({ name, type }) =>
    type.kind === 'reference' ? { field: name, entity: type.entity } : [],
  );
  return parametersOf(path).flatMap((parameter) => {
    const bare = folded(parameter.replace(/_?(?:id|number|no|key|code)$/i, ''));
    const before = folded(steps[steps.indexOf(`:${parameter}`) - 1] ?? '');
    const named = references.filter(({ field }) => folded(field) === bare);
    const fits = named.length > 0 ? named : references.filter(({ entity }) => [bare, before].includes(folded(entity)));
    const [only] = fits;
    return only === undefined || fits.length > 1 ? [] : [{ parameter, field: only.field }];
  });
}

/** `Pay-ments` and `payment` are one. */
function folded(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/ies$/, 'y')
    .replace(/(?<=(?:s|x|z|ch|sh))es$/, '')
    .replace(/(?<=[^s])s$/, '');
}
