import { mainCall } from '../../model/lookups/main-call.ts';
import { sentBy } from '../call-inputs.ts';
import { defineCheck } from '../check.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'form-field-not-sent',
  point: 2,
  severity: 'warning',
  about: 'A form with a field that the call behind it does not send.',
  *findIn(context) {
    const entity = context.schema.entities.get(context.entity.name);
    const attributes = entity?.attributes;
    for (const screen of context.screens) {
      if (screen.standing !== 'stated' || screen.kind !== 'form') continue;
      const { schema } = context;
      const call = mainCall(context.calls, 'create', context.entity.name, (one) => {
        return sentBy(one, entity, schema.entities)?.length ?? null;
      });
      if (call === undefined || call.standing !== 'stated') continue;
      const sends = sentBy(call, entity, context.schema.entities);
      if (sends === null || sends.length === 0) continue;
      const sent = new Set(sends.map(({ name }) => name));
      // A name that nothing bears may be meant for one of them, and is reported by itself.
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
          message: `The form ${screen.name} has ${name}, and the call behind it, ${call.name}, does not send it, so that it is not there to fill in.`,
          next: `Add ${name} to Sends of ${call.name} in point 7, or take it out of the form.`,
          witness: witnessOf(context, {
            who: screen.roles?.[0]?.name ?? null,
            screen,
            happens: `there is no input for ${name}`,
          }),
        };
      }
    }
  },
});
