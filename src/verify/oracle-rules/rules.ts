import type { Tree } from '../../model/types/formula.ts';
import type { Rule } from '../../model/types/model.ts';
import { dependsOnNotShown } from '../evaluator/depends-on-unstated.ts';
import { evaluate, within } from '../evaluator/evaluate.ts';
import { attributeNamed, entityNamed, machinesOf } from '../evaluator/names.ts';
import { folded } from '../evaluator/text.ts';
import { ignoresCase } from '../evaluator/text-formats.ts';
import type { Row } from '../evaluator/value.ts';
import type { Fault, Json, Stored } from '../evaluator/world.ts';
import { readOf } from './authority.ts';
import { type Draft, rowForRules, rowOfDraft } from './draft.ts';
import { usesUnstatedName } from './entity-of-expression.ts';
import { mayReadAllInputs } from './may-know.ts';
import { mightHold } from './optimistic-values.ts';
import { mayReadField } from './permissions.ts';
import { certainlyHolds, linesOfValue, namesIn, type RequestContext, rowOf, scopeOf } from './request-context.ts';

/** The occasion of a check: a rule with events applies on those only, any other when the record may be edited. */
export interface Occasion {
  readonly event: string | null;
  readonly editable: boolean;
}

/**
 * Returns the faults of every failing rule with an error, including rules of lines. An unknown rule fails only if
 * people cannot resolve it.
 */
export function failingRules(
  context: RequestContext,
  draft: Draft,
  old: Row | null,
  occasion: Occasion,
  isAsked: (rule: Rule) => boolean = () => true,
): readonly Fault[] {
  return faultsBy(context, draft, old, occasion, (rule) => rule.severity === 'error' && isAsked(rule));
}

/** Returns the faults of the rules on deletion that a record breaks. They are about no field unless the rule states one. */
export function rulesAgainstDeletion(context: RequestContext, stored: Stored): readonly Fault[] {
  const { model } = context;
  const row = rowOf(model, stored);
  const states = machinesOf(model, stored.entity).map(({ name }) => stored.values.get(name) ?? null);
  return model.rules
    .filter(
      ({ entity, severity, events }) => entity === stored.entity && severity === 'error' && named(events, 'delete'),
    )
    .filter((rule) => rule.states.length === 0 || rule.states.some(({ name }) => states.includes(name)))
    .flatMap((rule) =>
      faultsOf(context, rule, row, row, '').map((fault) => ({ ...fault, path: rule.field?.name ?? '' })),
    );
}

const named = (references: readonly { readonly name: string }[], wanted: string): boolean =>
  references.some(({ name }) => name === wanted);

/** Returns the warnings of the draft that the person may know of; rules of lines are readable with their list. */
export function warningsOf(
  context: RequestContext,
  draft: Draft,
  old: Row | null,
  occasion: Occasion,
  isAsked: (rule: Rule) => boolean = () => true,
): readonly Fault[] {
  const row = rowForRules(context, draft);
  const isKnown = (rule: Rule, list: string | null) => {
    const tree = rule.condition?.tree ?? null;
    if (tree === null) return true;
    return list === null
      ? mayReadAllInputs(context, tree, row)
      : mayReadField(context, list, row) && !readsSecret(context, rule.entity, tree);
  };
  return faultsBy(
    context,
    draft,
    old,
    occasion,
    (rule, list) => rule.severity === 'warning' && isAsked(rule) && isKnown(rule, list),
  );
}

function readsSecret({ model }: RequestContext, entity: string, tree: Tree): boolean {
  return readOf(model, entity, tree).some((read) => {
    const thing = attributeNamed(model, read.entity, read.field);
    return thing?.kind === 'field' && thing.field.writeOnly;
  });
}

/** `list` is the field that holds the lines of the rule; null for a rule about the record. */
type Choosing = (rule: Rule, list: string | null) => boolean;

