import { parseExpression } from './expressions/syntax/parse.ts';
import { percentTree } from './expressions/syntax/percent.ts';
import { firstDifference, pointerStep } from './model/diff/first-difference.ts';
import { MODEL_SCHEMA } from './model/json/json-schema.ts';
import { checkJson, type JsonProblem } from './model/json/json-schema-check.ts';
import type { Tree } from './model/types/formula.ts';
import type { Model } from './model/types/model.ts';

export type { JsonProblem } from './model/json/json-schema-check.ts';

/** A Model, or all that keeps a value from being one: each with its JSON pointer. */
export type ModelRead = { readonly model: Model } | { readonly problems: readonly JsonProblem[] };

/**
 * Takes a value that came from JSON for a Model where it is one: in the shape of the schema, with ids that are unique,
 * and with trees that are what their formulas say. What the Model means is not checked here; `ninefold check` does.
 */
export function modelFromJson(value: unknown): ModelRead {
  const problems: JsonProblem[] = [];
  if (!isModel(value, problems)) return { problems };
  const inside = [...twice(value, [], new Map()), ...untrue(value, [])];
  return inside.length > 0 ? { problems: inside } : { model: value };
}

/** The schema is made from the types of the Model, so what fits it is one. */
function isModel(value: unknown, problems: JsonProblem[]): value is Model {
  problems.push(...checkJson(value, MODEL_SCHEMA));
  return problems.length === 0;
}

type Path = readonly string[];

const pointer = (path: Path) => path.map((step) => `/${pointerStep(step)}`).join('');

/** Ids that stand twice. */
function* twice(value: unknown, path: Path, seen: Map<string, string>): Generator<JsonProblem> {
  if (value === null || typeof value !== 'object') return;
  for (const [key, part] of Object.entries(value)) {
    const here = [...path, key];
    if (key === 'id' && typeof part === 'string') {
      const first = seen.get(part);
      if (first !== undefined)
        yield { pointer: pointer(here), message: `is ${JSON.stringify(part)}, as ${first} is; an id stands once` };
      else seen.set(part, pointer(here));
    } else yield* twice(part, here, seen);
  }
}

/** An address is a text by itself, without quotes. */
const addressTree = (text: string): Tree => ({ op: 'text', value: text, from: 0, to: text.length });

/** Formulas whose tree is not that of their text: people would read one thing, and the product do another. */
function* untrue(value: unknown, path: Path): Generator<JsonProblem> {
  if (value === null || typeof value !== 'object') return;
  if ('text' in value && 'tree' in value && typeof value.text === 'string') {
    if (value.tree === null || firstDifference(value.tree, addressTree(value.text)) === null) return;
    const tree = percentTree(value.text) ?? parseExpression(value.text).tree;
    const place = firstDifference(value.tree, tree);
    if (place !== null)
      yield {
        pointer: `${pointer(path)}/tree${place}`,
        message: `is not what the text ${JSON.stringify(value.text)} says`,
      };
    return;
  }
  for (const [key, part] of Object.entries(value)) yield* untrue(part, [...path, key]);
}
