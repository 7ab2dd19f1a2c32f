import type { Call, Rule } from '../../model/model.ts';

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
