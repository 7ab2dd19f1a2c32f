import { checkWith } from '../expressions/check.ts';
import type { ConstantMemo } from '../expressions/constant.ts';
import type { Typed } from '../expressions/typed.ts';
import type { Formula } from '../model/formula.ts';
import { saysSame } from '../model/same.ts';
import type { EntitySchema, Schema } from '../model/schema.ts';
import type { CheckedFormula } from './check.ts';
import { formulasIn, type Part, sameItems } from './parts.ts';

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

interface Kept {
  readonly part: Part;
  readonly formulas: readonly CheckedFormula[];
  /** The entities that were looked up, as they were. */
  readonly seen: ReadonlyMap<string, EntitySchema | undefined>;
  /** Who `me` is; undefined where nobody asked. */
  readonly person: EntitySchema | null | undefined;
}

/** Types the formulas of one Model after the other; those of a part are kept while all that they name is the same. */
export function openTyping(): { readonly next: (schema: Schema, parts: ReadonlyMap<string | null, Part>) => Typing } {
  let kept = new Map<string | null, Kept>();
  let shared: readonly unknown[] = [];
  let formulas: readonly CheckedFormula[] = [];
  const types = new WeakMap<Formula, Typed | null>();
  const ofPart = new WeakMap<Part, readonly CheckedFormula[]>();
  return {
    next: (schema, parts) => {
      const { model } = schema;
      const now = [...model.constants, 0, ...model.roles, 0, ...model.limits];
      const isShared = sameItems(now, shared);
      shared = now;
      const constants: ConstantMemo = new Map();
      const after = new Map<string | null, Kept>();
      const retyped = new Set<Formula>();
      let isSame = sameItems([...kept.keys()], [...parts.keys()]);
      for (const [name, part] of parts) {
        const last = kept.get(name);
        if (last !== undefined && isShared && last.part === part && seesSame(last, schema)) {
          after.set(name, last);
          continue;
        }
        const now = typedPart(part, schema, constants, last?.part === part ? last : null);
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

function seesSame({ seen, person }: Kept, schema: Schema): boolean {
  if (person !== undefined && person !== schema.person) return false;
  for (const [entity, found] of seen) if (schema.entities.get(entity) !== found) return false;
  return true;
}

/** `last`: of the same part. Where all types are what they were, they are the very objects. */
function typedPart(part: Part, schema: Schema, constants: ConstantMemo, last: Kept | null): Kept {
  const seen = new Map<string, EntitySchema | undefined>();
  let person: Kept['person'];
  const within: Schema = {
    ...schema,
    entities: noting(schema.entities, (name, found) => seen.set(name, found)),
    get person() {
      person = schema.person;
      return schema.person;
    },
  };
  const formulas = formulasIn(part, within).map((stated) => {
    const { tree } = stated.formula;
    const result =
      tree === null
        ? { typed: null, problems: [] }
        : checkWith(tree, { schema: within, entity: stated.entity, wants: stated.wants }, constants);
    return { ...stated, ...result };
  });
  const isSame = last !== null && saysSame(last.formulas, formulas, (one, other) => one === other);
  return { part, formulas: isSame ? last.formulas : formulas, seen, person };
}

/** A map that says what is looked up in it. Whoever walks through it is told of every name. */
export function noting<V>(
  map: ReadonlyMap<string, V>,
  note: (name: string, found: V | undefined) => void,
): ReadonlyMap<string, V> {
  const all = (): ReadonlyMap<string, V> => {
    for (const [name, found] of map) note(name, found);
    return map;
  };
  return seenThrough((name) => {
    const found = map.get(name);
    note(name, found);
    return found;
  }, all);
}

/** A map that looks each name up by `one`, and goes through what `all` gives. */
export function seenThrough<V>(
  one: (name: string) => V | undefined,
  all: () => ReadonlyMap<string, V>,
): ReadonlyMap<string, V> {
  return {
    get: one,
    has: (name) => one(name) !== undefined,
    get size() {
      return all().size;
    },
    forEach: (work) => all().forEach(work),
    entries: () => all().entries(),
    keys: () => all().keys(),
    values: () => all().values(),
    [Symbol.iterator]: () => all()[Symbol.iterator](),
  };
}
