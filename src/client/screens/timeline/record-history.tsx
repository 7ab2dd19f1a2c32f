import { useId } from 'react';
import type { Json } from '../../../engine/core/intent.ts';
import type { WireHistory } from '../../../engine/core/wire-format.ts';
import { labelOf as wordsOf } from '../../../model/lookups/label-from-name.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Pill } from '../../components/pill.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { Skeleton } from '../../components-base/skeleton.tsx';
import { useHistory } from '../../data/records.ts';
import { messages } from '../../languages/messages.ts';
import { Moment } from '../../screen-parts/moment.tsx';
import { optionOf, toneOf } from '../../view/display-value.ts';
import { useLabelOf } from '../../view/labels.ts';
import { type EntityInView, useView } from '../../view/view-context.tsx';

interface HistoryProps {
  readonly entity: EntityInView;
  readonly id: string;
}

const maxExpanded = 4;

/** The history of a record, newest first, as far as this person may read it. */
export function History({ entity, id }: HistoryProps) {
  const heading = useId();
  const { data, error, refetch } = useHistory(entity.name, id);
  return (
    <section className="record-history" aria-labelledby={heading}>
      <h2 id={heading}>{messages.record.history}</h2>
      {error !== null && data === undefined && <ProblemNote problem={error.problem} retry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton rows={3} />}
      {data?.items.length === 0 && <p className="record-none">{messages.record.historyEmpty}</p>}
      {data !== undefined && data.items.length > 0 && (
        <ol className="timeline">
          {data.items.map((entry) => (
            <HistoryEntry key={`${entry.at} ${entry.event}`} entity={entity} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  );
}

/** An entry of the history. */
export function HistoryEntry({ entity, entry }: { readonly entity: EntityInView; readonly entry: WireHistory }) {
  const { view } = useView();
  const { label, element } = eventOf(entity, entry.event);
  const marks = [
    ...(entry.acting ? [messages.record.acting] : []),
    ...(entry.document === view.document ? [] : [messages.record.otherVersion]),
  ];
  return (
    <li className="timeline-entry">
      <Avatar name={entry.by} size="small" />
      <div className="timeline-body">
        <p className="timeline-line">
          <strong>{entry.by}</strong> · <span data-element={element}>{label}</span>{' '}
          <span className="timeline-when">
            · <Moment at={entry.at} />
            {marks.map((mark) => (
              <span key={mark}> · {mark}</span>
            ))}
          </span>
        </p>
        <Changes entity={entity} entry={entry} />
        {entry.notes.map((note) => (
          <p key={note} className="timeline-note">
            {note}
          </p>
        ))}
      </div>
    </li>
  );
}

/** The changed values of an entry. Many values, and those of a new record, are collapsed. */
function Changes({ entity, entry }: { readonly entity: EntityInView; readonly entry: WireHistory }) {
  const { changes } = entry;
  if (changes.length === 0) return null;
  const list = (
    <ul className="timeline-changes">
      {changes.map((change) => (
        <li key={change.field}>
          <Change entity={entity} change={change} />
        </li>
      ))}
    </ul>
  );
  if (entry.event !== 'create' && changes.length <= maxExpanded) return list;
  return (
    <details className="timeline-more">
      <summary>{messages.record.values({ count: changes.length })}</summary>
      {list}
    </details>
  );
}

function Change({
  entity,
  change,
}: {
  readonly entity: EntityInView;
  readonly change: WireHistory['changes'][number];
}) {
  const labelOf = useLabelOf();
  const { field, from, to, fromText, toText } = change;
  const attribute = entity.attributes.get(field);
  const id = attribute?.id ?? field;
  return (
    <>
      <span className="timeline-field" data-element={id}>
        {labelOf(id)}
      </span>{' '}
      {fromText !== '' && (
        <>
          <span className="reader-only">{messages.record.from}</span>{' '}
          <del>
            <ChangedValue attribute={attribute} value={from} text={fromText} />
          </del>{' '}
        </>
      )}
      <span className="timeline-arrow" aria-hidden="true">
        →
      </span>{' '}
      <span className="reader-only">{messages.record.to}</span>{' '}
      {toText === '' ? (
        <span className="timeline-empty">{messages.record.empty}</span>
      ) : (
        <ins>
          <ChangedValue attribute={attribute} value={to} text={toText} />
        </ins>
      )}
    </>
  );
}

/** An old or new value: a state or choice in its color, any other as the server formatted it. */
function ChangedValue({
  attribute,
  value,
  text,
}: {
  readonly attribute: Attribute | undefined;
  readonly value: Json;
  readonly text: string;
}) {
  const context = useView();
  const choice = attribute === undefined ? null : optionOf(attribute.type, value);
  if (attribute === undefined || choice === null) return text;
  return <Pill tone={toneOf(context, attribute, choice.name)}>{choice.label}</Pill>;
}

/** Returns the label of an event of the history, and its element if the document states one. */
function eventOf(
  entity: EntityInView,
  event: string,
): { readonly label: string; readonly element: string | undefined } {
  const ours: Readonly<Record<string, string>> = messages.record.historyEvents;
  const stated = entity.events.find(({ name }) => name === event);
  if (stated !== undefined) return { label: stated.label, element: stated.machine };
  return { label: Object.hasOwn(ours, event) ? (ours[event] ?? event) : wordsOf(event), element: undefined };
}