function faultsBy(
  context: RequestContext,
  draft: Draft,
  old: Row | null,
  occasion: Occasion,
  isAsked: Choosing,
): readonly Fault[] {
  const { model } = context;
  const row = rowForRules(context, draft);
  const isDueHere = (rule: Rule, list: string | null) =>
    isAsked(rule, list) && isDue(context, rule, occasion, row, old);
  const own = model.rules.filter((rule) => rule.entity === draft.entity && isDueHere(rule, null));
  const faults = own.flatMap((rule) =>
    readsFaultyLine(draft, rule.condition?.tree ?? null) ? [] : faultsOf(context, rule, row, old, ''),
  );
  const lists = entityNamed(model, draft.entity)?.fields ?? [];
  for (const field of lists) {
    if (field.type.kind !== 'list') continue;
    const { entity } = field.type;
    const lines = linesOfValue(row.get(field.name));
    const rules = model.rules.filter((rule) => rule.entity === entity && isAsked(rule, field.name));
    const before = old === null ? [] : linesOfValue(old.get(field.name));
    const isDueAt = (rule: Rule, line: Row) =>
      isOfOwnStates(context, rule)
        ? isDue(context, rule, { ...occasion, event: null }, line, before.find(({ id }) => id === line.id) ?? null)
        : isDue(context, rule, occasion, row, old);
    for (const [index, line] of lines.entries()) {
      const due = rules.filter((rule) => isDueAt(rule, line));
      faults.push(...due.flatMap((rule) => faultsOf(context, rule, line, null, `${field.name}[${index}].`)));
    }
  }
  return faults;
}

/** Whether a rule is about states of the line itself, not of its record. */
function isOfOwnStates({ model }: RequestContext, { entity, states }: Rule): boolean {
  const own = machinesOf(model, entity).flatMap((machine) => machine.states);
  return states.some(({ name }) => own.some((state) => state.name === name));
}

