import type { CompiledCall, CompiledModel } from '../../engine/compiled/compiled-model.ts';
import type { Refusal } from '../../engine/core/refusal.ts';
import { errorBodyOf } from '../../engine/errors/error-body.ts';
import { problemOf } from '../../engine/errors/problem-details.ts';
import type { Json } from '../../fields/text/json.ts';
import type { ValueForms } from '../../model/types/call.ts';
import { errorShapeSchema, PROBLEM } from '../schemas/error-schema.ts';
import type { JsonSchema } from '../schemas/json-schema.ts';
import { type PossibleRefusal, possibleRefusals } from './call-errors.ts';

/** The errors of a call with the same status. */
export interface ErrorResponse {
  readonly status: number;
  readonly description: string;
  readonly codes: readonly string[];
  /** The codes that the document names. */
  readonly stated: readonly string[];
  /** Null: without a body. */
  readonly body: { readonly mediaType: string; readonly schema: JsonSchema } | null;
  readonly examples: Readonly<Record<string, Json>>;
}

/** The same path in all examples, so that calls can share responses. */
const EXAMPLE_PATH = '/example';

/** The most examples of one response; errors that the document names come first. */
const MOST_EXAMPLES = 8;

/** Returns the errors with which a call may answer, by status. */
export function errorResponses(model: CompiledModel, call: CompiledCall): readonly ErrorResponse[] {
  const byStatus = Map.groupBy(possibleRefusals(model, call), ({ refusal }) => refusal.status);
  return [...byStatus]
    .sort(([one], [other]) => one - other)
    .map(([status, all]) => responseOf(model, call, status, all));
}

function responseOf(
  model: CompiledModel,
  call: CompiledCall,
  status: number,
  all: readonly PossibleRefusal[],
): ErrorResponse {
  const refusals = all.map(({ refusal }) => refusal);
  const codes = [...new Set(refusals.map(({ code }) => code))];
  const bodies = new Map(refusals.map((refusal) => [shapeTextOf(model, call, refusal), refusal] as const));
  const schemas = [...bodies.keys()]
    .map((text) => bodySchema(model, text, codes, call.options))
    .filter((one) => one !== null);
  const [first] = schemas;
  const mediaType =
    model.model.errorAnswers.mediaType ?? ([...bodies.keys()].includes(null) ? 'application/problem+json' : JSON_TYPE);
  const samples = [...all].sort((one, other) => Number(other.isStated) - Number(one.isStated));
  const usual = refusals.find(({ message }) => message !== '');
  return {
    status,
    description: usual?.message ?? codes.join(', '),
    codes,
    stated: [...new Set(all.flatMap(({ refusal, isStated }) => (isStated ? refusal.code : [])))],
    body: first === undefined ? null : { mediaType, schema: schemas.length === 1 ? first : { anyOf: schemas } },
    examples:
      first === undefined
        ? {}
        : Object.fromEntries(
            samples.slice(0, MOST_EXAMPLES).flatMap(({ refusal }) => {
              const example = exampleOf(model, call, refusal);
              return example === undefined ? [] : [[refusal.code, example] as const];
            }),
          ),
  };
}

const JSON_TYPE = 'application/json';

/** Returns the stated shape of a refusal's body; null: problem details. */
function shapeTextOf({ model }: CompiledModel, { options }: CompiledCall, { entry }: Refusal): string | null {
  const own = model.errors.find(({ id }) => id === entry)?.body ?? options.errorBody ?? model.errorAnswers.body;
  return own === null ? null : own.text;
}

/** Returns the schema of a body; null if there is none. */
function bodySchema(
  model: CompiledModel,
  text: string | null,
  codes: readonly string[],
  forms: ValueForms,
): JsonSchema | null {
  const own = text === null ? undefined : errorShapeSchema(model, text, forms);
  if (own !== undefined) return own;
  const code = { properties: { code: { type: 'string', enum: [...codes] } } };
  return { allOf: [PROBLEM, code] };
}

function exampleOf(model: CompiledModel, { call, options }: CompiledCall, refusal: Refusal): Json | undefined {
  const body = errorBodyOf(
    model,
    refusal,
    {
      entity: 'entity' in call.does ? call.does.entity : null,
      call: null,
      method: 'POST',
      path: EXAMPLE_PATH,
      origin: 'https://example.com',
      now: Date.UTC(2026, 10, 27, 13, 30),
      id: '4f1c2a',
      sentAt: () => 'text',
      dev: false,
      forms: options,
    },
    options.errorBody,
  );
  if (body !== null) return body.text === null ? undefined : (JSON.parse(body.text) as Json);
  const problem = problemOf(model, { ...refusal, decidedBy: [] }, { instance: EXAMPLE_PATH, dev: false });
  return JSON.parse(JSON.stringify(problem)) as Json;
}
