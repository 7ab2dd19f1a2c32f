import { type ConstantMemo, constantLookup } from '../expressions/infer/constant.ts';
import { inferExpression } from '../expressions/infer/infer.ts';
import type { StatedFormula } from '../expressions/types/formulas.ts';
import type { Typed } from '../expressions/types/typed.ts';
import { saysSame } from '../model/diff/without-places.ts';
import type { Schema } from '../model/lookups/schema.ts';
import type { Formula } from '../model/types/formula.ts';
import type { Role } from '../model/types/model.ts';
import type { CheckedFormula } from './check.ts';
import { formulasIn, type Part, sameItems } from './parts.ts';
import { addAllSeen, areSeenSame, nothingSeen, type SeenEntities, watchedEntities } from './seen-entity.ts';
import { changedNames } from './watched-shared.ts';

/** Every formula of a Model with its types. */
export interface Typing {
  readonly schema: Schema;
  readonly formulas: readonly CheckedFormula[];
  /** By part; the lists of parts of which nothing has changed are the same objects. */
  readonly byPart: (part: Part) => readonly CheckedFormula[];
  /** The formulas whose type is another than in the Model before. */
  readonly retyped: ReadonlySet<Formula>;
  readonly typed: (formula: Formula | null) => Typed | null;
}

/** What a formula's type hangs on, beside itself and the constants as they stand in point 9. */
interface Notes {
  /** The entities that were looked up, as they were. */
  readonly seen: SeenEntities;
  /** The name of the entity of the people; undefined where nobody asked. */
  person: string | null | undefined;
  /** The roles; undefined where nobody asked. */
  roles: readonly Role[] | undefined;
  /** Whether a constant was worked out for it, which may hang on more. */
  constants: boolean;
}

interface Kept {
  readonly part: Part;
  readonly formulas: readonly CheckedFormula[];
  readonly each: ReadonlyMap<Formula, KeptFormula>;
  /** Of all of them together. */
  readonly notes: Notes;
}

interface KeptFormula {
  readonly checked: CheckedFormula;
  readonly notes: Notes;
}

/** What the types of one document are worked out by. */
interface Run {
  readonly schema: Schema;
  /** The schema for a look of which these are the notes. */
  readonly asking: (notes: Notes) => Schema;
  /** Whether constants and limits stand as they stood, and what constants went by is as it was. */
  readonly isShared: boolean;
  readonly constants: ReturnType<typeof constantLookup>;
}

/**
 * Types the formulas of one Model after the other; those are kept of which all that they name is the same.
 * `keeps`: whether there will be a next Model, for which whatever is asked is written down.
 */
export function openTyping(keeps: boolean): {
  readonly next: (schema: Schema, parts: ReadonlyMap<string | null, Part>) => Typing;
} {
  let kept = new Map<string | null, Kept>();
  let shared: readonly unknown[] = [];
  let ofConstants = noNotes();
  let formulas: readonly CheckedFormula[] = [];
  let earlier: Schema['entities'] = new Map();
  const types = new WeakMap<Formula, Typed | null>();
  const ofPart = new WeakMap<Part, readonly CheckedFormula[]>();
  return {
    next: (schema, parts) => {
      const { model, entities } = schema;
      const changed = changedNames(entities, earlier);
      earlier = entities;
      const now = [...model.constants, 0, ...model.limits];
      const isShared = sameItems(now, shared) && areSame(ofConstants, schema, true);
      shared = now;
      if (!isShared) ofConstants = noNotes();
      const memo: ConstantMemo = new Map();
      const asking = (notes: Notes) => (keeps ? within(schema, notes) : schema);
      const run: Run = { schema, asking, isShared, constants: constantLookup(asking(ofConstants), memo) };
      const after = new Map<string | null, Kept>();
      const retyped = new Set<Formula>();
      let isSame = sameItems([...kept.keys()], [...parts.keys()]);
      for (const [name, part] of parts) {
        const last = kept.get(name);
        if (last?.part === part && areSame(last.notes, schema, isShared, changed)) {
          after.set(name, last);
          continue;
        }
        const now = typedPart(part, run, last ?? null);
        after.set(name, now);
        ofPart.set(part, now.formulas);
        if (now.formulas === last?.formulas) continue;
        isSame = false;
        for (const { formula, typed } of now.formulas) {
          if (types.get(formula) !== typed) retyped.add(formula);
          types.set(formula, typed);
        }
      }
      kept = after;
      if (!isSame) formulas = [...after.values()].flatMap((each) => each.formulas);
      return {
        schema,
        formulas,
        byPart: (part) => ofPart.get(part) ?? [],
        retyped,
        typed: (formula) => (formula === null ? null : (types.get(formula) ?? null)),
      };
    },
  };
}

