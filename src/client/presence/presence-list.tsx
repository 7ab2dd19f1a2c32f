import { Pencil } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Present as Somebody } from '../api/presence-data.ts';
import { Avatar } from '../components/avatar.tsx';
import { recordTexts } from '../texts/record-texts.ts';
import { useHere } from './use-presence.ts';
import '../styles/present.css';

/** More are said by their number, and by name to whoever asks. */
const MOST_NAMED = 3;

interface PresentProps {
  readonly entity: string;
  readonly id: string;
  /** Whether something is typed here that is not saved. */
  readonly editing: boolean;
}

/** Who else looks at this record now, those who edit it first; nothing where nobody does. It locks nothing. */
export function Present({ entity, id, editing }: PresentProps) {
  const people = useHere(entity, id, editing).toSorted((one, other) => Number(other.editing) - Number(one.editing));
  const rest = people.slice(MOST_NAMED);
  return (
    <>
      <Announced key={`${entity} ${id}`} people={people} />
      {people.length > 0 && (
        <span className="present">
          <ul className="present-people" aria-label={recordTexts.alsoHere}>
            {people.slice(0, MOST_NAMED).map((each) => (
              <Person key={each.id} person={each} />
            ))}
          </ul>
          {rest.length > 0 && (
            <details className="present-more">
              <summary>{recordTexts.moreHere(rest.length)}</summary>
              <ul className="present-people" aria-label={recordTexts.alsoHere}>
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
    <li className="present-person" data-editing={editing || undefined} title={recordTexts.alsoHere}>
      <Avatar name={name} size="small" />
      <span className="present-name" dir={editing ? undefined : 'auto'}>
        {editing ? recordTexts.isEditing(name) : name}
      </span>
      {editing && <Pencil size={12} aria-hidden />}
    </li>
  );
}

/** Says of each person at most once that they edit, when there is time for it; that somebody came or left is not said. */
function Announced({ people }: { readonly people: readonly Somebody[] }) {
  const [said, setSaid] = useState<ReadonlyMap<string, string>>(new Map());
  const fresh = people.find((each) => each.editing && !said.has(each.id));
  useEffect(() => {
    if (fresh !== undefined) setSaid((before) => new Map(before).set(fresh.id, fresh.name));
  }, [fresh]);
  const last = [...said.values()].at(-1);
  return (
    <span className="reader-only" role="status">
      {last === undefined ? '' : recordTexts.isEditing(last)}
    </span>
  );
}
