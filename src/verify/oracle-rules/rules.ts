import type { Tree } from '../../model/types/formula.ts';
import type { Rule } from '../../model/types/model.ts';
import { isTextFormat, textFormat } from '../../model/types/text-formats.ts';
import { evaluate, within } from '../evaluator/evaluate.ts';
import { entityNamed, machinesOf, thingNamed } from '../evaluator/names.ts';
import { folded } from '../evaluator/text.ts';
import { standsOnNotShown } from '../evaluator/unknown-parts.ts';
import type { Row } from '../evaluator/value.ts';
import type { Fault, Json, Stored } from '../evaluator/world.ts';
import { readOf } from './authority.ts';
import { type Draft, rowForRules, rowOfDraft } from './draft.ts';
import { namesNothing } from './entity-of-expression.ts';
import { knows } from './may-know.ts';
import { mightHold } from './optimistic-values.ts';
import { reads } from './permissions.ts';
import { linesIn, meets, namesIn, type RequestContext, rowOf, scopeOf } from './request-context.ts';

/** What is being done: a rule of certain events holds on those alone, any other where the record may be edited. */
export interface Occasion {
  readonly event: string | null;
  readonly editable: boolean;
}

/** Every rule that refuses and fails on the draft, each on its field; rules of its lines on each line. Unknown fails where only the product could help. */
export function failing(
  asking: RequestContext,
  draft: Draft,
  old: Row | null,
  occasion: Occasion,
  isAsked: (rule: Rule) => boolean = () => true,
): readonly Fault[] {
  return faultsBy(asking, draft, old, occasion, (rule) => rule.severity === 'error' && isAsked(rule));
}

/** The same of those that warn, as far as this person reads what they read; those of lines are read with their list. */
export function warning(
  asking: RequestContext,
  draft: Draft,
  old: Row | null,
  occasion: Occasion,
  isAsked: (rule: Rule) => boolean = () => true,
): readonly Fault[] {
  const row = rowForRules(asking, draft);
  const isKnown = (rule: Rule, list: string | null) => {
    const tree = rule.condition?.tree ?? null;
    if (tree === null) return true;
    return list === null
      ? knows(asking, tree, row)
      : reads(asking, list, row) && !readsSecret(asking, rule.entity, tree);
  };
  return faultsBy(
    asking,
    draft,
    old,
    occasion,
    (rule, list) => rule.severity === 'warning' && isAsked(rule) && isKnown(rule, list),
  );
}

function readsSecret({ model }: RequestContext, entity: string, tree: Tree): boolean {
  return readOf(model, entity, tree).some((read) => {
    const thing = thingNamed(model, read.entity, read.field);
    return thing?.kind === 'field' && thing.field.writeOnly;
  });
}

/** `list`: the field that holds the lines that the rule is about; null: it is about the record. */
type Choosing = (rule: Rule, list: string | null) => boolean;

function faultsBy(
  asking: RequestContext,
  draft: Draft,
  old: Row | null,
  occasion: Occasion,
  isAsked: Choosing,
): readonly Fault[] {
  const { model } = asking;
  const row = rowForRules(asking, draft);
  const isDueHere = (rule: Rule, list: string | null) => isAsked(rule, list) && isDue(asking, rule, occasion, row, old);
  const own = model.rules.filter((rule) => rule.entity === draft.entity && isDueHere(rule, null));
  const faults = own.flatMap((rule) =>
    readsFaultyLine(draft, rule.condition?.tree ?? null) ? [] : faultsOf(asking, rule, row, old, ''),
  );
  const lists = entityNamed(model, draft.entity)?.fields ?? [];
  for (const field of lists) {
    if (field.type.kind !== 'list') continue;
    const { entity } = field.type;
    const lines = linesIn(row.get(field.name));
    const rules = model.rules.filter((rule) => rule.entity === entity && isAsked(rule, field.name));
    const before = old === null ? [] : linesIn(old.get(field.name));
    const isDueAt = (rule: Rule, line: Row) =>
      isOfOwnStates(asking, rule)
        ? isDue(asking, rule, { ...occasion, event: null }, line, before.find(({ id }) => id === line.id) ?? null)
        : isDue(asking, rule, occasion, row, old);
    for (const [index, line] of lines.entries()) {
      const due = rules.filter((rule) => isDueAt(rule, line));
      faults.push(...due.flatMap((rule) => faultsOf(asking, rule, line, null, `${field.name}[${index}].`)));
    }
  }
  return faults;
}

