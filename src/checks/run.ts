import type { Diagnostic } from '../model/diagnostic.ts';
import type { Model } from '../model/model.ts';
import type { Place, Point } from '../model/place.ts';
import { schemaOf } from '../model/schema.ts';
import { accessOf } from './access.ts';
import type { Check, CheckContext, EntityContext, Finding } from './check.ts';
import { checks } from './index.ts';
import { type Part, partsOf } from './parts.ts';
import { openTyping, type Typing } from './typing.ts';
import { type Lookups, watched } from './watched.ts';

/** What all checks find in an assumed Model, in the order of the text. Never throws. */
export function runChecks(model: Model, list: readonly Check[] = checks): Diagnostic[] {
  return openChecks(list).run(model);
}

/** The context of a whole Model. */
export function contextOf(model: Model): CheckContext {
  const schema = schemaOf(model);
  return contextWith(model, openTyping().next(schema, partsOf(model)));
}

export interface CheckSession {
  /** The same as `runChecks(model)`; what hangs on nothing that has changed is not looked at again. */
  readonly run: (model: Model) => Diagnostic[];
}

interface Kept {
  readonly part: Part;
  readonly lookups: Lookups;
  readonly findings: readonly Diagnostic[];
}

/** Checks one version of a document after the other. Elements that stay the same objects are taken to be the same. */
export function openChecks(list: readonly Check[] = checks): CheckSession {
  const typing = openTyping();
  const whole = list.filter((check) => 'find' in check);
  const each = list.filter((check) => !('find' in check));
  let parts: ReadonlyMap<string | null, Part> = new Map();
  let kept: ReadonlyMap<string | null, Kept> = new Map();
  let schema: CheckContext['schema'] | null = null;
  return {
    run: (model) => {
      parts = partsOf(model, parts);
      schema = schemaOf(model, schema);
      const typed = typing.next(schema, parts);
      const context = contextWith(model, typed);
      const next = new Map<string | null, Kept>();
      for (const [name, part] of parts) {
        const last = kept.get(name);
        const isSame = last !== undefined && last.part === part && last.lookups.areSame(context, parts);
        next.set(name, isSame ? last : lookAt(part, typed.byPart.get(part) ?? [], each, context, parts));
      }
      kept = next;
      const found = whole.flatMap((check) =>
        'find' in check ? [...check.find(context)].map((finding) => diagnosticOf(check, finding, model)) : [],
      );
      return [...found, ...[...next.values()].flatMap(({ findings }) => findings)].sort(inOrder);
    },
  };
}

/** Every check that looks at parts, at this one. What it looks up elsewhere is written down. */
function lookAt(
  part: Part,
  own: CheckContext['formulas'],
  list: readonly Check[],
  context: CheckContext,
  parts: ReadonlyMap<string | null, Part>,
): Kept {
  const { context: seen, lookups } = watched(context, part, own, parts);
  const findings = list.flatMap((check) => {
    const found =
      'findEach' in check ? check.findEach(seen) : 'findIn' in check && isOfEntity(seen) ? check.findIn(seen) : [];
    return [...found].map((finding) => diagnosticOf(check, finding, context.model));
  });
  return { part, lookups, findings };
}

function isOfEntity(
  context: CheckContext & { readonly entity: EntityContext['entity'] | null },
): context is EntityContext {
  return context.entity !== null;
}

function contextWith(model: Model, { schema, formulas, typed }: Typing): CheckContext {
  return { model, schema, formulas, typed, access: accessOf(schema) };
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
