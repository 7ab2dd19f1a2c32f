import { queryInputsOf } from '../../expressions/shapes/query-inputs.ts';
import { answerShapeOf, shownMembersOf } from '../../expressions/shapes/resolve-shape.ts';
import { effectiveOptions } from '../../model/lookups/call-options.ts';
import { rowsByName } from '../../model/lookups/call-parameters.ts';
import { resolveQueryName } from '../../model/lookups/call-query.ts';
import { usableOrder } from '../../model/lookups/call-refusals.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Call } from '../../model/types/model.ts';
import type { CompiledCall } from '../compiled/compiled-call.ts';
import type { CompileServerCall } from './call.ts';
import { formulasOfAnswer } from './shape-formulas.ts';

/** Compiles what only a server needs of a call. */
export const compileServerCall: CompileServerCall = (call, entity, place) => {
  const { schema } = place;
  const responseShape = answerShapeOf(call, entity, schema)?.shape ?? null;
  const shownMembers = new Map(
    shownMembersOf(call, entity, schema).flatMap(({ row, entry }) => (entry === null ? [] : [[row, entry] as const])),
  );
  const { name } = entity.entity;
  return {
    responseShape,
    shownMembers,
    queryNames: asksOf(call, schema),
    queryInputs: queryInputsOf(call, entity, schema),
    parameterRows: rowsByName(call),
    refusals: usableOrder(effectiveOptions(schema.model.api.options, call.options).refusals),
    shapeFormulas: formulasOfAnswer(responseShape, [...shownMembers.values()], name, place),
  };
};

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
