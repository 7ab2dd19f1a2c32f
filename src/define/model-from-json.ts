import { parseExpression } from '../expressions/syntax/parse.ts';
import { percentTree } from '../expressions/syntax/percent.ts';
import { firstDifference, pointerStep } from '../model/diff/first-difference.ts';
import { MODEL_SCHEMA } from '../model/json/json-schema.ts';
import { checkJson, type JsonProblem } from '../model/json/json-schema-check.ts';
import type { Tree } from '../model/types/formula.ts';
import type { Model } from '../model/types/model.ts';

export type { JsonProblem } from '../model/json/json-schema-check.ts';

/** A Model, or every reason why a value is not one, each with its JSON pointer. */
export type ModelRead = { readonly model: Model } | { readonly problems: readonly JsonProblem[] };

/**
 * Checks that a value parsed from JSON is a Model: it fits the schema, its ids are unique, and its trees match the
 * texts of their formulas. `ninefold check` checks what the Model means.
 */
export function modelFromJson(value: unknown): ModelRead {
  const problems: JsonProblem[] = [];
  if (!isModel(value, problems)) return { problems };
  const inside = [...duplicateIds(value, [], new Map()), ...mismatchedFormulas(value, [])];
  return inside.length > 0 ? { problems: inside } : { model: value };
}

/** The schema is generated from the types of the Model, so a value that fits it is one. */
function isModel(value: unknown, problems: JsonProblem[]): value is Model {
  problems.push(...checkJson(value, MODEL_SCHEMA));
  return problems.length === 0;
}

type Path = readonly string[];

const pointer = (path: Path) => path.map((step) => `/${pointerStep(step)}`).join('');

/** Yields ids that are used twice. */
function* duplicateIds(value: unknown, path: Path, pointersById: Map<string, string>): Generator<JsonProblem> {
  if (value === null || typeof value !== 'object') return;
  for (const [key, part] of Object.entries(value)) {
    const here = [...path, key];
    if (key === 'id' && typeof part === 'string') {
      const first = pointersById.get(part);
      if (first !== undefined)
        yield {
          pointer: pointer(here),
          message: `is ${JSON.stringify(part)}, the same as ${first}; ids must be unique`,
        };
      else pointersById.set(part, pointer(here));
    } else yield* duplicateIds(part, here, pointersById);
  }
}

/** An address is a text without quotes. */
const addressTree = (text: string): Tree => ({ op: 'text', value: text, from: 0, to: text.length });

/**
 * Yields formulas whose tree does not match their text: people would read something other than what the product does.
 */
function* mismatchedFormulas(value: unknown, path: Path): Generator<JsonProblem> {
  if (value === null || typeof value !== 'object') return;
  if ('text' in value && 'tree' in value && typeof value.text === 'string') {
    if (value.tree === null || firstDifference(value.tree, addressTree(value.text)) === null) return;
    const tree = percentTree(value.text) ?? parseExpression(value.text).tree;
    const place = firstDifference(value.tree, tree);
    if (place !== null)
      yield {
        pointer: `${pointer(path)}/tree${place}`,
        message: `does not match the text ${JSON.stringify(value.text)}`,
      };
    return;
  }
  for (const [key, part] of Object.entries(value)) yield* mismatchedFormulas(part, [...path, key]);
}
