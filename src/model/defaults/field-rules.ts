import { idOf } from '../types/element.ts';
import type { Formula, Tree } from '../types/formula.ts';
import type { Entity, Field, Model, Rule } from '../types/model.ts';

/** Adds a rule for each `required when` and `shown when` note of a field; the engine enforces them as rules. */
export function fieldRules(model: Model): Model {
  const rules = model.entities.flatMap((entity) => entity.fields.flatMap((field) => rulesOf(entity, field)));
  if (rules.length === 0) return model;
  const known = new Set(model.rules.map(({ id }) => id));
  const missing = rules.filter(({ id }) => !known.has(id));
  return missing.length === 0 ? model : { ...model, rules: [...model.rules, ...missing] };
}

function rulesOf(entity: Entity, field: Field): Rule[] {
  const { requiredWhen, shownWhen } = field;
  return [
    ...(requiredWhen === null
      ? []
      : [ruleOf(entity, field, 'required', requiredWhen, requiredOver(field, requiredWhen))]),
    // A value that the product writes is not an input that could be refused.
    ...(shownWhen === null || field.byProduct || field.computed !== null
      ? []
      : [ruleOf(entity, field, 'shown', shownWhen, shownOver(field, shownWhen))]),
  ];
}

function ruleOf(entity: Entity, field: Field, kind: 'required' | 'shown', stated: Formula, condition: Formula): Rule {
  const name = `${field.name} ${kind} when`;
  const words = kind === 'required' ? `${field.label} is required here.` : `${field.label} can't be given here.`;
  return {
    id: idOf('rule', entity.name, name),
    point: 3,
    standing: 'stated',
    at: stated.at ?? field.at,
    assumption: null,
    help: '',
    name: `${entity.name}.${name}`,
    entity: entity.name,
    events: [],
    states: [],
    condition,
    severity: 'error',
    message: words,
    error: null,
    field: { name: field.name, at: field.at },
  };
}

/** Builds `not (condition) or field != null`. If the condition does not parse, the rule is unknown, which refuses. */
function requiredOver(field: Field, { text, at, tree }: Formula): Formula {
  const head = 'not (';
  const value = fieldText(field.name);
  const full = `${head}${text}) or ${value} != null`;
  if (tree === null) return { text: full, at, tree: null };
  const stop = head.length + text.length + 1;
  const not: Tree = { op: 'unary', operator: 'not', of: moved(tree, head.length), from: 0, to: stop };
  return { text: full, at, tree: or(not, comparison('!=', field.name, stop + ' or '.length), full.length) };
}

/** Builds `field == null or (condition)`. */
function shownOver(field: Field, { text, at, tree }: Formula): Formula {
  const head = `${fieldText(field.name)} == null`;
  const full = `${head} or (${text})`;
  if (tree === null) return { text: full, at, tree: null };
  return {
    text: full,
    at,
    tree: or(comparison('==', field.name, 0), moved(tree, head.length + ' or ('.length), full.length),
  };
}

const fieldText = (name: string) => `this[${JSON.stringify(name)}]`;

function comparison(operator: '==' | '!=', name: string, from: number): Tree {
  const end = from + fieldText(name).length;
  const record: Tree = { op: 'name', name: 'this', from, to: from + 4 };
  const left: Tree = { op: 'member', of: record, name, from, to: end };
  const right: Tree = { op: 'null', from: end + 4, to: end + 8 };
  return { op: 'binary', operator, left, right, from, to: end + 8 };
}

function or(left: Tree, right: Tree, to: number): Tree {
  return { op: 'binary', operator: 'or', left, right, from: 0, to };
}

/** Shifts the offsets of a tree by a number of characters. */
function moved<T>(tree: T, by: number): T {
  if (Array.isArray(tree)) return tree.map((part: unknown) => moved(part, by)) as T;
  if (typeof tree !== 'object' || tree === null) return tree;
  const entries = Object.entries(tree).map(([key, part]: [string, unknown]) =>
    (key === 'from' || key === 'to') && typeof part === 'number' ? [key, part + by] : [key, moved(part, by)],
  );
  return Object.fromEntries(entries) as T;
}