/** Whether a rule is of states that the line itself has, and not of those of the record that it stands in. */
function isOfOwnStates({ model }: RequestContext, { entity, states }: Rule): boolean {
  const own = machinesOf(model, entity).flatMap((machine) => machine.states);
  return states.some(({ name }) => own.some((state) => state.name === name));
}

/** A rule that looks through lines is silent while what it reads of one of them makes no sense, or is missing. */
function readsFaultyLine({ faults }: Draft, tree: Tree | null): boolean {
  if (tree === null) return false;
  const names = namesIn(tree);
  return faults.some(({ path, known }) => {
    if (known === true) return false;
    const [, list, field] = /^(.*?)\[\d+\]\.(.*)$/su.exec(path) ?? [];
    return list !== undefined && field !== undefined && names.includes(list) && names.includes(field);
  });
}

function isDue(
  { model }: RequestContext,
  rule: Rule,
  { event, editable }: Occasion,
  row: Row,
  old: Row | null,
): boolean {
  const machines = model.machines.filter((machine) => machine.entity === row.entity);
  const isInside = (of: Row | null) =>
    machines.some(({ name }) => {
      const state = of?.get(name) ?? null;
      if (state === null || typeof state === 'boolean' || state.k !== 'text') return false;
      return rule.states.some((each) => each.name === state.text);
    });
  if (rule.states.length > 0 && !isInside(row)) return false;
  const isEntered = rule.states.length > 0 && !isInside(old);
  if (rule.events.length === 0) return editable || isEntered;
  return rule.events.some((each) => each.name === event);
}

function faultsOf(asking: RequestContext, rule: Rule, row: Row, old: Row | null, prefix: string): readonly Fault[] {
  const tree = rule.condition?.tree ?? null;
  // A rule that names no field of its line stands at the line.
  const at = (field: string): string => (field === '' ? prefix.replace(/\.$/, '') : `${prefix}${field}`);
  // What is not shown, or can't be understood, refuses whatever it would rule.
  if (tree === null || namesNothing(asking.model, rule.entity, tree))
    return [{ path: at(rule.field?.name ?? ''), code: 'NOT_SHOWN', rule: rule.id }];
  const scope = scopeOf(asking, row, old);
  const outcome = evaluate(tree, scope);
  if (outcome === undefined && standsOnNotShown(asking.model, tree))
    return [{ path: at(placeOf(asking, rule, tree)), code: 'NOT_SHOWN', rule: rule.id }];
  if (outcome === true || (outcome !== false && mightHold(tree, scope))) return [];
  return [{ path: at(placeOf(asking, rule, tree)), code: rule.error?.name ?? 'NOT_VALID', rule: rule.id }];
}

/** The stated field; else that of the last comparison with null; else the first that is named. */
function placeOf(asking: RequestContext, rule: Rule, tree: Tree): string {
  if (rule.field !== null) return rule.field.name;
  const nulls = ofItself(tree).flatMap((part) => {
    if (part.op !== 'binary' || (part.operator !== '==' && part.operator !== '!=')) return [];
    if (part.right.op === 'null') return [part.left];
    return part.left.op === 'null' ? [part.right] : [];
  });
  const found = nulls.flatMap((part) => firstField(asking, rule.entity, part) ?? []).at(-1);
  return found ?? firstField(asking, rule.entity, tree) ?? firstWritten(asking, rule.entity, tree) ?? '';
}

/** The parts of an expression that are about the record itself: conditions of a question are about those that it looks through, but for `this`. */
function ofItself(tree: Tree): readonly Tree[] {
  const asked = within(tree).flatMap((part) => (part.op === 'query' ? within(part.where) : []));
  return within(tree).filter((part) => !asked.includes(part) || isOfThis(part));
}

const isOfThis = (part: Tree): boolean => part.op === 'member' && part.of.op === 'name' && part.of.name === 'this';

