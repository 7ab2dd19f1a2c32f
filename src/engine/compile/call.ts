import { fieldsOf, lineFieldsOf, requestShapeOf } from '../../expressions/shapes/resolve-shape.ts';
import { CONDITION } from '../../expressions/types/kinds.ts';
import { effectiveOptions } from '../../model/lookups/call-options.ts';
import { parentsOf, pathInputsOf } from '../../model/lookups/call-record.ts';
import type { EntitySchema } from '../../model/lookups/schema.ts';
import type { Call } from '../../model/types/model.ts';
import { type CompileContext, compiledOf } from '../compiled/compiled-formula.ts';
import type { CompiledCall, CompiledModel } from '../compiled/compiled-model.ts';
import { callersOf } from './call-callers.ts';

/** What only a server needs of a call: what it answers with, the parameters of its query, the order of its refusals. */
export type ServerCall = Pick<
  CompiledCall,
  'responseShape' | 'shapeFormulas' | 'shownMembers' | 'refusals' | 'queryNames' | 'queryInputs' | 'parameterRows'
>;

export type CompileServerCall = (call: Call, entity: EntitySchema, place: Omit<CompileContext, 'entity'>) => ServerCall;

/** A call of which nothing is answered here. */
export const NOT_SERVED: ServerCall = {
  responseShape: null,
  shapeFormulas: new Map(),
  shownMembers: new Map(),
  refusals: null,
  queryNames: new Map(),
  queryInputs: [],
  parameterRows: new Map(),
};

/** Compiles a call: what it accepts, what it returns, and the constants that its path names. */
export function compileCall(
  call: Call,
  constants: CompiledModel['constants'],
  place: Omit<CompileContext, 'entity'>,
  serverCallOf: CompileServerCall,
): CompiledCall {
  const { schema } = place;
  const constantNames = [...call.path.matchAll(/\{([^{}]+)\}/g)].map((match) => (match[1] ?? '').trim());
  const open = constantNames.find((name) => (constants.get(name) ?? null) === null);
  const waitsFor = open === undefined ? null : (schema.constants.get(open)?.id ?? 'point/9');
  const parameters = call.does.kind === 'list' ? call.query : [];
  const entity =
    'entity' in call.does
      ? schema.entities.get(call.does.entity)
      : call.does.kind === 'account'
        ? schema.entities.get(call.does.of)
        : undefined;
  const takes = entity === undefined ? null : (requestShapeOf(call, entity, schema)?.shape ?? null);
  const stated = call.does.kind === 'file' ? [call.does.field] : call.sends?.map(({ name }) => name);
  const listed = takes === null ? stated : fieldsOf(takes);
  const served = entity === undefined ? NOT_SERVED : serverCallOf(call, entity, place);
  const named = [...parameters.map(({ name }) => name), ...served.queryInputs.map(({ field }) => field)];
  // An event that lists nothing takes all that it asks for.
  const isOpen = listed?.length === 0 && 'event' in call.does && call.does.event !== null;
  const sends = listed === undefined ? null : new Set(isOpen ? [] : [...listed, ...named]);
  const within = parentsOf(call, (name) => schema.entities.get(name)?.entity, schema.model.machines);
  const lines = takes === null ? new Map<string, ReadonlySet<string>>() : lineFieldsOf(takes);
  const where = conditionOf(call, place);
  const options = effectiveOptions(schema.model.api.options, call.options);
  return {
    call,
    sends,
    lines,
    parents: within,
    pathInputs: pathInputsOf(call, schema.model.machines),
    where,
    options,
    callers: callersOf(options, where, schema),
    requestShape: takes,
    ...served,
    waitsFor,
  };
}

function conditionOf({ where, does }: Call, place: Omit<CompileContext, 'entity'>): CompiledCall['where'] {
  if (where === null || !('entity' in does)) return null;
  return compiledOf(where, CONDITION, { ...place, entity: does.entity }) ?? 'unknown';
}