function noNotes(): Notes {
  return { seen: nothingSeen(), person: undefined, roles: undefined, constants: false };
}

function addNotes(to: Notes, more: Notes): void {
  addAllSeen(to.seen, more.seen);
  if (more.person !== undefined) to.person = more.person;
  if (more.roles !== undefined) to.roles = more.roles;
  to.constants ||= more.constants;
}

/** `names`: the entities that may be others than they were, where the notes are known to have been true of all. */
function areSame(
  { seen, person, roles, constants }: Notes,
  schema: Schema,
  isShared: boolean,
  names?: Iterable<string>,
): boolean {
  if (constants && !isShared) return false;
  if (person !== undefined && person !== (schema.person?.entity.name ?? null)) return false;
  if (roles !== undefined && !sameItems(roles, schema.model.roles)) return false;
  return areSeenSame(seen, schema.entities, names);
}

/** The look-ups, in which whatever is asked is written down. Whether a name is one of a constant counts as asked. */
function within(schema: Schema, notes: Notes): Schema {
  const entities = watchedEntities(schema.entities, () => notes.seen);
  return {
    ...schema,
    entities,
    get roles() {
      notes.roles = schema.model.roles;
      return schema.roles;
    },
    get constants() {
      notes.constants = true;
      return schema.constants;
    },
    get person() {
      const name = schema.person?.entity.name ?? null;
      notes.person = name;
      return name === null ? null : (entities.get(name) ?? null);
    },
  };
}

/** `last`: of that part before. Where a type is what it was, it is the very object; where all are, so is their list. */
function typedPart(part: Part, run: Run, last: Kept | null): Kept {
  const notes = noNotes();
  const each = new Map<Formula, KeptFormula>();
  for (const stated of formulasIn(part, run.asking(notes))) {
    const before = last?.each.get(stated.formula);
    const now = keptFormula(stated, run, before) ?? typedFormula(stated, run, before);
    each.set(stated.formula, now);
    addNotes(notes, now.notes);
  }
  const formulas = Array.from(each.values(), ({ checked }) => checked);
  const isSame = last !== null && sameItems(formulas, last.formulas);
  return { part, formulas: isSame ? last.formulas : formulas, each, notes };
}

function keptFormula(stated: StatedFormula, { schema, isShared }: Run, before: KeptFormula | undefined) {
  if (before === undefined || !areSame(before.notes, schema, isShared)) return null;
  const { typed, problems, ...last } = before.checked;
  return saysSame(last, stated, (one, other) => one === other) ? before : null;
}

function typedFormula(stated: StatedFormula, run: Run, before: KeptFormula | undefined): KeptFormula {
  const notes = noNotes();
  const checked = { ...stated, ...inferred(stated, run, notes) };
  const isSame = before !== undefined && saysSame(before.checked, checked, (one, other) => one === other);
  return { checked: isSame ? before.checked : checked, notes };
}

function inferred({ formula, entity, wants }: StatedFormula, { asking, constants }: Run, notes: Notes) {
  if (formula.tree === null) return { typed: null, problems: [] };
  const asked = <T>(answer: T): T => {
    notes.constants = true;
    return answer;
  };
  return inferExpression(
    formula.tree,
    { schema: asking(notes), entity, wants },
    {
      constant: (name, expected) => asked(constants.constant(name, expected)),
      table: (name, expected) => asked(constants.table(name, expected)),
    },
  );
}
