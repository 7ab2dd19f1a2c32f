import { schemaOf } from '../model/lookups/schema.ts';
import { schemaAfter } from '../model/lookups/schema-after.ts';
import type { Diagnostic } from '../model/types/diagnostic.ts';
import type { Model } from '../model/types/model.ts';
import type { Place, Point } from '../model/types/place.ts';
import { type Access, accessOf, openAccess } from './access.ts';
import type { Check, CheckContext, EntityContext, Finding, PartContext } from './check.ts';
import { type Gathering, gatheringOnce, openGathering, openWorked } from './gathering.ts';
import { checks } from './index.ts';
import { openParts, type Part, partsOf } from './parts.ts';
import { openTyping, type Typing } from './typing.ts';
import { areSameWhole, openWatching, type WholeNotes } from './watched-whole.ts';

/** What all checks find in an assumed Model, in the order of the text. Never throws. */
export function runChecks(model: Model, list: readonly Check[] = checks): Diagnostic[] {
  return checking(list, gatheringOnce()).run(model);
}

/** The context of a whole Model. */
export function contextOf(model: Model): CheckContext {
  const schema = schemaOf(model);
  const parts = partsOf(model);
  return contextWith(model, openTyping(false).next(schema, parts), parts, gatheringOnce(), accessOf(schema));
}

export interface CheckSession {
  /** The same as `runChecks(model)`; what hangs on nothing that has changed is not looked at again. */
  readonly run: (model: Model) => Diagnostic[];
}

type Found = readonly [check: Check, finding: Finding];

/** What a check found in the whole document, and what it went by. */
interface Kept {
  readonly found: readonly Found[];
  readonly notes: WholeNotes;
}

/** Checks one version of a document after the other. Elements that stay the same objects are taken to be the same. */
export function openChecks(list: readonly Check[] = checks): CheckSession {
  return checking(list, openGathering());
}

function checking(list: readonly Check[], gathering: Gathering): CheckSession {
  const typing = openTyping(gathering.keeps);
  const whole = list.filter((check) => 'find' in check);
  const each = list.filter((check) => !('find' in check));
  const looks = each.map((check) => (part: PartContext) => foundBy(check, part));
  // Where nothing is kept for the next run, what one check finds need not be told from what another does.
  const inPart = (part: PartContext): readonly Found[] => {
    const all: Found[] = [];
    if (gathering.keeps) {
      for (const look of looks) for (const found of part.gather(look)) if (found !== NOTHING) all.push(...found);
    } else for (const check of each) all.push(...foundBy(check, part));
    return all.length === 0 ? NOTHING : all;
  };
  let kept: ReadonlyMap<Check, Kept> = new Map();
  const inWhole = (context: CheckContext): readonly Found[] => {
    if (!gathering.keeps) return whole.flatMap((check) => foundIn(check, context));
    const { look } = openWatching(context);
    const before = kept;
    kept = new Map(
      whole.map((check) => {
        const last = before.get(check);
        if (last !== undefined && !('namesLines' in check) && areSameWhole(last.notes, context)) return [check, last];
        return [check, look((watched) => foundIn(check, watched))];
      }),
    );
    return [...kept.values()].flatMap(({ found }) => found);
  };
  // A finding that stands at a place of its own moves along with it.
  const told = new WeakMap<Found, Diagnostic>();
  const tell = (found: Found, model: Model): Diagnostic => {
    const diagnostic = told.get(found) ?? diagnosticOf(...found, model);
    if (found[1].at !== null) told.set(found, diagnostic);
    return diagnostic;
  };
  const parts = openParts();
  const access = openAccess();
  let schema: CheckContext['schema'] | null = null;
  return {
    run: (model) => {
      const now = parts(model);
      schema = schemaAfter(model, schema);
      const context = contextWith(model, typing.next(schema, now), now, gathering, access(schema));
      const found = [...inWhole(context), ...context.gather(inPart).flat()];
      return found.map((each) => tell(each, model)).sort(inOrder);
    },
  };
}

function foundIn(check: Check, context: CheckContext): readonly Found[] {
  return 'find' in check ? Array.from(check.find(context), (finding): Found => [check, finding]) : NOTHING;
}

const NOTHING: readonly Found[] = [];

function foundBy(check: Check, part: PartContext): readonly Found[] {
  const found =
    'findEach' in check ? check.findEach(part) : 'findIn' in check && isOfEntity(part) ? check.findIn(part) : [];
  let all: Found[] | null = null;
  for (const finding of found) {
    all ??= [];
    all.push([check, finding]);
  }
  return all ?? NOTHING;
}

function isOfEntity(part: PartContext): part is EntityContext {
  return part.entity !== null;
}

function contextWith(
  model: Model,
  typing: Typing,
  parts: ReadonlyMap<string | null, Part>,
  gathering: Gathering,
  access: Access,
): CheckContext {
  const { schema, formulas, typed, byPart, retyped } = typing;
  const context = { model, schema, formulas, typed, access };
  return { ...context, worked: openWorked(), gather: gathering.next({ context, parts, formulas: byPart, retyped }) };
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
