import type { Json } from '../../fields/text/json.ts';
import type { Compiled } from '../compiled/compiled-formula.ts';
import type { App, PreparedEntity } from '../compiled/compiled-model.ts';
import type { Who } from '../core/principal.ts';
import { NO_FACTS } from '../core/tracked-facts.ts';
import { wireValue } from '../records/wire-value.ts';
import { judgeShown } from './judge-form.ts';

/**
 * How a new record stands before anything is typed, as `judgeShown` finds it over the same Model: so that a form can be
 * drawn before the engine is in the browser. What hangs on the clock or on who fills it in is not in it.
 */
export interface FirstDraft {
  /** What stands in fields that are not empty, as it goes over the wire. */
  readonly values: readonly { readonly field: string; readonly value: Json }[];
  /** Fields in which who fills it in, the day or the moment is given. */
  readonly given: readonly { readonly field: string; readonly what: 'me' | 'today' | 'now' }[];
  /** Fields that are not asked for. */
  readonly hidden: readonly string[];
  /** Fields that are empty and of which a rule says that they may not be. */
  readonly needed: readonly string[];
  /** Fields of which all this is known only in the browser. */
  readonly open: readonly string[];
}

/** A field that is given, computed, or asked for under a condition: the fields of its record that each of it reads. */
export interface Follows {
  readonly field: string;
  /** Its value; null where it is simply typed. */
  readonly value: readonly string[] | null;
  /** Whether it is asked for; null: always. */
  readonly shown: readonly string[] | null;
}

export function followsIn(entity: PreparedEntity | undefined): Follows[] {
  if (entity === undefined) return [];
  const computed = new Map(entity.computed.map(({ field, value }) => [field.name, value] as const));
  // Computed ones stand in the order in which each follows those it reads.
  const names = new Set([...computed.keys(), ...entity.entity.fields.map(({ name }) => name)]);
  return [...names].flatMap((name): Follows[] => {
    const read = (formulas: ReadonlyMap<string, Compiled | null>) =>
      formulas.has(name) ? namesIn(formulas.get(name) ?? null) : null;
    const [value, shown] = [read(computed) ?? read(entity.defaults), read(entity.shownWhen)];
    return value === null && shown === null ? [] : [{ field: name, value, shown }];
  });
}

/** `app`: the Model as these roles know it. */
export function firstDraft(
  app: App,
  { roles }: Pick<Who, 'roles'>,
  { entity: name, fields }: { readonly entity: string | null; readonly fields: readonly string[] },
): FirstDraft | null {
  const entity = app.entities.get(name ?? '');
  if (entity === undefined || fields.length === 0) return null;
  const draft = { entity: entity.name, row: null, event: null, input: {} };
  const found = judgeShown(app, { row: null, roles }, draft, new Set(fields), NO_FACTS, 0);
  const given = givenIn(entity);
  const open = openIn(entity, new Set(given.map(({ field }) => field)));
  const isKnown = (field: string) => !open.has(field);
  const isSet = new Set([...entity.defaults.keys(), ...entity.computed.map(({ field }) => field.name)]);
  const values = entity.attributes.flatMap(({ name: field, type }) => {
    const value = found.values[field] ?? null;
    const isHere = isSet.has(field) && isKnown(field) && !given.some((one) => one.field === field);
    return isHere && value !== null ? [{ field, value: wireValue(app, value, type) }] : [];
  });
  const hidden = [...found.hidden].filter((field) => !field.includes('/') && isKnown(field));
  const needed = found.failures.flatMap(({ path: [field, ...inside], decidedBy }) => {
    const rule = entity.rules.find((one) => decidedBy.includes(one.rule.id));
    const isSure = rule === undefined || (rule.condition !== null && !hangs(entity, rule.condition, open));
    return typeof field === 'string' && inside.length === 0 && isSure ? field : [];
  });
  return {
    values,
    given: given.filter(({ field }) => isKnown(field)),
    hidden,
    needed: [...new Set(needed)].filter((field) => fields.includes(field) && (found.values[field] ?? null) === null),
    open: [...open],
  };
}

function givenIn({ defaults }: PreparedEntity): FirstDraft['given'] {
  return [...defaults].flatMap(([field, formula]) => {
    const op = formula?.typed.op;
    return op === 'me' || op === 'today' || op === 'now' ? [{ field, what: op }] : [];
  });
}

/** Fields of which something hangs on the clock or the person, themselves or by way of others of the record. */
function openIn(entity: PreparedEntity, given: ReadonlySet<string>): ReadonlySet<string> {
  const formulas = [
    ...[...entity.defaults].filter(([field]) => !given.has(field)),
    ...entity.computed.map(({ field, value }) => [field.name, value] as const),
    ...entity.shownWhen,
  ];
  const open = new Set<string>();
  for (let size = -1; size < open.size; ) {
    size = open.size;
    const away = new Set([...open, ...given]);
    for (const [field, formula] of formulas) if (formula !== null && hangs(entity, formula, away)) open.add(field);
  }
  return open;
}

function hangs({ schema }: PreparedEntity, formula: Compiled, open: ReadonlySet<string>): boolean {
  const isOutside = (path: readonly string[]) =>
    path.length > 1 && schema.attributes.get(path[0] ?? '')?.type.kind !== 'list';
  return (
    formula.byClock ||
    formula.mentionsPerson ||
    formula.reads.some((path) => isOutside(path) || open.has(path[0] ?? ''))
  );
}

const namesIn = (formula: Compiled | null): string[] => [
  ...new Set((formula?.reads ?? []).flatMap((path) => path.slice(0, 1))),
];
