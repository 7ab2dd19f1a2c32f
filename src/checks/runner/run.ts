import { schemaOf } from '../../model/lookups/schema.ts';
import type { Diagnostic } from '../../model/types/diagnostic.ts';
import type { Place, Point } from '../../model/types/element.ts';
import type { Model } from '../../model/types/model.ts';
import { checks } from '../index.ts';
import type { Check, CheckContext, EntityContext, Finding, PartContext } from './check.ts';
import { gatherInParts, memoizeByObject } from './gather-in-parts.ts';
import { inferTypes } from './infer-types.ts';
import { partsOf } from './parts.ts';
import { roleAccessOf } from './role-access.ts';

/** Returns the findings of all checks for a Model with its assumptions, in the order of the text. Never throws. */
export function runChecks(model: Model, list: readonly Check[] = checks): Diagnostic[] {
  const context = contextOf(model);
  const inParts = list.filter((check) => !('find' in check));
  const found = [
    ...list.flatMap((check) => foundIn(check, context)),
    ...context.gather((part) => inParts.flatMap((check) => foundBy(check, part))).flat(),
  ];
  return found.map(([check, finding]) => diagnosticOf(check, finding, model)).sort(inOrder);
}

/** Builds the context of a whole Model. */
export function contextOf(model: Model): CheckContext {
  const schema = schemaOf(model);
  const parts = partsOf(model);
  const { formulas, formulasOf, typed } = inferTypes(schema, parts);
  const whole = { model, schema, formulas, typed, access: roleAccessOf(schema) };
  return { ...whole, memoize: memoizeByObject(), gather: gatherInParts(whole, parts.values(), formulasOf) };
}

type Found = readonly [check: Check, finding: Finding];

function foundIn(check: Check, context: CheckContext): readonly Found[] {
  return 'find' in check ? Array.from(check.find(context), (finding): Found => [check, finding]) : [];
}

function foundBy(check: Check, part: PartContext): readonly Found[] {
  if ('findEach' in check) return Array.from(check.findEach(part), (finding): Found => [check, finding]);
  if (!('findIn' in check) || !isOfEntity(part)) return [];
  return Array.from(check.findIn(part), (finding): Found => [check, finding]);
}

function isOfEntity(part: PartContext): part is EntityContext {
  return part.entity !== null;
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

/** Orders by place, then code, then message, so that the order of the checks does not matter. */
function inOrder(one: Diagnostic, other: Diagnostic): number {
  if (one.at.from !== other.at.from) return one.at.from - other.at.from;
  if (one.code !== other.code) return one.code < other.code ? -1 : 1;
  return one.message < other.message ? -1 : Number(one.message > other.message);
}
