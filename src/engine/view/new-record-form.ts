import type { Json } from '../../fields/text/json.ts';
import type { CompiledFormula } from '../compiled/compiled-formula.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import type { Principal } from '../core/principal.ts';
import { NO_FACTS } from '../core/tracked-facts.ts';
import { wireValue } from '../records/wire-value.ts';
import { judgeShown } from './judge-form.ts';

/**
 * The initial state of a new record's form, as `judgeShown` computes it, so that the form can be rendered before the
 * engine is loaded in the browser. Values that depend on the clock or the person are not included.
 */
export interface FirstDraft {
  /** The initial values that are not null, in wire format. */
  readonly values: readonly { readonly field: string; readonly value: Json }[];
  /** Fields that are filled with the person, the date or the time. */
  readonly given: readonly { readonly field: string; readonly what: 'me' | 'today' | 'now' }[];
  /** Hidden fields. */
  readonly hidden: readonly string[];
  /** Empty fields that a rule requires. */
  readonly needed: readonly string[];
  /** Fields of which all this is known only in the browser. */
  readonly open: readonly string[];
}

/** A field with a default, a formula or a condition, and the fields of its record on which each depends. */
export interface FieldDependencies {
  readonly field: string;
  /** Fields on which the value depends; null if it is simply entered. */
  readonly value: readonly string[] | null;
  /** Fields on which its visibility depends; null if it is always visible. */
  readonly shown: readonly string[] | null;
}

export function fieldDependencies(entity: CompiledEntity | undefined): FieldDependencies[] {
  if (entity === undefined) return [];
  const computed = new Map(entity.computed.map(({ field, value }) => [field.name, value] as const));
  // Computed fields come in order of dependency.
  const names = new Set([...computed.keys(), ...entity.entity.fields.map(({ name }) => name)]);
  return [...names].flatMap((name): FieldDependencies[] => {
    const read = (formulas: ReadonlyMap<string, CompiledFormula | null>) =>
      formulas.has(name) ? namesIn(formulas.get(name) ?? null) : null;
    const [value, shown] = [read(computed) ?? read(entity.defaults), read(entity.shownWhen)];
    return value === null && shown === null ? [] : [{ field: name, value, shown }];
  });
}

/**
 * Returns the initial state of a form, or null if there is none. `model`: the compiled Model that is reduced to what
 * these roles may know.
 */
export function firstDraft(
  model: CompiledModel,
  { roles }: Pick<Principal, 'roles'>,
  { entity: name, fields }: { readonly entity: string | null; readonly fields: readonly string[] },
): FirstDraft | null {
  const entity = model.entities.get(name ?? '');
  if (entity === undefined || fields.length === 0) return null;
  const draft = { entity: entity.name, row: null, event: null, input: {} };
  const judged = judgeShown(model, { row: null, roles }, draft, new Set(fields), NO_FACTS, 0);
  const given = givenIn(entity);
  const open = openIn(entity, new Set(given.map(({ field }) => field)));
  const isKnown = (field: string) => !open.has(field);
  const isSet = new Set([...entity.defaults.keys(), ...entity.computed.map(({ field }) => field.name)]);
  const values = entity.attributes.flatMap(({ name: field, type }) => {
    const value = judged.values[field] ?? null;
    const isHere = isSet.has(field) && isKnown(field) && !given.some((one) => one.field === field);
    return isHere && value !== null ? [{ field, value: wireValue(model, value, type) }] : [];
  });
  const hidden = [...judged.hidden].filter((field) => !field.includes('/') && isKnown(field));
  const needed = judged.failures.flatMap(({ path: [field, ...inside], decidedBy }) => {
    const rule = entity.rules.find((one) => decidedBy.includes(one.rule.id));
    const isSure = rule === undefined || (rule.condition !== null && !isUnpredictable(entity, rule.condition, open));
    return typeof field === 'string' && inside.length === 0 && isSure ? field : [];
  });
  return {
    values,
    given: given.filter(({ field }) => isKnown(field)),
    hidden,
    needed: [...new Set(needed)].filter((field) => fields.includes(field) && (judged.values[field] ?? null) === null),
    open: [...open],
  };
}

function givenIn({ defaults }: CompiledEntity): FirstDraft['given'] {
  return [...defaults].flatMap(([field, formula]) => {
    const op = formula?.typed.op;
    return op === 'me' || op === 'today' || op === 'now' ? [{ field, what: op }] : [];
  });
}

/** Returns the fields that depend on the clock or the person, directly or through other fields of the record. */
function openIn(entity: CompiledEntity, given: ReadonlySet<string>): ReadonlySet<string> {
  const formulas = [
    ...[...entity.defaults].filter(([field]) => !given.has(field)),
    ...entity.computed.map(({ field, value }) => [field.name, value] as const),
    ...entity.shownWhen,
  ];
  const open = new Set<string>();
  for (let size = -1; size < open.size; ) {
    size = open.size;
    const away = new Set([...open, ...given]);
    for (const [field, formula] of formulas)
      if (formula !== null && isUnpredictable(entity, formula, away)) open.add(field);
  }
  return open;
}

function isUnpredictable({ schema }: CompiledEntity, formula: CompiledFormula, open: ReadonlySet<string>): boolean {
  const isOutside = (path: readonly string[]) =>
    path.length > 1 && schema.attributes.get(path[0] ?? '')?.type.kind !== 'list';
  return (
    formula.byClock ||
    formula.mentionsPerson ||
    formula.reads.some((path) => isOutside(path) || open.has(path[0] ?? ''))
  );
}

const namesIn = (formula: CompiledFormula | null): string[] => [
  ...new Set((formula?.reads ?? []).flatMap((path) => path.slice(0, 1))),
];
