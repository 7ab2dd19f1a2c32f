import { closedTo, linesSent, neverTyped, sentBy, writingOf } from '../lookups/call-inputs.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'call-sends-no-input',
  point: 7,
  severity: 'warning',
  about: 'A call that lists a field under Sends which it never takes, so that whoever sends it is refused.',
  *findIn({ calls, schema }) {
    for (const call of calls) {
      const writing = writingOf(call, schema.entities);
      if (writing === null) continue;
      for (const { name, at } of sentBy(call, writing.entity, schema.entities) ?? []) {
        const why = closedTo(writing, name);
        if (why === null) continue;
        const attribute = writing.entity.attributes.get(name);
        yield {
          element: call.id,
          at: at ?? call.at,
          also: [attribute?.kind === 'field' ? attribute.field.at : null],
          message: `The call ${call.name} says that it sends ${name}, and ${why}.`,
          next:
            writing.does.kind === 'event'
              ? `Take ${name} out of its Sends, or write “ask ${name}” under Then of the event.`
              : `Take ${name} out of its Sends, or let people fill it in by its line in point 3.`,
        };
      }
      // What is there may come back as it stands; a new record has no lines yet.
      if (writing.does.kind !== 'create') continue;
      for (const { list, lines, names } of linesSent(call, writing.entity, schema.entities)) {
        for (const name of names) {
          const attribute = lines.attributes.get(name);
          const why = attribute === undefined || name === 'id' ? null : neverTyped(attribute);
          if (why === null) continue;
          yield {
            element: call.id,
            at: call.sendsShape?.at ?? call.at,
            also: [attribute?.kind === 'field' ? attribute.field.at : null],
            message: `The call ${call.name} says that it sends ${name} of each ${lines.entity.name} in ${list}, and ${why}.`,
            next: `Take ${name} out of ${list} in its Sends, or let people fill it in by its line in point 3.`,
          };
        }
      }
    }
  },
});
