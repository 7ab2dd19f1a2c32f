import { fieldsSentBy, linesSent, whyNeverEntered, whyNotAccepted, writingCall } from '../lookups/call-inputs.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'call-sends-no-input',
  point: 7,
  severity: 'warning',
  about: 'A call that lists a field under Sends that it never accepts.',
  *find({ entities }) {
    for (const { calls, schema } of entities) {
      for (const call of calls) {
        const writing = writingCall(call, schema.entities);
        if (writing === null) continue;
        for (const { name, at } of fieldsSentBy(call, writing.entity, schema) ?? []) {
          const why = whyNotAccepted(writing, name);
          if (why === null) continue;
          const attribute = writing.entity.attributes.get(name);
          yield {
            element: call.id,
            at: at ?? call.at,
            also: [attribute?.kind === 'field' ? attribute.field.at : null],
            message: `The call ${call.name} sends ${name}, but ${why}.`,
            next:
              writing.does.kind === 'event'
                ? `Remove ${name} from its Sends, or write “ask ${name}” under Then of the event.`
                : `Remove ${name} from its Sends, or change its line in point 3 so that people fill it in.`,
          };
        }
        // A change may send values back unchanged. A new record has no lines yet.
        if (writing.does.kind !== 'create') continue;
        for (const { list, lines, names } of linesSent(call, writing.entity, schema)) {
          for (const name of names) {
            const attribute = lines.attributes.get(name);
            const why = attribute === undefined || name === 'id' ? null : whyNeverEntered(attribute);
            if (why === null) continue;
            yield {
              element: call.id,
              at: call.sendsShape?.at ?? call.at,
              also: [attribute?.kind === 'field' ? attribute.field.at : null],
              message: `The call ${call.name} sends ${name} of each ${lines.entity.name} in ${list}, but ${why}.`,
              next: `Remove ${name} from ${list} in its Sends, or change its line in point 3 so that people fill it in.`,
            };
          }
        }
      }
    }
  },
});
