import { checkExpression } from '../../expressions/infer/check.ts';
import { staticTypeOf } from '../../expressions/types/static-of.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { Row } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Field } from '../../model/types/model.ts';
import { type CompileContext, type CompiledFormula, compiledTyped } from '../compiled/compiled-formula.ts';
import { type Context, scopeOf } from '../context/decision-context.ts';
import { copyOf, storedAs } from '../core/row-values.ts';

/** Returns the formula of a field that depends on the clock or the reader; undefined for other fields. */
export type ClockFormulas = NonNullable<CompileContext['byClock']>;

interface Formula {
  readonly entity: string;
  readonly field: Field;
  readonly typed: Typed;
}

/**
 * Compiles the computed fields that read the clock or the person, directly or through another such field. Their value
 * changes without a write, or differs between readers, so they are computed on read. A field that depends on itself is
 * unknown.
 */
export function clockFormulas(schema: Schema, place: Omit<CompileContext, 'entity' | 'byClock'>): ClockFormulas {
  const formulas = formulasIn(schema);
  const going = timeDependentFormulas(formulas);
  const compiled = new Map<string, CompiledFormula>();
  const byClock: ClockFormulas = (entity, field) => compiled.get(keyOf(entity, field));
  const open = new Set<string>();
  const compile = (key: string, { entity, field, typed }: Formula): void => {
    if (compiled.has(key)) return;
    const at = { ...place, byClock, entity };
    const { type, from, to } = typed;
    if (open.has(key)) {
      compiled.set(key, compiledTyped({ op: 'unknown', because: field.id, type, from, to }, at));
      return;
    }
    open.add(key);
    for (const read of fieldsIn(typed)) {
      const formula = going.get(read);
      if (formula !== undefined) compile(read, formula);
    }
    if (!compiled.has(key)) compiled.set(key, compiledTyped(typed, at));
  };
  for (const [key, formula] of going) compile(key, formula);
  return byClock;
}

function formulasIn(schema: Schema): Map<string, Formula> {
  const formulas = new Map<string, Formula>();
  for (const { entity } of schema.entities.values()) {
    for (const field of entity.fields) {
      const tree = field.computed?.tree ?? null;
      if (tree === null) continue;
      const wants = staticTypeOf(field.type, field.id);
      const { typed } = checkExpression(tree, { schema, entity: entity.name, wants });
      if (typed !== null) formulas.set(keyOf(entity.name, field.name), { entity: entity.name, field, typed });
    }
  }
  return formulas;
}

function timeDependentFormulas(formulas: ReadonlyMap<string, Formula>): Map<string, Formula> {
  const byField = new Map<string, Formula>();
  const reads = new Map([...formulas].map(([key, { typed }]) => [key, fieldsIn(typed)] as const));
  for (const [key, formula] of formulas)
    if (walk(formula.typed).some(({ op }) => op === 'now' || op === 'today' || op === 'me')) byField.set(key, formula);
  for (let size = -1; size < byField.size; ) {
    size = byField.size;
    for (const [key, formula] of formulas)
      if (reads.get(key)?.some((read) => byField.has(read)) === true) byField.set(key, formula);
  }
  return byField;
}

function fieldsIn(typed: Typed): string[] {
  return [...walk(typed)].flatMap((part) => (part.op === 'field' ? [keyOf(part.entity, part.field)] : []));
}

const keyOf = (entity: string, field: string) => JSON.stringify([entity, field]);

/**
 * Returns the record and its lines with the fields that depend on the clock or the reader computed for now and for this
 * reader.
 */
export function withTimeDependentFields(context: Context, row: Row): Row {
  const entity = context.model.entities.get(row.entity);
  if (entity === undefined || !entity.byClock) return row;
  const values = copyOf(row.values);
  for (const { name, type } of entity.attributes) {
    const lines = row.values[name];
    if (type.kind === 'list' && lines !== undefined && isRows(lines))
      values[name] = lines.map((line) => withTimeDependentFields(context, line));
  }
  const scope = scopeOf(context, row);
  for (const { field, value, byClock } of entity.computed) {
    if (!byClock) continue;
    const outcome = value?.evaluate(scope);
    // The client can't query other records: it shows the last known value until the server answers.
    if (outcome === undefined && context.isForm && value !== null && value.queries.length > 0) continue;
    values[field.name] = storedAs(field.type, outcome);
  }
  return { ...row, values };
}
