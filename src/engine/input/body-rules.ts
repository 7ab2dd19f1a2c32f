import type { Json } from '../../fields/text/json.ts';
import { emptyNameMap } from '../../fields/text/value.ts';
import type { BodyRules, MemberRule } from '../../model/types/call.ts';
import type { CompiledEntity } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import type { Failure } from '../core/refusal.ts';
import { failure } from '../errors/error-catalogue.ts';

/** An input as the rules of its call read it. */
export interface RuledInput {
  readonly input: { readonly [name: string]: Json };
  /** Fields whose absent, null or empty value the call refuses. */
  readonly refused: readonly string[];
}

/**
 * Applies what a call states about members that are absent, null or an empty text. `takes`: the fields that the person
 * may send. `replaces`: those of a change or an event that are emptied or refused if they are absent.
 */
export function applyBodyRules(
  rules: BodyRules | undefined,
  sent: { readonly [name: string]: Json },
  takes: ReadonlySet<string>,
  entity: CompiledEntity,
  replaces: Iterable<string> = [],
): RuledInput {
  if (rules === undefined) return { input: sent, refused: [] };
  const input = emptyNameMap<Json>();
  const refused: string[] = [];
  for (const [name, value = null] of Object.entries(sent)) {
    const isEmptyText = typeof value === 'string' && value.trim() === '';
    const rule = !takes.has(name) || (value !== null && !isEmptyText) ? null : ruleFor(rules, name, value === null);
    if (rule === 'refused') refused.push(name);
    else if (rule !== 'ignored') input[name] = value;
  }
  for (const name of replaces) {
    const type = entity.schema.attributes.get(name)?.type.kind;
    if (Object.hasOwn(sent, name) || type === undefined || type === 'password') continue;
    const rule = absentRule(rules, name);
    if (rule === 'refused') refused.push(name);
    else if (rule === 'cleared') input[name] = type === 'list' ? [] : null;
  }
  return { input, refused };
}

/** Adds the fields whose absence from a creation the call refuses. `takes`: the fields that the person may send. */
export function withAbsentRefused(
  rules: BodyRules | undefined,
  sent: { readonly [name: string]: Json },
  takes: ReadonlySet<string>,
  ruled: RuledInput,
): RuledInput {
  if (rules === undefined) return ruled;
  const absent = [...takes].filter((name) => !Object.hasOwn(sent, name) && isNeededToCreate(rules, name));
  return { ...ruled, refused: [...ruled.refused, ...absent] };
}

/** Whether a creation is refused if the member of the field is absent. Only rules for certain fields are about that. */
export const isNeededToCreate = (rules: BodyRules, field: string): boolean =>
  statedRule(rules, 'absent', field) === 'refused';

const ruleFor = (rules: BodyRules, name: string, isNull: boolean): MemberRule['rule'] | null =>
  isNull
    ? (statedRule(rules, 'null', name) ?? rules.nullMembers)
    : (statedRule(rules, 'empty', name) ?? rules.emptyTexts);

/** What the call does about a field whose member is absent from a change. */
export const absentRule = (rules: BodyRules, field: string): MemberRule['rule'] | null =>
  statedRule(rules, 'absent', field) ?? rules.absentMembers;

const statedRule = ({ memberRules }: BodyRules, on: MemberRule['on'], field: string): MemberRule['rule'] | null =>
  memberRules?.find((each) => each.on === on && each.fields.some(({ name }) => name === field))?.rule ?? null;

/** Adds the failures of the fields that the rules of the call refuse. */
export function withRefused<T extends { readonly failures: readonly Failure[]; readonly bad: ReadonlySet<string> }>(
  { model }: Context,
  entity: CompiledEntity,
  inputs: T,
  refused: readonly string[],
): T {
  if (refused.length === 0) return inputs;
  const failures = refused.flatMap((name): Failure[] => {
    const field = entity.entity.fields.find((each) => each.name === name);
    return field === undefined ? [] : [failure(model, [name], 'REQUIRED', { field: field.label }, [field.id])];
  });
  return { ...inputs, failures: [...inputs.failures, ...failures], bad: new Set([...inputs.bad, ...refused]) };
}
