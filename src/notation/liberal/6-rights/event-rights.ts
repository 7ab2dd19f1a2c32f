import type { Place } from '../../../model/types/place.ts';
import type { Reader } from '../../reader.ts';
import { together } from './cells.ts';
import type { Predicate } from './predicates.ts';
import type { Statement } from './statement.ts';

/** Who may raise an event of an entity, as far as point 6 says it; nobody where it says so of nobody. */
export interface EventRight extends Pick<Predicate, 'grants' | 'at'> {
  readonly entity: string;
  readonly event: string;
}

/** The events that statements speak of. Where they only deny, all others may. */
export function eventRightsOf(
  reader: Reader,
  statements: readonly Statement[],
  roles: readonly string[],
  open: ReadonlySet<string>,
): EventRight[] {
  const keys = new Map<string, readonly [entity: string, event: string]>();
  for (const { entity, events } of statements)
    for (const event of events) keys.set(JSON.stringify([entity, event]), [entity, event]);
  return [...keys.values()].map(([entity, event]) => {
    const about = statements.filter((each) => each.entity === entity && each.events.includes(event));
    const isDenied = about.every(({ answer }) => answer === 'no');
    const grants = roles.flatMap((role): EventRight['grants'] => {
      const said = about.filter((each) => each.roles === 'everyone' || each.roles.includes(role));
      if (said.length === 0 && (isDenied || open.has(role))) return [{ role, where: isDenied ? null : undefined }];
      const grant = together(said);
      if (grant.kind === 'unknown') return [{ role, where: undefined }];
      return grant.kind === 'yes' ? [{ role, where: grant.where }] : [];
    });
    const at: Place = reader.place(about[0]?.at ?? { text: '', from: 0 });
    return { entity, event, grants, at };
  });
}
