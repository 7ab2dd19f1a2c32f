import type { Call } from '../../model/types/model.ts';
import { visibilityLookup } from '../access/hidden-values.ts';
import { readsOf } from '../information-flow/flow-reads.ts';
import { raisingRoles, rolesThatMay } from '../information-flow/flow-sources.ts';
import { type BodyValue, bodiesOf } from '../lookups/call-bodies.ts';
import { joinNames, placeWithin } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck, type Finding } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'outside-sends-hidden',
  point: 7,
  severity: 'note',
  about: 'An outside call that sends a value that the roles causing it may not read.',
  *find(context) {
    const found = new Map<string, Finding>();
    for (const body of bodiesOf(context)) {
      for (const [key, finding] of findingsOf(body, context)) if (!found.has(key)) found.set(key, finding);
    }
    yield* found.values();
  },
});

/** Returns the roles that cause the call, by an event or by creating the record. */
function causingRoles(call: Call, entity: string, context: CheckContext): readonly string[] {
  const { access, schema } = context;
  const rows = (schema.entities.get(entity)?.machines ?? []).flatMap((machine) =>
    machine.transitions
      .filter(
        ({ effects, timer }) => timer === null && effects.some((one) => one.kind === 'call' && one.call === call.name),
      )
      .flatMap((row) =>
        row.from === null
          ? rolesThatMay(context, (role) => access.may(role, entity, 'create') === 'yes')
          : raisingRoles(machine, row, context),
      ),
  );
  return [...new Set(rows)];
}

function* findingsOf({ call, entity: on, typed }: BodyValue, context: CheckContext): Generator<[string, Finding]> {
  const { access, schema } = context;
  const visibility = visibilityLookup(context);
  for (const { entity, field, from, to } of typed === null ? [] : readsOf(typed, context)) {
    const attribute = schema.entities.get(entity)?.attributes.get(field);
    const isWriteOnly = attribute?.kind === 'field' && attribute.field.writeOnly;
    const roles = causingRoles(call, on, context).filter(
      (role) => access.may(role, entity, 'read') === 'yes' && visibility(role, entity, field).hidden === 'always',
    );
    if (roles.length === 0 && !isWriteOnly) continue;
    const whom = isWriteOnly ? 'which is write-only' : `which ${joinNames(roles)} may not read`;
    const finding: Finding = {
      element: call.id,
      at: (call.sendsShape === null ? null : placeWithin(call.sendsShape, from, to)) ?? call.at,
      also: [attribute?.kind === 'field' ? attribute.field.at : null],
      message: `The call ${call.name} sends ${field} of ${entity} outside, ${whom}.`,
      next: 'If this is intended, leave it. Otherwise remove it from the body.',
      witness: witnessOf(context, {
        who: roles[0] ?? null,
        entity: on,
        outcome: `they cannot see ${field}, but the call ${call.name} sends it to ${call.path}`,
      }),
    };
    yield [JSON.stringify([call.id, entity, field]), finding];
  }
}
