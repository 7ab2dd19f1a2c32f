import { parseExpression } from '../../expressions/syntax/parse.ts';
import { percentTree } from '../../expressions/syntax/percent.ts';
import type { Formula, Tree } from '../../model/types/formula.ts';
import type { Constant, Model } from '../../model/types/model.ts';

/** Returns the value of an environment variable, or undefined if the variable is not set. */
export type Environment = (variable: string) => string | undefined;

/**
 * Returns the Model with each `from environment …` constant resolved: to the value of the variable, else to the stated
 * default. If there is neither, the constant is not shown, and whatever depends on it is refused. A value is parsed
 * like a literal in point 9; a value that is not a literal is text. An empty variable counts as not set.
 */
export function resolveEnvironment(model: Model, environment: Environment): Model {
  if (model.constants.every((constant) => constant.environment === null)) return model;
  return { ...model, constants: model.constants.map((constant) => resolved(constant, environment)) };
}

/** Returns the names of the required variables that are not set: those without a default. Each name is listed once. */
export function missingVariables(model: Model, environment: Environment): string[] {
  const missing = model.constants.flatMap(({ environment: name, value }) =>
    name === null || value !== null || isSet(environment(name)) ? [] : [name],
  );
  return [...new Set(missing)];
}

const isSet = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

function resolved(constant: Constant, environment: Environment): Constant {
  if (constant.environment === null) return constant;
  const text = environment(constant.environment);
  const value = isSet(text) ? formulaOf(text.trim(), constant) : constant.value;
  const standing = value === null ? 'not shown' : constant.standing;
  return { ...constant, environment: null, value, standing };
}

/** Parses the value of a variable. If the default is text, the value is text too, even if it looks like a number. */
function formulaOf(text: string, { value, at }: Constant): Formula {
  const literal = value?.tree?.op === 'text' ? null : (percentTree(text) ?? parseExpression(text).tree);
  const tree = literal !== null && isLiteral(literal) ? literal : parseExpression(JSON.stringify(text)).tree;
  return { text: literal === tree ? text : JSON.stringify(text), at, tree };
}

const LITERALS: ReadonlySet<Tree['op']> = new Set(['number', 'text', 'boolean', 'list']);

const isLiteral = (tree: Tree): boolean =>
  tree.op === 'unary'
    ? tree.of.op === 'number'
    : tree.op === 'list'
      ? tree.items.every(isLiteral)
      : LITERALS.has(tree.op);
