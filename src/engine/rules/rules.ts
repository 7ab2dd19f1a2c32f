import { MAX_ROWS_IN_MEMORY } from '../../expressions/relation/queries.ts';
import type { Row } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import { stateIn } from '../../model/lookups/states.ts';
import type { Machine } from '../../model/types/model.ts';
import { mayDisclose } from '../access/disclosure.ts';
import type { CompiledEntity, CompiledFormula, CompiledModel, CompiledRule } from '../compiled/compiled-model.ts';
import { ANYBODY, memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import { secretIn } from '../compiled/write-only-values.ts';
import { type Context, entityOf } from '../context/decision-context.ts';
import type { Occasion, Stage } from '../context/follow-up.ts';
import { mayReadField, mayReadRecord } from '../context/permissions.ts';
import type { Failure } from '../core/refusal.ts';
import { failure } from '../errors/error-catalogue.ts';
import { fieldsNamed, fieldTexts, writtenTexts } from '../errors/message-fields.ts';
import { evaluateFormula } from '../records/computed-fields.ts';
import { choicesNotOffered } from './choices.ts';

/** The record to be written, and before. `bad`: fields with invalid input, about which rules are not checked. */
export interface Written {
  readonly row: Row;
  readonly old: Row | null;
  readonly bad: ReadonlySet<string>;
  /** The fields that the person sent; absent: none. */
  readonly sent?: ReadonlySet<string>;
}

/** Returns a failure for every broken rule of the record and its lines, in stated order, each attached to its field. */
export function brokenRules(
  at: Context,
  entity: CompiledEntity,
  occasion: Occasion,
  written: Written,
  severity: Severity = 'error',
): Failure[] {
  // After the write, the stored data is the result.
  const isResult = at.isResult || occasion.stage === 'written';
  const context: Context = isResult ? { ...at, isResult } : { ...at, written };
  const isJudged = judgedAt(occasion.stage, entity);
  const bad = withDependentFields(entity, written.bad);
  const failures: Failure[] = [];
  for (const rule of entity.rules) {
    if (
      rule.rule.severity !== severity ||
      !isJudged(rule) ||
      !ruleApplies(rule, entity, occasion, written.row, written.old)
    )
      continue;
    if (!readsInvalidField(rule.condition, bad)) failures.push(...judge(context, rule, written.row, written.old, []));
  }
  if (severity === 'error' && occasion.stage !== 'written' && occasion.operation !== 'restore')
    failures.push(...choicesNotOffered(context, entity, written));
  for (const list of entity.lists)
    failures.push(...rulesOfLines(context, entity, list, occasion, written, severity, isJudged));
  return failures;
}

/**
 * Returns a failure for every rule on deletion that the record breaks as it is now. The failure is about no field unless
 * the rule states one, since a deletion sends none.
 */
export function rulesBrokenByDelete(at: Context, entity: CompiledEntity, row: Row): Failure[] {
  const isDue = (rule: CompiledRule) =>
    rule.rule.severity === 'error' &&
    rule.rule.events.some(({ name }) => name === 'delete') &&
    (rule.rule.states.length === 0 || isInOneOf(rule, entity, row));
  const context: Context = { ...at, written: { row, old: row } };
  return entity.rules.filter(isDue).flatMap((rule) => {
    const { field } = rule.rule;
    return judge(context, { ...rule, field: field === null ? null : rule.field }, row, row, []);
  });
}

type IsJudged = (rule: CompiledRule) => boolean;

function judgedAt(stage: Stage | undefined, { rulesOnResult }: CompiledEntity): IsJudged {
  switch (stage) {
    case 'all':
      return () => true;
    case 'written':
      return ({ rule }) => rulesOnResult.has(rule.id);
    default:
      return ({ rule }) => !rulesOnResult.has(rule.id);
  }
}

/** Returns whether a rule must be checked on the resulting state. */
export function isCheckedOnResult(at: Context, entity: CompiledEntity, occasion: Occasion, written: Written): boolean {
  const { rulesOnResult } = entity;
  if (rulesOnResult.size === 0) return false;
  const isDue = (rule: CompiledRule) => rulesOnResult.has(rule.rule.id) && isOfOccasion(rule, entity, occasion);
  const lines = entity.lists.flatMap((list) => entityOf(at.model, list.entity).rules);
  return (
    entity.rules.some(isDue) ||
    (lines.some((rule) => rulesOnResult.has(rule.rule.id)) &&
      entity.lists.some(({ name }) => linesOf(written.row, name).length > 0))
  );
}

/** Returns whether a rule may apply on the occasion, regardless of the record's state. */
function isOfOccasion({ rule: { events, states } }: CompiledRule, entity: CompiledEntity, occasion: Occasion): boolean {
  if (events.length === 0) return states.length > 0 || occasion.operation !== 'event' || occasion.editable;
  return events.some(
    ({ name }) =>
      name === occasion.event ||
      (occasion.event === null && name === occasion.operation) ||
      !entity.events.includes(name),
  );
}

/**
 * Returns whether a rule applies. A rule without events or states applies on create, on change, and on events from an
 * editable state. A rule with states applies only while the record is in one of them, and on every transition into
 * them.
 */
export function ruleApplies(
  rule: CompiledRule,
  entity: CompiledEntity,
  occasion: Occasion,
  row: Row,
  old: Row | null,
): boolean {
  const { events, states } = rule.rule;
  const isBack = occasion.operation === 'restore';
  if (isBack && rule.condition !== null && rule.condition.queries.length === 0) return false;
  if (states.length > 0 && !isInOneOf(rule, entity, row)) return false;
  if (states.length > 0 && events.length === 0 && !isInOneOf(rule, entity, old)) return true;
  if (events.length === 0) return occasion.operation !== 'event' || occasion.editable;
  return events.some(({ name }) => {
    if (name === occasion.event) return true;
    if (occasion.event === null && name === (isBack ? 'create' : occasion.operation)) return true;
    return !entity.events.includes(name) && entity.machines.some(({ machine }) => isIn(machine, name, row));
  });
}

/** The severity of a rule. Warnings don't refuse a write. */
type Severity = CompiledRule['rule']['severity'];

const isIn = (machine: Machine, state: string, row: Row) => stateIn(machine, row.values) === state;

/** Returns whether the record is in one of the rule's states. */
const isInOneOf = ({ rule }: CompiledRule, { machines }: CompiledEntity, row: Row | null): boolean =>
  row !== null && machines.some(({ machine }) => rule.states.some(({ name }) => isIn(machine, name, row)));

function rulesOfLines(
  context: Context,
  entity: CompiledEntity,
  list: CompiledEntity['lists'][number],
  occasion: Occasion,
  written: Written,
  severity: Severity,
  isJudged: IsJudged,
): Failure[] {
  const lines = written.row.values[list.name] ?? null;
  if (!isRows(lines) || lines.length === 0) return [];
  const of = entityOf(context.model, list.entity);
  const rules = of.rules
    .filter((rule) => rule.rule.severity === severity && isJudged(rule))
    .map((rule) => ({ rule, ofLine: speaksOfStates(rule, of) }))
    .filter(({ rule, ofLine }) => ofLine || ruleApplies(rule, entity, occasion, written.row, written.old));
  if (rules.length === 0) return [];
  const old = new Map(linesOf(written.old, list.name).map((line) => [line.id, line] as const));
  const failures: Failure[] = [];
  for (const [index, line] of lines.entries()) {
    const before = old.get(line.id) ?? null;
    for (const { rule, ofLine } of rules) {
      if (ofLine && !ruleApplies(rule, of, { ...occasion, event: null }, line, before)) continue;
      if (readsBad(rule, written.bad, `${list.name}/${index}/`)) continue;
      failures.push(...judge(context, rule, line, before, [list.name, index], written.row));
    }
  }
  return failures;
}

/** Returns whether the line's rule reads a field with invalid input. */
const readsBad = ({ reads }: CompiledRule, bad: ReadonlySet<string>, line: string): boolean =>
  bad.size > 0 && [...reads].some((name) => bad.has(line + name));

/** Returns whether the rule's states are states of the line itself and not of its owner. */
function speaksOfStates({ rule }: CompiledRule, { machines }: CompiledEntity): boolean {
  return rule.states.some(({ name }) =>
    machines.some(({ machine }) => machine.states.some((one) => one.name === name)),
  );
}

function linesOf(row: Row | null, list: string): readonly Row[] {
  const lines = row?.values[list] ?? null;
  return isRows(lines) ? lines : [];
}

/**
 * Checks a rule. An unknown outcome passes if a value is missing that people can fill in. It fails if a value is
 * missing that only the product sets, if an element is not shown, or if a query has no result (unknown never permits).
 */
function judge(
  context: Context,
  { rule, condition, ifBestFilled, words, code, field, reads }: CompiledRule,
  row: Row,
  old: Row | null,
  prefix: Failure['path'],
  owner: Row = row,
): Failure[] {
  const result = condition === null ? null : evaluateFormula(context, condition, row, old);
  if (result?.outcome === true) return [];
  const path = field === null ? prefix : [...prefix, field];
  if (condition === null || result === null)
    return [failure(context.model, path, 'NOT_SHOWN', { what: rule.name }, [rule.id])];
  const { outcome, tooLarge, unanswered, tooMany } = result;
  if (tooLarge) return [failure(context.model, path, 'NUMBER_TOO_LARGE', { rule: rule.name }, [rule.id])];
  if (outcome !== false) {
    if (tooMany !== null) return [tooManyRecords(context.model, path, tooMany, rule.id)];
    if (unanswered && context.isForm) return [];
    if (unanswered) return [failure(context.model, path, 'NOT_SHOWN', { what: rule.name }, [rule.id])];
    if (condition.unknown.length > 0) {
      const what = context.model.format.list(
        condition.unknown.map((id) => context.model.elements.get(id)?.label ?? id),
      );
      return [failure(context.model, path, 'NOT_SHOWN', { what }, [rule.id, ...condition.unknown])];
    }
    if (ifBestFilled === null) return [];
    if (evaluateFormula(context, { ...condition, evaluate: ifBestFilled }, row, old).outcome === true) return [];
  }
  const isDisclosed =
    prefix[0] === undefined
      ? mayDisclose(context, [condition], row)
      : secretIn(entityOf(context.model, row.entity), reads).length === 0 &&
        knowsLines(context, owner, String(prefix[0]));
  // A warning is omitted for people who may not know what it reads.
  if (!isDisclosed && rule.severity === 'warning') return [];
  const { model } = context;
  const of = entityOf(model, row.entity);
  const named = fieldsNamed(model, of, [code], rule.message);
  const fields =
    prefix.length === 0
      ? writtenTexts(context, row, old, named)
      : fieldTexts(context, row, named, () => knowsLines(context, owner, String(prefix[0])));
  const createFailure = () => {
    const conditionWords = isDisclosed ? words(model) : model.sentences.hiddenCondition;
    return failure(
      model,
      path,
      code,
      { ...fields, condition: conditionWords, rule: rule.name },
      isDisclosed ? [rule.id] : [],
      rule.message,
    );
  };
  // Without a path prefix and values of the record the failure is always the same, so it can be cached.
  return [
    prefix.length + named.length > 0
      ? createFailure()
      : memoizeByRoles(model, `broken ${isDisclosed} ${rule.id} ${field ?? ''}`, ANYBODY, createFailure),
  ];
}

/** Returns the failure of a rule that would need to evaluate too many records. */
function tooManyRecords(model: CompiledModel, path: Failure['path'], entity: string, by: string): Failure {
  const count = model.format.number(MAX_ROWS_IN_MEMORY, 0);
  return failure(
    model,
    path,
    'TOO_MANY_RECORDS',
    { count, entity: model.entities.get(entity)?.entity.label ?? entity },
    [by],
  );
}

/** Returns whether the person may read the lines: lines are readable with their list. */
function knowsLines(context: Context, owner: Row, list: string): boolean {
  return mayReadRecord(context, owner) && mayReadField(context, owner, list);
}

/** Returns the invalid fields and the computed fields that depend on them. */
export function withDependentFields(entity: CompiledEntity, bad: ReadonlySet<string>): ReadonlySet<string> {
  if (bad.size === 0) return bad;
  const all = new Set(bad);
  for (const { field, value } of entity.computed) if (readsInvalidField(value, all)) all.add(field.name);
  return all;
}

/** Returns whether a formula reads an invalid field. Fields of lines are named like `lines/0/amount`. */
export function readsInvalidField(formula: CompiledFormula | null, bad: ReadonlySet<string>): boolean {
  if (formula === null || bad.size === 0) return false;
  return formula.reads.some(([name = '', inside]) => {
    if (bad.has(name)) return true;
    return inside !== undefined && [...bad].some((key) => key.startsWith(`${name}/`) && key.endsWith(`/${inside}`));
  });
}
