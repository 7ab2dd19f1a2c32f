import type { Schema } from '../../model/lookups/schema.ts';
import { deedOf } from '../../model/types/deed.ts';
import type { Call, Field, Transition } from '../../model/types/model.ts';
import { usesByCode } from '../lookups/error-uses.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';
import { errorsRaisedBy, isStandardError, takenBy } from '../transitions/raised-events.ts';
import { isOnOtherRecord } from '../transitions/state-after-transition.ts';

export const check = defineCheck({
  code: 'call-error-impossible',
  point: 7,
  severity: 'warning',
  about: 'A call that lists an error that only other calls can raise.',
  *find(context) {
    const { model, schema } = context;
    if (!model.calls.some(({ standing, errors }) => standing === 'stated' && errors.length > 0)) return;
    const rules = Map.groupBy(model.rules, ({ entity }) => entity);
    const uses = usesByCode(context);
    for (const call of model.calls) {
      const raised = call.standing === 'stated' && call.errors.length > 0 ? errorsRaisedBy(call, schema, rules) : null;
      if (raised === null) continue;
      const codes = new Set(raised.map(({ code }) => code));
      for (const { name, at } of call.errors) {
        const others = (uses.get(name) ?? []).filter(({ raises }) => raises);
        // Another check reports an error of the catalogue that nothing raises.
        if (codes.has(name) || isStandardError(name, schema) || others.length === 0) continue;
        const later = outsideCalls(call, context).find(({ errors }) => errors.some((error) => error.name === name));
        if (later === undefined && writesOtherRecords(call, context)) continue;
        yield {
          element: call.id,
          at: at ?? call.at,
          also: others.slice(0, 2).map((use) => use.at),
          ...(later === undefined
            ? {
                message: `The call ${call.name} can't fail with ${name}: nothing in it raises that error.`,
                next: `Remove ${name} from its May fail with, or apply the rule that raises it here too.`,
              }
            : {
                message: `The call ${call.name} can't fail with ${name}: “${later.name}” is called after it is done and can't undo it.`,
                next: `Remove ${name} from its May fail with, and state in point 4 what happens when ${later.name} fails.`,
              }),
        };
      }
    }
  },
});

/** Whether the call also writes other records, whose guards, rules and keys may refuse it. */
function writesOtherRecords({ does }: Call, { schema }: CheckContext): boolean {
  const deed = deedOf(does);
  if (deed === null) return false;
  const entities = [...schema.entities.values()];
  if (deed.kind === 'delete' || deed.kind === 'delete all')
    return entities.some(({ entity }) => entity.fields.some((field) => isCascading(field, deed.entity)));
  const isFollowed = entities.some(({ machines }) =>
    machines.some(({ transitions }) =>
      transitions.some(({ timer }) => timer?.kind === 'on' && timer.entity.name === deed.entity),
    ),
  );
  return isFollowed || transitionsOf(does, schema).some(({ effects }) => effects.some(isOnOtherRecord));
}

function isCascading({ onDelete, type }: Field, entity: string): boolean {
  return onDelete === 'cascade' && (type.kind === 'reference' || type.kind === 'references') && type.entity === entity;
}

function transitionsOf(does: Call['does'], schema: Schema): readonly Transition[] {
  const deed = deedOf(does);
  const machines = schema.entities.get(deed?.entity ?? '')?.machines ?? [];
  return deed === null ? [] : machines.flatMap(({ transitions }) => takenBy(deed, transitions));
}

/** Returns the outside calls that follow a call of the application. */
function outsideCalls({ does }: Call, { schema }: CheckContext): readonly Call[] {
  const names = new Set(
    transitionsOf(does, schema).flatMap(({ effects }) =>
      effects.flatMap((one) => (one.kind === 'call' ? one.call : [])),
    ),
  );
  return schema.model.calls.filter((call) => call.does.kind === 'outside' && names.has(call.name));
}
