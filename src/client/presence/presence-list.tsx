import { Pencil } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PresentPerson as Somebody } from '../api/presence-data.ts';
import { Avatar } from '../components/avatar.tsx';
import { messages } from '../languages/messages.ts';
import { usePresence } from './use-presence.ts';
import '../styles/present.css';

/** People shown by name; the others are counted and listed on request. */
const MOST_NAMED = 3;

interface PresentProps {
  readonly entity: string;
  readonly id: string;
  /** Whether there are unsaved changes on this page. */
  readonly editing: boolean;
}

/**
 * The other people at this record, those who are editing first. Renders nothing if there are none. It locks nothing.
 */
export function PresenceList({ entity, id, editing }: PresentProps) {
  const people = usePresence(entity, id, editing).toSorted((one, other) => Number(other.editing) - Number(one.editing));
  const rest = people.slice(MOST_NAMED);
  return (
    <>
      <PresenceAnnouncement key={`${entity} ${id}`} people={people} />
      {people.length > 0 && (
        <span className="present">
          <ul className="present-people" aria-label={messages.record.alsoHere}>
            {people.slice(0, MOST_NAMED).map((each) => (
              <Person key={each.id} person={each} />
            ))}
          </ul>
          {rest.length > 0 && (
            <details className="present-more">
              <summary>{messages.record.moreHere({ count: rest.length })}</summary>
              <ul className="present-people" aria-label={messages.record.alsoHere}>
                {rest.map((each) => (
                  <Person key={each.id} person={each} />
                ))}
              </ul>
            </details>
          )}
        </span>
      )}
    </>
  );
}

function Person({ person: { name, editing } }: { readonly person: Somebody }) {
  return (
    <li className="present-person" data-editing={editing || undefined} title={messages.record.alsoHere}>
      <Avatar name={name} size="small" />
      <span className="present-name" dir={editing ? undefined : 'auto'}>
        {editing ? messages.record.isEditing({ name }) : name}
      </span>
      {editing && <Pencil size={12} aria-hidden />}
    </li>
  );
}

/**
 * Announces to screen readers that a person is editing, once for each person. Arrivals and departures are not
 * announced.
 */
function PresenceAnnouncement({ people }: { readonly people: readonly Somebody[] }) {
  const [said, setSaid] = useState<ReadonlyMap<string, string>>(new Map());
  const fresh = people.find((each) => each.editing && !said.has(each.id));
  useEffect(() => {
    if (fresh !== undefined) setSaid((before) => new Map(before).set(fresh.id, fresh.name));
  }, [fresh]);
  const last = [...said.values()].at(-1);
  return (
    <span className="reader-only" role="status">
      {last === undefined ? '' : messages.record.isEditing({ name: last })}
    </span>
  );
}
