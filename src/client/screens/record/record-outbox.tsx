import { useId } from 'react';
import type { WireOutbox } from '../../../engine/core/wire-format.ts';
import { request } from '../../api/request.ts';
import { Button } from '../../components/button.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { useSending } from '../../components/use-sending.ts';
import { useOutbox } from '../../data/records.ts';
import { messages } from '../../languages/messages.ts';
import { Moment } from '../../screen-parts/moment.tsx';
import { useLabelOf } from '../../view/labels.ts';
import type { EntityInView } from '../../view/view-context.tsx';

/** The outgoing calls and letters of a record with their status. Renders nothing if there are none. */
export function Outbox({ entity, id }: { readonly entity: EntityInView; readonly id: string }) {
  const heading = useId();
  const { data, refetch } = useOutbox(entity.name, id);
  const { send, busy, problem } = useSending();
  if (data === undefined || data.items.length === 0) return null;
  const path = `/_/records/${encodeURIComponent(entity.name)}/${id}/outbox`;
  const again = (entry: string) =>
    void send(() => request('POST', `${path}/${entry}`, { body: {} }).then(() => refetch()));
  return (
    <section className="record-outbox" aria-labelledby={heading}>
      <h2 id={heading}>{messages.record.outbox}</h2>
      {problem !== null && <ProblemNote problem={problem} />}
      <ul>
        {data.items.map((item) => (
          <Entry key={item.id} item={item} busy={busy} onAgain={() => again(item.id)} />
        ))}
      </ul>
    </section>
  );
}

interface EntryProps {
  readonly item: WireOutbox;
  readonly busy: boolean;
  readonly onAgain: () => void;
}

function Entry({ item, busy, onAgain }: EntryProps) {
  const labelOf = useLabelOf();
  return (
    <li data-element={item.decidedBy[0]?.element ?? item.call}>
      <strong data-element={item.call}>{nameOf(labelOf, item.call)}</strong> · {statusText(item)}{' '}
      <span className="timeline-when">
        <Moment at={item.at} />
      </span>{' '}
      {item.state === 'dead' && (
        <Button size="small" onPress={onAgain} busy={busy}>
          {messages.record.sendAgain}
        </Button>
      )}
    </li>
  );
}

function statusText({ state, waiting, attempts, problem }: WireOutbox): string {
  if (waiting !== null) return waiting;
  if (state === 'sent') return messages.record.sent;
  if (state === 'dead') return messages.record.givenUp({ problem: problem ?? '' });
  return problem === null ? messages.record.leaving : messages.record.triedAgain({ attempts, problem });
}

/**
 * Returns the label of a call or of an e-mail; outgoing calls are not in the view, so their name is taken from the id.
 */
function nameOf(labelOf: (element: string) => string, call: string): string {
  if (call === 'email') return messages.record.email;
  const label = labelOf(call);
  return label === call ? call.replace(/^call\//, '') : label;
}