/** A rule over lines is skipped while a value that it reads in a line is invalid or missing. */
function readsFaultyLine({ faults }: Draft, tree: Tree | null): boolean {
  if (tree === null) return false;
  const names = namesIn(tree);
  return faults.some(({ path, hasKnownValue }) => {
    if (hasKnownValue === true) return false;
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
  const machines = model.machines.filter((machine) => machine.entity === row.entity && !machine.stateless);
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

function faultsOf(context: RequestContext, rule: Rule, row: Row, old: Row | null, prefix: string): readonly Fault[] {
  const tree = rule.condition?.tree ?? null;
  // A rule that names no field of its line is reported at the line.
  const at = (field: string): string => (field === '' ? prefix.replace(/\.$/, '') : `${prefix}${field}`);
  // A rule that is not shown or not understood refuses everything it applies to.
  if (tree === null || usesUnstatedName(context.model, rule.entity, tree))
    return [{ path: at(rule.field?.name ?? ''), code: 'NOT_SHOWN', rule: rule.id }];
  const scope = scopeOf(context, row, old);
  const outcome = evaluate(tree, scope);
  if (outcome === undefined && dependsOnNotShown(context.model, tree))
    return [{ path: at(placeOf(context, rule, tree)), code: 'NOT_SHOWN', rule: rule.id }];
  if (outcome === true || (outcome !== false && mightHold(tree, scope))) return [];
  return [{ path: at(placeOf(context, rule, tree)), code: rule.error?.name ?? 'NOT_VALID', rule: rule.id }];
}

/** Returns the stated field, otherwise that of the last comparison with null, otherwise the first one that is named. */
function placeOf(context: RequestContext, rule: Rule, tree: Tree): string {
  if (rule.field !== null) return rule.field.name;
  const nulls = ofItself(tree).flatMap((part) => {
    if (part.op !== 'binary' || (part.operator !== '==' && part.operator !== '!=')) return [];
    if (part.right.op === 'null') return [part.left];
    return part.left.op === 'null' ? [part.right] : [];
  });
  const found = nulls.flatMap((part) => firstField(context, rule.entity, part) ?? []).at(-1);
  return found ?? firstField(context, rule.entity, tree) ?? firstWritten(context, rule.entity, tree) ?? '';
}

/**
 * Returns the parts of an expression about the record itself; conditions of queries are about other records, except
 * `this`.
 */
function ofItself(tree: Tree): readonly Tree[] {
  const inQueries = within(tree).flatMap((part) => (part.op === 'query' ? within(part.where) : []));
  return within(tree).filter((part) => !inQueries.includes(part) || isOfThis(part));
}

const isOfThis = (part: Tree): boolean => part.op === 'member' && part.of.op === 'name' && part.of.name === 'this';

/** Returns the first name in the text that the record has as a field. */
function firstWritten({ model }: RequestContext, entity: string, tree: Tree): string | null {
  for (const part of within(tree))
    if (part.op === 'name' && attributeNamed(model, entity, part.name)?.kind === 'field') return part.name;
  return null;
}

function firstField({ model }: RequestContext, entity: string, tree: Tree): string | null {
  for (const part of ofItself(tree)) {
    if (part.op === 'name' && attributeNamed(model, entity, part.name) !== null) return part.name;
    if (part.op === 'member' && part.of.op === 'name' && part.of.name === 'this') return part.name;
  }
  return null;
}

/** Reports unique values that another live record has. Texts that ignore case compare by their folded form. */
export function duplicateFaults(context: RequestContext, draft: Draft): readonly Fault[] {
  const { model, world } = context;
  const fields = entityNamed(model, draft.entity)?.fields.filter((field) => field.unique) ?? [];
  const alone = fields.flatMap((field) => {
    const key = (json: Json | undefined): string | null => {
      if (json === null || json === undefined) return null;
      return field.ignoringCase || ignoresCase(field.type.kind) ? folded(String(json)) : JSON.stringify(json);
    };
    const own = draft.faults.some((fault) => fault.path === field.name && fault.hasKnownValue !== true)
      ? null
      : key(draft.values.get(field.name));
    const others = [...world.values()].filter((other) => other.entity === draft.entity && other.id !== draft.id);
    return own !== null && others.some((other) => key(other.values.get(field.name)) === own)
      ? [{ path: typedPlace(context, draft, [field.name], null), code: 'NOT_UNIQUE' }]
      : [];
  });
  return [...takenTogether(context, draft), ...alone];
}

/** Reports unique keys of several fields, possibly conditional. A key with an empty value is not compared. */
function takenTogether(context: RequestContext, draft: Draft): readonly Fault[] {
  const { model, world } = context;
  const own = rowOfDraft(context, draft);
  return (entityNamed(model, draft.entity)?.unique ?? []).flatMap(({ fields, where, error }) => {
    const values = fields.map(({ name }) => draft.values.get(name) ?? null);
    if (values.length === 0 || values.includes(null) || !certainlyHolds(context, where, own)) return [];
    const isAlike = (other: Stored): boolean =>
      fields.every(
        ({ name }, index) => JSON.stringify(other.values.get(name) ?? null) === JSON.stringify(values[index]),
      );
    const others = [...world.values()].filter((other) => other.entity === draft.entity && other.id !== draft.id);
    const names = fields.map(({ name }) => name);
    return others.some((other) => isAlike(other) && certainlyHolds(context, where, rowOf(model, other)))
      ? [{ path: typedPlace(context, draft, names, where?.tree ?? null), code: error?.name ?? 'NOT_UNIQUE' }]
      : [];
  });
}

/**
 * Returns where a duplicate is reported: at a field that was sent or that a computed one depends on, otherwise at the
 * first field.
 */
function typedPlace(context: RequestContext, draft: Draft, fields: readonly string[], where: Tree | null): string {
  const isSent = (name: string): boolean => draft.sent.has(name) && !draft.inPath.has(name);
  const names = [...fields, ...(where === null ? [] : ownNames(context, draft.entity, where))];
  return (
    names.find(isSent) ?? names.flatMap((name) => behind(context, draft.entity, name)).find(isSent) ?? names[0] ?? ''
  );
}

/** Returns what a computed field depends on, directly or indirectly. */
function behind(
  context: RequestContext,
  entity: string,
  name: string,
  above: readonly string[] = [],
): readonly string[] {
  const tree = entityNamed(context.model, entity)?.fields.find((field) => field.name === name)?.computed?.tree ?? null;
  if (tree === null || above.includes(name)) return [];
  return ownNames(context, entity, tree).flatMap((below) => [
    below,
    ...behind(context, entity, below, [...above, name]),
  ]);
}

/** Returns what a formula reads from the record itself, in text order. */
function ownNames({ model }: RequestContext, entity: string, tree: Tree): readonly string[] {
  const outside = ofItself(tree);
  return within(tree).flatMap((part) => {
    if (part.op === 'name' && outside.includes(part) && attributeNamed(model, entity, part.name) !== null)
      return [part.name];
    return part.op === 'member' && part.of.op === 'name' && part.of.name === 'this' ? [part.name] : [];
  });
}
