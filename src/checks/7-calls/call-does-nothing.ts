import { nearest } from '../../expressions/syntax/nearest-name.ts';
import type { FileDeed } from '../../model/types/model.ts';
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
      const wrong = does.kind === 'file' ? wrongFile(context, does) : null;
      if (wrong !== null)
        yield {
          element: id,
          at,
          message: `The call ${name} does nothing: ${wrong}.`,
          next: `Name a field of the type \`file\`, or remove the call.`,
        };
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

/** Returns why no file can be sent or answered; null if one can. An unknown entity is another finding. */
function wrongFile({ schema }: CheckContext, { entity, field }: FileDeed): string | null {
  const attributes = schema.entities.get(entity)?.attributes;
  if (attributes === undefined) return null;
  const type = attributes.get(field)?.type;
  if (type === undefined) return `${entity} has no field “${field}”`;
  return type.kind === 'file' && !type.several ? null : `${entity}.${field} does not hold one file`;
}

function* candidates({ schema }: CheckContext): Generator<string> {
  yield 'outside';
  for (const [name, entity] of schema.entities)
    for (const word of [...OPERATIONS, ...eventsOf(entity)]) yield `${word} ${name}`;
}
