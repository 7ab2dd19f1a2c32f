import { checkWith } from '../expressions/check.ts';
import type { ConstantMemo } from '../expressions/constant.ts';
import { formulasOf } from '../expressions/formulas.ts';
import type { Typed } from '../expressions/typed.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Formula } from '../model/formula.ts';
import type { Model } from '../model/model.ts';
import type { Place, Point } from '../model/place.ts';
import { schemaOf } from '../model/schema.ts';
import { accessOf } from './access.ts';
import type { Check, CheckContext, Finding } from './check.ts';
import { checks } from './index.ts';
import { partsOf } from './parts.ts';

/** What all checks find in an assumed Model, in the order of the text. Never throws. */
export function runChecks(model: Model, list: readonly Check[] = checks): Diagnostic[] {
  const context = contextOf(model);
  const parts = partsOf(context);
  const found = list.flatMap((check) => {
    const findings = 'find' in check ? [...check.find(context)] : parts.flatMap((part) => [...check.findIn(part)]);
    return findings.map((finding) => diagnosticOf(check, finding, model));
  });
  return found.sort(inOrder);
}

/** Types every formula of the Model once, for all checks. */
export function contextOf(model: Model): CheckContext {
  const schema = schemaOf(model);
  const constants: ConstantMemo = new Map();
  const typedOf = new Map<Formula, Typed | null>();
  const formulas = formulasOf(schema).map((stated) => {
    const { tree } = stated.formula;
    const result =
      tree === null
        ? { typed: null, problems: [] }
        : checkWith(tree, { schema, entity: stated.entity, wants: stated.wants }, constants);
    typedOf.set(stated.formula, result.typed);
    return { ...stated, ...result };
  });
  return {
    model,
    schema,
    formulas,
    typed: (formula) => (formula === null ? null : (typedOf.get(formula) ?? null)),
    access: accessOf(schema),
  };
}

function diagnosticOf(check: Check, finding: Finding, model: Model): Diagnostic {
  const point = finding.point ?? check.point;
  return {
    code: check.code,
    severity: finding.severity ?? check.severity,
    point,
    at: finding.at ?? headingOf(model, point),
    also: (finding.also ?? []).filter((place) => place !== null),
    message: finding.message,
    next: finding.next,
    element: finding.element ?? null,
    edit: finding.edit ?? null,
    witness: finding.witness ?? null,
  };
}

function headingOf(model: Model, point: Point | null): Place {
  return model.points.find((info) => info.point === point)?.at ?? { from: 0, to: 0, line: 1, column: 1 };
}

/** By place, then code, then words: an order that does not depend on the order of the checks. */
function inOrder(one: Diagnostic, other: Diagnostic): number {
  if (one.at.from !== other.at.from) return one.at.from - other.at.from;
  if (one.code !== other.code) return one.code < other.code ? -1 : 1;
  return one.message < other.message ? -1 : Number(one.message > other.message);
}
