import { useId } from 'react';
import type { WireOutbox } from '../../../engine/core/wire-format.ts';
import { useOutbox } from '../../api/records.ts';
import { request } from '../../api/request.ts';
import { Button } from '../../parts/button.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { useLabelOf } from '../../view/labels.ts';
import type { EntityInView } from '../../view/view.tsx';
import { Moment } from './moment.tsx';
import { recordTexts } from './texts.ts';

/** What is to leave because of this record, and how it stands with it. Nothing where nothing is. */
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
      <h2 id={heading}>{recordTexts.outbox}</h2>
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
      <strong data-element={item.call}>{nameOf(labelOf, item.call)}</strong> · {standingOf(item)}{' '}
      <span className="timeline-when">
        <Moment at={item.at} />
      </span>{' '}
      {item.state === 'dead' && (
        <Button size="small" onPress={onAgain} busy={busy}>
          {recordTexts.sendAgain}
        </Button>
      )}
    </li>
  );
}

function standingOf({ state, waiting, attempts, problem }: WireOutbox): string {
  if (waiting !== null) return waiting;
  if (state === 'sent') return recordTexts.sent;
  if (state === 'dead') return recordTexts.givenUp(problem ?? '');
  return problem === null ? recordTexts.leaving : recordTexts.triedAgain(attempts, problem);
}

/** The View leaves calls to the outside out: then the name stands in the id. */
function nameOf(labelOf: (element: string) => string, call: string): string {
  const label = labelOf(call);
  return label === call ? call.replace(/^call\//, '') : label;
}
