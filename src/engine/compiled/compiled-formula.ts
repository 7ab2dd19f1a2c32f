import { compile } from '../../expressions/evaluate/compile.ts';
import { checkExpression } from '../../expressions/infer/check.ts';
import { relate } from '../../expressions/relation/relate.ts';
import { calls, mentions, needsLink } from '../../expressions/types/conjuncts.ts';
import { fieldsRead, pathsFrom } from '../../expressions/types/field-paths.ts';
import type { Relation } from '../../expressions/types/relation.ts';
import type { Evaluate, Query } from '../../expressions/types/scope.ts';
import type { StaticType } from '../../expressions/types/static.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { SavedFilter } from '../../model/types/model.ts';
import { unknownsOf } from '../core/typed-walk.ts';
import { collectQueries, type Questions } from './record-queries.ts';

/** A path of field names, starting at a record. */
export type Path = readonly string[];

/** A compiled formula with everything that decisions need to know about it. */
export interface CompiledFormula {
  readonly typed: Typed;
  readonly evaluate: Evaluate;
  /** The formula as a relation, which compiles to SQL. */
  readonly relation: Relation;
  /** The paths that the formula reads from the record and from the person, including the last field of each. */
  readonly reads: readonly Path[];
  readonly readsOfPerson: readonly Path[];
  readonly fields: readonly { readonly entity: string; readonly field: string }[];
  readonly mentionsPerson: boolean;
  /** Whether the condition can only hold for somebody who has a link (`link()`). */
  readonly needsLink: boolean;
  /** Whether it generates a token. */
  readonly makesToken: boolean;
  /** Ids of the elements that the formula depends on and that are not shown. */
  readonly unknown: readonly string[];
  /** Whether the formula reads the clock, or a time-dependent or reader-dependent field. */
  readonly byClock: boolean;
  /** All queries over other records in the formula, including nested ones. */
  readonly queries: readonly Query[];
}

export interface CompileContext {
  readonly schema: Schema;
  readonly zone: string;
  /** The entity of the record that `this` refers to. */
  readonly entity: string | null;
  /** Returns the formula of a time-dependent field. Without this function such fields are read as they are stored. */
  readonly byClock?: (entity: string, field: string) => CompiledFormula | undefined;
  /** The fields, by entity, that some transition sets to `now` or `today`. Filled before any formula is evaluated. */
  readonly stamped?: ReadonlyMap<string, ReadonlySet<string>>;
  /** Collects the queries of the compiled formulas. If absent, queries are not collected. */
  readonly questions?: Questions;
  /** Collects the entities whose records must be evaluated one by one, because their queries don't compile to SQL. */
  readonly scannedEntities?: Set<string>;
}

/** Compiles a formula. Returns null if it does not parse or type-check; whatever depends on it is then unknown. */
export function compiledOf(formula: Formula, wants: StaticType | null, place: CompileContext): CompiledFormula | null {
  if (formula.tree === null) return null;
  const { typed } = checkExpression(formula.tree, { schema: place.schema, entity: place.entity, wants });
  return typed === null ? null : compiledTyped(typed, place);
}

export function compiledTyped(typed: Typed, place: CompileContext): CompiledFormula {
  const { schema, zone, byClock } = place;
  let relation: Relation | null = null;
  const parts = walk(typed);
  const queries = parts.filter((part) => part.op === 'query');
  const workedOut = formulasComputedOnRead(parts, place);
  const evaluate = compile(typed, { zone, byClock });
  let clock: ReturnType<typeof clockPrecision> | undefined;
  if (queries.length > 0) collectQueries(typed, place);
  return {
    typed,
    evaluate: (scope) => {
      if (scope.onClock !== undefined) {
        clock ??= clockPrecision(typed, place);
        if (clock !== 'none') scope.onClock(clock);
      }
      return evaluate(scope);
    },
    get relation() {
      relation ??= relate(typed, { zone, schema, byClock });
      return relation;
    },
    reads: [...pathsFrom(typed, 'this'), ...pathsFrom(typed, 'old')].flatMap((path) => [
      path,
      ...readsOfTimeDependentFields(path, place),
    ]),
    readsOfPerson: readsOfPerson(typed, place),
    fields: fieldsRead(typed),
    mentionsPerson: mentions(typed, 'me') || calls(typed, 'link') || workedOut.some((read) => read.mentionsPerson),
    needsLink: needsLink(typed),
    makesToken: calls(typed, 'newToken'),
    byClock: workedOut.length > 0 || parts.some(({ op }) => op === 'now' || op === 'today'),
    unknown: unknownsOf(typed),
    queries,
  };
}

/** Returns the formulas of the fields in the expression that are computed on read. */
function formulasComputedOnRead(parts: readonly Typed[], { byClock }: CompileContext): readonly CompiledFormula[] {
  if (byClock === undefined) return [];
  return parts.flatMap((part) => (part.op === 'field' ? (byClock(part.entity, part.field) ?? []) : []));
}

/** Returns the paths read from the person, directly or through fields that are computed on read. */
function readsOfPerson(typed: Typed, place: CompileContext): readonly Path[] {
  const person = { ...place, entity: place.schema.person?.entity.name ?? null };
  const own = pathsFrom(typed, 'me').flatMap((path) => [path, ...readsOfTimeDependentFields(path, person)]);
  return [...own, ...formulasComputedOnRead(walk(typed), place).flatMap((read) => read.readsOfPerson)];
}

/** Returns whether the formula is just `now` or `today`. */
export function isStamp({ typed }: Pick<CompiledFormula, 'typed'>): boolean {
  return typed.op === 'now' || typed.op === 'today';
}

/**
 * Returns how precisely a formula depends on the clock. A field that a transition sets to the current time counts,
 * because it equals the current time during that write.
 */
function clockPrecision(typed: Typed, { byClock, stamped }: CompileContext): 'none' | 'day' | 'instant' {
  const parts = [...walk(typed)];
  const moment = (part: Typed) =>
    part.op === 'now' ||
    (part.op === 'field' &&
      (part.field === 'changedAt' ||
        stamped?.get(part.entity)?.has(part.field) === true ||
        byClock?.(part.entity, part.field) !== undefined));
  if (parts.some(moment)) return 'instant';
  return parts.some(({ op }) => op === 'today') ? 'day' : 'none';
}

/** Returns the paths that are read indirectly, through the time-dependent fields on a path. */
function readsOfTimeDependentFields(path: Path, { schema, entity, byClock }: CompileContext): Path[] {
  const paths: Path[] = [];
  let at = entity;
  for (const [index, name] of path.entries()) {
    if (byClock === undefined || at === null) break;
    const before = path.slice(0, index);
    for (const read of byClock(at, name)?.reads ?? []) paths.push([...before, ...read]);
    const type = schema.entities.get(at)?.attributes.get(name)?.type;
    at = type !== undefined && 'entity' in type ? type.entity : null;
  }
  return paths;
}

/** The body of an outgoing call, as a template over a record. */
export type Body =
  | { readonly kind: 'value'; readonly value: CompiledFormula }
  | { readonly kind: 'object'; readonly entries: readonly { readonly key: string; readonly value: Body }[] }
  | { readonly kind: 'list'; readonly items: readonly Body[] }
  | { readonly kind: 'lines'; readonly list: string; readonly each: Body };

/** A saved filter or switch of a screen that compiled without errors. */
export interface CompiledSavedFilter {
  readonly saved: SavedFilter;
  readonly filter: CompiledFormula;
}
