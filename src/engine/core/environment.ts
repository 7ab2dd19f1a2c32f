import { parseExpression } from '../../expressions/syntax/parse.ts';
import { percentTree } from '../../expressions/syntax/percent.ts';
import type { Formula, Tree } from '../../model/types/formula.ts';
import type { Constant, Model } from '../../model/types/model.ts';

/** The value of a variable; undefined where it is not set. */
export type Environment = (variable: string) => string | undefined;

/**
 * The document with what its environment says in the place of `from environment …`: the variable, else the default that
 * is stated, else the constant is not shown and what depends on it refuses. A value is read as in point 9; one that is no
 * literal is text. Empty is not set.
 */
export function inEnvironment(model: Model, environment: Environment): Model {
  if (model.constants.every((constant) => constant.environment === null)) return model;
  return { ...model, constants: model.constants.map((constant) => resolved(constant, environment)) };
}

/** The variables that the document asks for, has no default for, and that are not set. */
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

/** Where the default is text, text it is, whatever it looks like. */
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
