import { mainCall } from '../../model/lookups/main-call.ts';
import { fieldsSentBy } from '../lookups/call-inputs.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'form-field-not-sent',
  point: 2,
  severity: 'warning',
  about: 'A form with a field that the call behind it does not send.',
  *find({ entities }) {
    for (const context of entities) {
      const entity = context.schema.entities.get(context.entity.name);
      const attributes = entity?.attributes;
      for (const screen of context.screens) {
        if (screen.standing !== 'stated' || screen.kind !== 'form') continue;
        const { schema } = context;
        const call = mainCall(context.calls, 'create', context.entity.name, (one) => {
          return fieldsSentBy(one, entity, schema)?.length ?? null;
        });
        if (call === undefined || call.standing !== 'stated') continue;
        const sends = fieldsSentBy(call, entity, context.schema);
        if (sends === null || sends.length === 0) continue;
        const sent = new Set(sends.map(({ name }) => name));
        // An unknown name may be meant for one of the fields, and another check reports it.
        if (sends.some(({ name }) => attributes?.has(name) !== true)) continue;
        for (const { name, at } of screen.fields) {
          const attribute = attributes?.get(name);
          if (sent.has(name) || attribute?.kind !== 'field') continue;
          const { askedOn, byProduct, computed } = attribute.field;
          if (computed !== null || byProduct || askedOn.length > 0) continue;
          yield {
            element: screen.id,
            at: at ?? screen.at,
            also: [sends[0]?.at ?? call.at],
            message: `The form ${screen.name} has ${name}, but its call ${call.name} does not send it. The form has no input for it.`,
            next: `Add ${name} to Sends of ${call.name} in point 7, or remove it from the form.`,
            witness: witnessOf(context, {
              who: screen.roles?.[0]?.name ?? null,
              screen,
              outcome: `there is no input for ${name}`,
            }),
          };
        }
      }
    }
  },
});
