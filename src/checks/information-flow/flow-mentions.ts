import { opensScreen } from '../access/field-access.ts';
import type { PartContext } from '../runner/check.ts';
import type { Read } from './flow-reads.ts';
import { readsOf } from './flow-reads.ts';
import type { Source } from './flow-sources.ts';

/**
 * Who writes a comment is offered those who read the record: by that they notice what decides whether others read it, which
 * roles these hold among it.
 */
export function* ofMentions(context: PartContext): Generator<Source> {
  const { access, model, schema } = context;
  const people = schema.person?.entity;
  for (const screen of model.screens) {
    const { id, at, entity, kind, comments } = screen;
    if (kind !== 'record' || comments !== 'yes' || entity === null || people === undefined) continue;
    const roles = () =>
      [...schema.roles.keys()].filter(
        (role) => opensScreen(screen, role, context) === 'yes' && access.may(role, entity, 'read') === 'yes',
      );
    const held = people.fields.filter(({ type }) => type.kind === 'role').map(({ name }) => read(people.name, name));
    const shows = `who is offered to be mentioned at ${entity}`;
    const about = { kind: 'mention', element: id, at, entity, roles, shows } as const;
    yield { ...about, formula: null, reads: held };
    for (const { grant } of access.cells(entity, 'read')) {
      if (grant.kind !== 'yes' && grant.kind !== 'never') continue;
      const typed = context.typed(grant.where);
      // What stands in the record of another person is not one's own.
      const reads = typed === null ? [] : readsOf(typed, context).map((each) => ({ ...each, own: false }));
      yield { ...about, formula: grant.where, reads };
    }
  }
}

const read = (entity: string, field: string): Read => ({ entity, field, own: false, from: 0, to: 0, behind: null });
