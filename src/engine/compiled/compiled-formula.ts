import { compile } from '../../expressions/evaluate/compile.ts';
import { checkExpression } from '../../expressions/infer/check.ts';
import { relate } from '../../expressions/relation/relate.ts';
import type { Relation } from '../../expressions/relation/relation.ts';
import { calls, mentions, needsLink } from '../../expressions/types/conjuncts.ts';
import { fieldsRead, pathsFrom } from '../../expressions/types/field-paths.ts';
import type { Evaluate, Query } from '../../expressions/types/scope.ts';
import type { StaticType } from '../../expressions/types/static.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { SavedFilter } from '../../model/types/model.ts';
import { unknownsOf } from '../core/typed-walk.ts';
import { noteQuestions, type Questions } from './record-queries.ts';

/** Names of fields one after the other, from a record. */
export type Path = readonly string[];

/** A formula with everything that decisions ask of it. */
export interface Compiled {
  readonly typed: Typed;
  readonly evaluate: Evaluate;
  /** As a question to the database. */
  readonly relation: Relation;
  /** What it reads from the record and from the person, ends included. */
  readonly reads: readonly Path[];
  readonly readsOfPerson: readonly Path[];
  readonly fields: readonly { readonly entity: string; readonly field: string }[];
  readonly mentionsPerson: boolean;
  /** Whether it holds for nobody but whoever came by a link. */
  readonly needsLink: boolean;
  /** Whether it makes a new token. */
  readonly makesToken: boolean;
  /** Ids of elements that it stands on and that are not shown. */
  readonly unknown: readonly string[];
  /** Whether the clock, or a field that goes by it, is read. */
  readonly byClock: boolean;
  /** The questions over other records in it, those within one another too. */
  readonly queries: readonly Query[];
}

export interface Place {
  readonly schema: Schema;
  readonly zone: string;
  /** The entity whose record is `this`. */
  readonly entity: string | null;
  /** The fields that go by the clock; without it they are read as they are stored. */
  readonly byClock?: (entity: string, field: string) => Compiled | undefined;
  /** Fields, by entity, that some transition sets to the moment or the day; filled before anything is evaluated. */
  readonly stamped?: ReadonlyMap<string, ReadonlySet<string>>;
  /** Takes the questions of the formulas that are compiled; without it they are not asked. */
  readonly questions?: Questions;
  /** Takes the entities whose records have to be looked through one by one. */
  readonly looked?: Set<string>;
}

export const CONDITION: StaticType = { t: 'boolean' };

/** Null where the formula does not parse or does not check: then whatever depends on it is unknown. */
export function compiledOf(formula: Formula, wants: StaticType | null, place: Place): Compiled | null {
  if (formula.tree === null) return null;
  const { typed } = checkExpression(formula.tree, { schema: place.schema, entity: place.entity, wants });
  return typed === null ? null : compiledTyped(typed, place);
}

export function compiledTyped(typed: Typed, place: Place): Compiled {
  const { schema, zone, byClock } = place;
  let relation: Relation | null = null;
  const parts = walk(typed);
  const queries = parts.filter((part) => part.op === 'query');
  const workedOut = workedOutIn(parts, place);
  const evaluate = compile(typed, { zone, byClock });
  let clock: ReturnType<typeof clockIn> | undefined;
  if (queries.length > 0) noteQuestions(typed, place);
  return {
    typed,
    evaluate: (scope) => {
      if (scope.onClock !== undefined) {
        clock ??= clockIn(typed, place);
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
      ...behindClock(path, place),
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

/** The fields among these parts that are worked out where they are read. */
function workedOutIn(parts: readonly Typed[], { byClock }: Place): readonly Compiled[] {
  if (byClock === undefined) return [];
  return parts.flatMap((part) => (part.op === 'field' ? (byClock(part.entity, part.field) ?? []) : []));
}

/** What it reads from the person, by itself and by the fields that are worked out where they are read. */
function readsOfPerson(typed: Typed, place: Place): readonly Path[] {
  const person = { ...place, entity: place.schema.person?.entity.name ?? null };
  const own = pathsFrom(typed, 'me').flatMap((path) => [path, ...behindClock(path, person)]);
  return [...own, ...workedOutIn(walk(typed), place).flatMap((read) => read.readsOfPerson)];
}

/** Whether it is the moment or the day and nothing else. */
export function isStamp({ typed }: Pick<Compiled, 'typed'>): boolean {
  return typed.op === 'now' || typed.op === 'today';
}

/** How a formula goes by the clock. A field that is set to the moment holds it while a write is judged. */
function clockIn(typed: Typed, { byClock, stamped }: Place): 'none' | 'day' | 'instant' {
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

/** What the fields on a path that go by the clock read in turn. */
function behindClock(path: Path, { schema, entity, byClock }: Place): Path[] {
  const found: Path[] = [];
  let at = entity;
  for (const [index, name] of path.entries()) {
    if (byClock === undefined || at === null) break;
    const before = path.slice(0, index);
    for (const read of byClock(at, name)?.reads ?? []) found.push([...before, ...read]);
    const type = schema.entities.get(at)?.attributes.get(name)?.type;
    at = type !== undefined && 'entity' in type ? type.entity : null;
  }
  return found;
}

/** The body of a call to the outside over a record. */
export type Body =
  | { readonly kind: 'value'; readonly value: Compiled }
  | { readonly kind: 'object'; readonly entries: readonly { readonly key: string; readonly value: Body }[] }
  | { readonly kind: 'list'; readonly items: readonly Body[] }
  | { readonly kind: 'lines'; readonly list: string; readonly each: Body };

/** A filter or switch of a screen that can be understood. */
export interface PreparedSaved {
  readonly saved: SavedFilter;
  readonly filter: Compiled;
}
