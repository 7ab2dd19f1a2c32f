import { closedTo, sentBy, writingOf } from '../call-inputs.ts';
import { defineCheck } from '../check.ts';

export const check = defineCheck({
  code: 'call-sends-no-input',
  point: 7,
  severity: 'warning',
  about: 'A call that lists a field under Sends which it never takes, so that whoever sends it is refused.',
  *findIn({ calls, schema }) {
    for (const call of calls) {
      const writing = writingOf(call, schema.entities);
      if (writing === null) continue;
      for (const { name, at } of sentBy(call, writing.entity) ?? []) {
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
    }
  },
});
