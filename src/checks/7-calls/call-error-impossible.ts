import type { Schema } from '../../model/lookups/schema.ts';
import type { Call, Field, Transition } from '../../model/types/model.ts';
import { isElsewhere } from '../after.ts';
import { type CheckContext, defineCheck } from '../check.ts';
import { usesByCode } from '../errors.ts';
import { isUsual, raisedBy } from '../raised.ts';

export const check = defineCheck({
  code: 'call-error-impossible',
  point: 7,
  severity: 'warning',
  about: 'A call that lists an error which other calls can raise, and nothing that this one does.',
  *find(context) {
    const { model, schema } = context;
    if (!model.calls.some(({ standing, errors }) => standing === 'stated' && errors.length > 0)) return;
    const rules = Map.groupBy(model.rules, ({ entity }) => entity);
    const uses = usesByCode(context);
    for (const call of model.calls) {
      const raised = call.standing === 'stated' && call.errors.length > 0 ? raisedBy(call, schema, rules) : null;
      if (raised === null) continue;
      const codes = new Set(raised.map(({ code }) => code));
      for (const { name, at } of call.errors) {
        const others = (uses.get(name) ?? []).filter(({ raises }) => raises);
        // What nothing raises at all is said of the catalogue.
        if (codes.has(name) || isUsual(name, schema) || others.length === 0) continue;
        const later = outsideCalls(call, context).find(({ errors }) => errors.some((error) => error.name === name));
        if (later === undefined && leadsOn(call, context)) continue;
        yield {
          element: call.id,
          at: at ?? call.at,
          also: others.slice(0, 2).map((use) => use.at),
          ...(later === undefined
            ? {
                message: `The call ${call.name} can't fail with ${name}: nothing that it does raises it.`,
                next: `Take ${name} out of its May fail with, or let the rule that raises it hold here too.`,
              }
            : {
                message: `The call ${call.name} can't fail with ${name}: “${later.name}” is called once it is done, and can't undo it.`,
                next: `Take ${name} out of its May fail with, and say in point 4 what follows when ${later.name} fails.`,
              }),
        };
      }
    }
  },
});

/** Whether what the call does leads on to other records, whose guards, rules and keys may refuse it too. */
function leadsOn({ does }: Call, { schema }: CheckContext): boolean {
  if (!('entity' in does)) return false;
  const entities = [...schema.entities.values()];
  if (does.kind === 'delete')
    return entities.some(({ entity }) => entity.fields.some((field) => goesAlong(field, does.entity)));
  const isFollowed = entities.some(({ machines }) =>
    machines.some(({ transitions }) =>
      transitions.some(({ timer }) => timer?.kind === 'on' && timer.entity.name === does.entity),
    ),
  );
  return isFollowed || transitionsOf(does, schema).some(({ effects }) => effects.some(isElsewhere));
}

function goesAlong({ onDelete, type }: Field, entity: string): boolean {
  return onDelete === 'cascade' && (type.kind === 'reference' || type.kind === 'references') && type.entity === entity;
}

/** The transitions that a call takes: of its event, or of a creation. */
function transitionsOf(does: Call['does'], schema: Schema): readonly Transition[] {
  if (does.kind !== 'event' && does.kind !== 'create') return [];
  const rows = schema.entities.get(does.entity)?.machines.flatMap(({ transitions }) => transitions) ?? [];
  return rows.filter(({ event, from }) => (does.kind === 'event' ? event === does.event : from === null));
}

/** The calls to the outside that follow what a call of ours does. */
function outsideCalls({ does }: Call, { schema }: CheckContext): readonly Call[] {
  const names = new Set(
    transitionsOf(does, schema).flatMap(({ effects }) =>
      effects.flatMap((one) => (one.kind === 'call' ? one.call : [])),
    ),
  );
  return schema.model.calls.filter((call) => call.does.kind === 'outside' && names.has(call.name));
}
