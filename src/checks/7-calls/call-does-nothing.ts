import { nearest } from '../../expressions/syntax/nearest-name.ts';
import { eventsOf } from '../lookups/name-uses.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';

const OPERATIONS: readonly string[] = ['list', 'read', 'create', 'change', 'delete', 'outside'];

export const check = defineCheck({
  code: 'call-does-nothing',
  point: 7,
  severity: 'error',
  about: 'A call whose Does is not an operation on an entity, an event or “outside”.',
  *find(context) {
    for (const { id, name, at, does, standing } of context.model.calls) {
      if (standing !== 'stated' || does.kind !== 'unknown' || does.text === '') continue;
      const meant = nearest(does.text, candidates(context));
      yield {
        element: id,
        at,
        message: `The call ${name} does nothing: “${does.text}” is not an operation on an entity or an event.`,
        next: `${meant === null ? '' : `Did you mean ${meant}? `}Write list, read, create, change, delete or an event, followed by an entity; or “outside”.`,
      };
    }
  },
});

function* candidates({ schema }: CheckContext): Generator<string> {
  yield 'outside';
  for (const [name, entity] of schema.entities)
    for (const word of [...OPERATIONS, ...eventsOf(entity)]) yield `${word} ${name}`;
}
