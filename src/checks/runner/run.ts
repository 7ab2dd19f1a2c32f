import { schemaOf } from '../../model/lookups/schema.ts';
import type { Diagnostic } from '../../model/types/diagnostic.ts';
import type { Place, Point } from '../../model/types/element.ts';
import type { Entity, Model } from '../../model/types/model.ts';
import { checks } from '../index.ts';
import type { Check, CheckContext, DocumentContext, Finding } from './check.ts';
import { inferTypes } from './infer-types.ts';
import { partsOf } from './parts.ts';
import { roleAccessOf } from './role-access.ts';

/** Returns the findings of all checks for a Model with its assumptions, in the order of the text. Never throws. */
export function runChecks(model: Model, list: readonly Check[] = checks): Diagnostic[] {
  const context = contextOf(model);
  const found: Diagnostic[] = [];
  for (const check of list) for (const finding of check.find(context)) found.push(diagnosticOf(check, finding, model));
  return found.sort(inOrder);
}

/** Builds the context of a whole Model. */
export function contextOf(model: Model): DocumentContext {
  const schema = schemaOf(model);
  const ofEntities = partsOf(model);
  const { formulas, formulasOf, typed } = inferTypes(schema, ofEntities);
  const whole = { model, schema, formulas, typed, access: roleAccessOf(schema), memoize: memoizeByObject() };
  const parts = Array.from(ofEntities.values(), (part) => {
    const own = { ...model, ...part.lists };
    return { ...whole, ...part, model: own, schema: { ...schema, model: own }, formulas: formulasOf(part) };
  });
  return { ...whole, parts, entities: parts.filter(isOfEntity) };
}

function isOfEntity<T extends { readonly entity: Entity | null }>(part: T): part is T & { readonly entity: Entity } {
  return part.entity !== null;
}

/** Memoizes results by question and object. */
function memoizeByObject(): CheckContext['memoize'] {
  const cache = new Map<string, Map<object, unknown>>();
  return <T>(what: string, about: object, work: () => T): T => {
    const byObject = cache.get(what) ?? new Map<object, unknown>();
    cache.set(what, byObject);
    if (!byObject.has(about)) byObject.set(about, work());
    return byObject.get(about) as T;
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

/** Orders by place, then code, then message, so that the order of the checks does not matter. */
function inOrder(one: Diagnostic, other: Diagnostic): number {
  if (one.at.from !== other.at.from) return one.at.from - other.at.from;
  if (one.code !== other.code) return one.code < other.code ? -1 : 1;
  return one.message < other.message ? -1 : Number(one.message > other.message);
}
