import { staticTypeOf } from '../../expressions/types/static-of.ts';
import type { Entity, Field } from '../../model/types/model.ts';
import { type CompileContext, type CompiledFormula, compiledOf } from '../compiled/compiled-formula.ts';
import type { CompiledEntity } from '../compiled/compiled-model.ts';

/** Compiles the defaults of an entity. Those that read one another in a circle are unknown. */
export function compileDefaults(
  { fields }: Entity,
  place: CompileContext,
): Pick<CompiledEntity, 'defaults' | 'dependentDefaults'> {
  const defaults = new Map<string, CompiledFormula | null>();
  for (const field of fields)
    if (field.default !== null)
      defaults.set(field.name, compiledOf(field.default, staticTypeOf(field.type, field.id), place));
  const readsOf = ({ name }: Field): readonly string[] =>
    defaults.get(name)?.reads.flatMap(([first]) => first ?? []) ?? [];
  const dependentDefaults: Field[] = [];
  let rest = fields.filter(({ name }) => (defaults.get(name)?.reads.length ?? 0) > 0);
  while (rest.length > 0) {
    const waiting = new Set(rest.map(({ name }) => name));
    const ready = rest.filter((field) => !readsOf(field).some((name) => waiting.has(name)));
    if (ready.length === 0) break;
    dependentDefaults.push(...ready);
    rest = rest.filter((field) => !ready.includes(field));
  }
  for (const { name } of rest) defaults.set(name, null);
  return { defaults, dependentDefaults };
}
