import { opensScreen } from '../access/field-access.ts';
import type { CheckContext } from '../runner/check.ts';
import type { ValueRead } from './flow-reads.ts';
import { readsOf } from './flow-reads.ts';
import type { FlowSource } from './flow-sources.ts';

/**
 * The author of a comment is offered the readers of the record for a mention. The author thereby notices what decides
 * who reads the record, including the roles of these people.
 */
export function* mentionSources(context: CheckContext): Generator<FlowSource> {
  const { access, model, schema } = context;
  const people = schema.person?.entity;
  for (const screen of model.screens) {
    const { id, at, entity, kind, comments } = screen;
    if (kind !== 'record' || comments !== 'yes' || entity === null || people === undefined) continue;
    const roles = () =>
      [...schema.roles.keys()].filter(
        (role) => opensScreen(screen, role, context) === 'yes' && access.may(role, entity, 'read') === 'yes',
      );
    const roleFields = people.fields
      .filter(({ type }) => type.kind === 'role')
      .map(({ name }) => read(people.name, name));
    const shows = `who is offered for mentions on ${entity}`;
    const about = { kind: 'mention', element: id, at, entity, roles, shows } as const;
    yield { ...about, formula: null, reads: roleFields };
    for (const { grant } of access.cells(entity, 'read')) {
      if (grant.kind !== 'yes' && grant.kind !== 'never') continue;
      const typed = context.typed(grant.where);
      // A condition on the record of another person is not about one's own record.
      const reads = typed === null ? [] : readsOf(typed, context).map((each) => ({ ...each, own: false }));
      yield { ...about, formula: grant.where, reads };
    }
  }
}

const read = (entity: string, field: string): ValueRead => ({
  entity,
  field,
  own: false,
  from: 0,
  to: 0,
  through: null,
});
