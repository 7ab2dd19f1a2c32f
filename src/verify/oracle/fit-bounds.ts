import type { Tree } from '../../model/types/formula.ts';
import type { Field } from '../../model/types/model.ts';
import type { Type } from '../../model/types/types.ts';
import { entityNamed } from '../evaluator/names.ts';
import { FORMATS } from '../evaluator/text-formats.ts';
import type { Json } from '../evaluator/world.ts';
import { countFault } from '../oracle-rules/bounds.ts';
import type { Draft } from '../oracle-rules/draft.ts';
import { readInput } from '../oracle-rules/input.ts';
import { namesIn, type RequestContext } from '../oracle-rules/request-context.ts';

/** Types whose values may violate a bound or format; formulas always produce valid values of the other types. */
const BOUNDED: ReadonlySet<Type['kind']> = new Set([
  'text',
  'long text',
  ...(Object.keys(FORMATS) as (keyof typeof FORMATS)[]),
  'integer',
  'decimal',
  'money',
]);

/** Adds faults for values that nobody could have entered. Rules still read them. */
export function requireFitting(context: RequestContext, draft: Draft, names: Iterable<string>): void {
  const fields = entityNamed(context.model, draft.entity)?.fields ?? [];
  for (const name of new Set(names)) {
    const field = fields.find((each) => each.name === name);
    const code = field === undefined ? null : misfit(context, field, draft.values.get(name) ?? null);
    if (code !== null) draft.faults.push({ path: name, code, hasKnownValue: true });
  }
}

function misfit(context: RequestContext, field: Field, value: Json): string | null {
  const { type } = field;
  if (value === null) return null;
  if (type.kind === 'references' || type.kind === 'texts')
    return countFault(context, type, Array.isArray(value) ? value.length : 0);
  return BOUNDED.has(type.kind) ? (readInput(context, field, value, '', null).faults[0]?.code ?? null) : null;
}

/**
 * Returns the fields that are unknown before an effect: those still to be asked for, those with faults, and what
 * depends on them.
 */
export function unknownNames({ model }: RequestContext, { entity, open, faults }: Draft): Set<string> {
  const wrong = faults.filter(({ code, hasKnownValue }) => hasKnownValue !== true && code !== 'REQUIRED');
  const names = new Set([...open, ...wrong.flatMap(({ path }) => path.split(/[.[]/)[0] ?? [])]);
  const computed = entityNamed(model, entity)?.fields.filter((field) => field.computed !== null) ?? [];
  for (const { name, computed: formula } of [...computed, ...computed])
    if (readsOneOf(formula?.tree ?? null, names)) names.add(name);
  return names;
}

export function readsOneOf(tree: Tree | null, names: ReadonlySet<string>): boolean {
  return tree !== null && names.size > 0 && namesIn(tree).some((name) => names.has(name));
}
