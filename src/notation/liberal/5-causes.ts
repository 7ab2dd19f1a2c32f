import type { Call, Entity, Rule } from '../../model/types/model.ts';

/** `ERR-09 (R-09)` at a call: the rule that the bracket names fails with that code, where all calls say the same. */
export function withCauses(rules: readonly Rule[], calls: readonly Call[]): Rule[] {
  const codes = new Map<string, Set<string>>();
  const places = new Map(calls.flatMap(({ errors }) => errors.map((error) => [error.name, error.at] as const)));
  for (const { errors } of calls)
    for (const { name, cause } of errors)
      for (const one of cause?.split(/\s*,\s*/) ?? []) codes.set(one, (codes.get(one) ?? new Set()).add(name));
  return rules.map((rule) => {
    const [code, ...others] = codes.get(rule.name.replace(/ \((?:rest|\d+)\)$/, '')) ?? [];
    if (rule.error !== null || code === undefined || others.length > 0) return rule;
    return { ...rule, error: { name: code, at: places.get(code) ?? null } };
  });
}

/** A rule that says no more than what a field matches, as the pattern of the field. */
export function withPatterns(
  entities: readonly Entity[],
  rules: readonly Rule[],
): { readonly entities: readonly Entity[]; readonly rules: readonly Rule[] } {
  const moved = new Map<string, string>();
  const taken = new Set<Rule>();
  for (const rule of rules) {
    const pattern = patternOf(rule);
    const key = JSON.stringify([rule.entity, rule.field?.name]);
    const field = entities
      .find(({ name }) => name === rule.entity)
      ?.fields.find(({ name }) => name === rule.field?.name);
    if (pattern === null || moved.has(key) || field === undefined || field.pattern !== null) continue;
    moved.set(key, pattern);
    taken.add(rule);
  }
  if (taken.size === 0) return { entities, rules };
  return {
    entities: entities.map((entity) => ({
      ...entity,
      fields: entity.fields.map((field) => {
        const pattern = moved.get(JSON.stringify([entity.name, field.name]));
        return pattern === undefined ? field : { ...field, pattern };
      }),
    })),
    rules: rules.filter((rule) => !taken.has(rule)),
  };
}

/** The pattern of a rule that has nothing else: no name of its own, no message, no error. */
function patternOf({ name, field, condition, message, error, events, states, help }: Rule): string | null {
  const isBare = message === null && error === null && help === '' && events.length === 0 && states.length === 0;
  const tree = condition?.tree ?? null;
  if (!isBare || name !== field?.name || tree?.op !== 'call' || tree.name !== 'matches') return null;
  const [only] = tree.args;
  const of = tree.receiver;
  const isOwn =
    of !== null && (of.op === 'name' || (of.op === 'member' && of.of.op === 'name' && of.of.name === 'this'));
  return isOwn && of.name === field.name && tree.args.length === 1 && only?.op === 'text' ? only.value : null;
}