/** The first name in the text that a field of the record has as well. */
function firstWritten({ model }: RequestContext, entity: string, tree: Tree): string | null {
  for (const part of within(tree))
    if (part.op === 'name' && thingNamed(model, entity, part.name)?.kind === 'field') return part.name;
  return null;
}

function firstField({ model }: RequestContext, entity: string, tree: Tree): string | null {
  for (const part of ofItself(tree)) {
    if (part.op === 'name' && thingNamed(model, entity, part.name) !== null) return part.name;
    if (part.op === 'member' && part.of.op === 'name' && part.of.name === 'this') return part.name;
  }
  return null;
}

/** Values that another live record has already. Texts that ignore case and addresses go by what they share. */
export function taken(asking: RequestContext, draft: Draft): readonly Fault[] {
  const { model, world } = asking;
  const fields = entityNamed(model, draft.entity)?.fields.filter((field) => field.unique) ?? [];
  const alone = fields.flatMap((field) => {
    const key = (json: Json | undefined): string | null => {
      if (json === null || json === undefined) return null;
      return field.ignoringCase || (isTextFormat(field.type.kind) && textFormat(field.type.kind).ignoresCase)
        ? folded(String(json))
        : JSON.stringify(json);
    };
    const own = draft.faults.some((fault) => fault.path === field.name && fault.known !== true)
      ? null
      : key(draft.values.get(field.name));
    const others = [...world.values()].filter((other) => other.entity === draft.entity && other.id !== draft.id);
    return own !== null && others.some((other) => key(other.values.get(field.name)) === own)
      ? [{ path: typedPlace(asking, draft, [field.name], null), code: 'NOT_UNIQUE' }]
      : [];
  });
  return [...takenTogether(asking, draft), ...alone];
}

/** Fields that no two records share together, among those of which a condition holds. An empty one is like no other. */
function takenTogether(asking: RequestContext, draft: Draft): readonly Fault[] {
  const { model, world } = asking;
  const own = rowOfDraft(asking, draft);
  return (entityNamed(model, draft.entity)?.unique ?? []).flatMap(({ fields, where, error }) => {
    const values = fields.map(({ name }) => draft.values.get(name) ?? null);
    if (values.length === 0 || values.includes(null) || !meets(asking, where, own)) return [];
    const isAlike = (other: Stored): boolean =>
      fields.every(
        ({ name }, index) => JSON.stringify(other.values.get(name) ?? null) === JSON.stringify(values[index]),
      );
    const others = [...world.values()].filter((other) => other.entity === draft.entity && other.id !== draft.id);
    const names = fields.map(({ name }) => name);
    return others.some((other) => isAlike(other) && meets(asking, where, rowOf(model, other)))
      ? [{ path: typedPlace(asking, draft, names, where?.tree ?? null), code: error?.name ?? 'NOT_UNIQUE' }]
      : [];
  });
}

/** Where two alike are told of: at a field that was sent, or from which one of these follows; else at the first of them. */
function typedPlace(asking: RequestContext, draft: Draft, fields: readonly string[], where: Tree | null): string {
  const isSent = (name: string): boolean => draft.sent.has(name);
  const names = [...fields, ...(where === null ? [] : ownNames(asking, draft.entity, where))];
  return (
    names.find(isSent) ?? names.flatMap((name) => behind(asking, draft.entity, name)).find(isSent) ?? names[0] ?? ''
  );
}

/** What a computed field is worked out of, and what that is worked out of in turn. */
function behind(
  asking: RequestContext,
  entity: string,
  name: string,
  above: readonly string[] = [],
): readonly string[] {
  const tree = entityNamed(asking.model, entity)?.fields.find((field) => field.name === name)?.computed?.tree ?? null;
  if (tree === null || above.includes(name)) return [];
  return ownNames(asking, entity, tree).flatMap((below) => [below, ...behind(asking, entity, below, [...above, name])]);
}

/** What a formula reads of the record itself, in the order in which it stands there. */
function ownNames({ model }: RequestContext, entity: string, tree: Tree): readonly string[] {
  const outside = ofItself(tree);
  return within(tree).flatMap((part) => {
    if (part.op === 'name' && outside.includes(part) && thingNamed(model, entity, part.name) !== null)
      return [part.name];
    return part.op === 'member' && part.of.op === 'name' && part.of.name === 'this' ? [part.name] : [];
  });
}
