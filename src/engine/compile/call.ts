import {
  answerShapeOf,
  fieldsOf,
  lineFieldsOf,
  requestShapeOf,
  shownMembersOf,
} from '../../expressions/shapes/resolve-shape.ts';
import { effectiveOptions } from '../../model/lookups/call-options.ts';
import { rowsByName } from '../../model/lookups/call-parameters.ts';
import { resolveQueryName } from '../../model/lookups/call-query.ts';
import { parentsOf, pathInputsOf } from '../../model/lookups/call-record.ts';
import { usableOrder } from '../../model/lookups/call-refusals.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Call } from '../../model/types/model.ts';
import { CONDITION, type CompileContext, compiledOf } from '../compiled/compiled-formula.ts';
import type { CompiledCall, CompiledModel } from '../compiled/compiled-model.ts';
import { callersOf } from './call-callers.ts';
import { formulasOfAnswer } from './shape-formulas.ts';

/** Compiles a call: what it accepts, what it returns, and the constants that its path names. */
export function compileCall(
  call: Call,
  constants: CompiledModel['constants'],
  place: Omit<CompileContext, 'entity'>,
): CompiledCall {
  const { schema } = place;
  const named = [...call.path.matchAll(/\{([^{}]+)\}/g)].map((match) => (match[1] ?? '').trim());
  const open = named.find((name) => (constants.get(name) ?? null) === null);
  const waitsFor = open === undefined ? null : (schema.constants.get(open)?.id ?? 'point/9');
  const parameters = call.does.kind === 'list' ? call.query : [];
  const entity =
    'entity' in call.does
      ? schema.entities.get(call.does.entity)
      : call.does.kind === 'account'
        ? schema.entities.get(call.does.of)
        : undefined;
  const takes = entity === undefined ? null : (requestShapeOf(call, entity, schema)?.shape ?? null);
  const gives = entity === undefined ? null : (answerShapeOf(call, entity, schema)?.shape ?? null);
  const stated = call.does.kind === 'file' ? [call.does.field] : call.sends?.map(({ name }) => name);
  const shown = new Map(
    (entity === undefined ? [] : shownMembersOf(call, entity, schema)).flatMap(({ row, entry }) =>
      entry === null ? [] : [[row, entry] as const],
    ),
  );
  const listed = takes === null ? stated : fieldsOf(takes);
  const sends = listed === undefined ? null : new Set([...listed, ...parameters.map(({ name }) => name)]);
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
    queryNames: asksOf(call, schema),
    parameterRows: rowsByName(call),
    shownMembers: shown,
    where,
    options,
    callers: callersOf(options, where, schema),
    refusals: usableOrder(options.refusals),
    requestShape: takes,
    responseShape: gives,
    shapeFormulas:
      entity === undefined ? new Map() : formulasOfAnswer(gives, [...shown.values()], entity.entity.name, place),
    waitsFor,
  };
}

function conditionOf({ where, does }: Call, place: Omit<CompileContext, 'entity'>): CompiledCall['where'] {
  if (where === null || !('entity' in does)) return null;
  return compiledOf(where, CONDITION, { ...place, entity: does.entity }) ?? 'unknown';
}

function asksOf({ does, query }: Call, schema: Schema): CompiledCall['queryNames'] {
  const entity = does.kind === 'list' ? schema.entities.get(does.entity) : undefined;
  if (entity === undefined) return new Map();
  return new Map(
    query.flatMap(({ name }) => {
      const resolved = resolveQueryName(name, entity, schema.model.screens);
      return resolved === null || (resolved.kind === 'parameter' && resolved.parameter === name)
        ? []
        : [[name, resolved] as const];
    }),
  );
}
