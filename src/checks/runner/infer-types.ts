import { constantLookup } from '../../expressions/infer/constant.ts';
import { inferExpression } from '../../expressions/infer/infer.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { CheckedFormula } from './check.ts';
import { formulasIn, type Part } from './parts.ts';

/** All formulas of a Model with their inferred types. */
export interface InferredTypes {
  readonly formulas: readonly CheckedFormula[];
  readonly formulasOf: (part: Part) => readonly CheckedFormula[];
  /** Null if the formula is null, does not parse or its types do not fit. */
  readonly typed: (formula: Formula | null) => Typed | null;
}

/** Infers the types of all formulas, part by part. */
export function inferTypes(schema: Schema, parts: ReadonlyMap<string | null, Part>): InferredTypes {
  const constants = constantLookup(schema, new Map());
  const byPart = new Map<Part, readonly CheckedFormula[]>();
  const types = new Map<Formula, Typed | null>();
  for (const part of parts.values()) {
    const checked = new Map<Formula, CheckedFormula>();
    for (const stated of formulasIn(part, schema)) {
      const { formula, entity, wants } = stated;
      const inferred =
        formula.tree === null
          ? { typed: null, problems: [] }
          : inferExpression(formula.tree, { schema, entity, wants }, constants);
      const parts = inferred.typed === null ? [] : walk(inferred.typed);
      checked.set(formula, { ...stated, ...inferred, parts });
      types.set(stated.stated ?? formula, inferred.typed);
    }
    byPart.set(part, [...checked.values()]);
  }
  return {
    formulas: [...byPart.values()].flat(),
    formulasOf: (part) => byPart.get(part) ?? [],
    typed: (formula) => (formula === null ? null : (types.get(formula) ?? null)),
  };
}
