import { queryInputsOf } from '../../expressions/shapes/query-inputs.ts';
import { parentsOf, pathInputsOf } from '../../model/lookups/call-record.ts';
import type { EntitySchema, Schema } from '../../model/lookups/schema.ts';
import type { Call } from '../../model/types/model.ts';
import { askedFields, fieldsSentBy, isNeeded, linesSent, writingCall } from '../lookups/call-inputs.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'call-lacks-input',
  point: 7,
  severity: 'warning',
  about: 'A call that can never succeed, because it does not take a required field.',
  *find({ entities }) {
    for (const { calls, schema } of entities) {
      for (const call of calls) {
        const writing = writingCall(call, schema.entities);
        if (writing === null) continue;
        const { does, entity } = writing;
        for (const { list, lines, names } of linesSent(call, entity, schema)) {
          const set = new Set(writtenAtFirst(lines));
          const needed = lines.entity.fields.filter(isNeeded).map(({ name }) => name);
          const missing = needed.filter((name) => !names.has(name) && !set.has(name));
          if (missing.length === 0) continue;
          yield {
            element: call.id,
            at: call.sendsShape?.at ?? call.at,
            also: missing.map((name) => lines.entity.fields.find((field) => field.name === name)?.at ?? null),
            message: `The call ${call.name} does not take ${joinNames(missing)} of the lines in ${list}, which every ${lines.entity.name} requires: each new line is refused.`,
            next: `Add ${joinNames(missing)} to ${list} in its Sends, or name ${list} there without fields, so that it takes all of them.`,
          };
        }
        if (does.kind === 'change') continue;
        const sends = fieldsSentBy(call, entity, schema);
        // An event without a list of its own takes every field that it asks for.
        if (sends === null || (does.kind === 'event' && sends.length === 0)) continue;
        const asks = askedFields(entity, does.kind === 'event' ? does.event : null);
        const asked = [...asks].filter(([, needed]) => needed).map(([name]) => name);
        const set = new Set(writtenAtFirst(entity));
        const needed =
          does.kind === 'event'
            ? asked
            : [...entity.entity.fields.filter(isNeeded).map(({ name }) => name), ...asked].filter(
                (name) => !set.has(name),
              );
        const sent = new Set([...sends.map(({ name }) => name), ...filledByAddress(call, entity, schema)]);
        const missing = [...new Set(needed)].filter((name) => !sent.has(name));
        // An unknown name may be meant for one of the fields, and another check reports it.
        const isUnclear = [...sent].some((name) => name !== 'Idempotency-Key' && !entity.attributes.has(name));
        if (missing.length === 0 || isUnclear) continue;
        const what = does.kind === 'event' ? `“${does.event}” asks for` : `every ${does.entity} requires`;
        yield {
          element: call.id,
          at: sends[0]?.at ?? call.at,
          also: missing.map((name) => entity.entity.fields.find((field) => field.name === name)?.at ?? null),
          message: `The call ${call.name} does not take ${joinNames(missing)}, which ${what}: it is always refused.`,
          next: `Add ${joinNames(missing)} to its Sends, or clear the cell, so that it takes every field.`,
        };
      }
    }
  },
});

/** Returns the fields that the path and the query of a call fill. */
function filledByAddress(call: Call, own: EntitySchema, schema: Schema): readonly string[] {
  const {
    entities,
    model: { machines },
  } = schema;
  const parents = parentsOf(call, (name) => entities.get(name)?.entity, machines);
  const inputs = [...pathInputsOf(call, machines), ...queryInputsOf(call, own, schema)].map(({ field }) => field);
  return [...parents.flatMap(({ path }) => (path.length === 1 ? path : [])), ...inputs];
}

/** Returns the fields that the creation itself sets. */
function writtenAtFirst({ machines }: Parameters<typeof askedFields>[0]): readonly string[] {
  return machines.flatMap(({ transitions }) =>
    transitions
      .filter(({ from }) => from === null)
      .flatMap(({ effects }) => effects.flatMap((effect) => (effect.kind === 'set' ? effect.field : []))),
  );
}
