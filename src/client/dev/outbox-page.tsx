import { Send } from 'lucide-react';
import type { WireDevOutbox } from '../../engine/core/wire-format.ts';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Link } from '../components/link.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { ProblemNote } from '../components/problem-note.tsx';
import { Skeleton } from '../components-base/skeleton.tsx';
import { useDevOutbox, useSendNow } from '../data/dev.ts';
import { messages } from '../languages/messages.ts';
import { usePageTitle } from '../view/page-title.tsx';
import { useView } from '../view/view-context.tsx';
import './dev.css';

/** In development: all outgoing calls with address, body and a button to send. */
export function OutboxPage() {
  usePageTitle(messages.pages.outbox.title);
  const { data, error, isPending, refetch } = useDevOutbox();
  const sending = useSendNow();
  return (
    <section className="dev-outbox">
      <PageHeader title={messages.pages.outbox.title} help={<p>{messages.pages.outbox.intro}</p>} />
      {error !== null && <ProblemNote problem={error.problem} retry={() => void refetch()} />}
      {sending.error !== null && <ProblemNote problem={sending.error.problem} />}
      {isPending && <Skeleton rows={4} />}
      {data?.items.length === 0 && (
        <EmptyState
          title={messages.pages.outbox.empty}
          text={messages.pages.outbox.emptyText}
          icon={<Send size={24} />}
        />
      )}
      <ul className="dev-outbox-list">
        {data?.items.map((item) => (
          <Entry
            key={item.id}
            item={item}
            busy={sending.isPending && sending.variables === item.id}
            onSend={() => sending.mutate(item.id)}
          />
        ))}
      </ul>
    </section>
  );
}

interface EntryProps {
  readonly item: WireDevOutbox;
  readonly busy: boolean;
  readonly onSend: () => void;
}

function Entry({ item, busy, onSend }: EntryProps) {
  const { entity, recordRoute, format } = useView();
  const record = recordRoute(item.entity, item.record);
  const kind = entity(item.entity)?.model.label ?? item.entity;
  return (
    <li className="dev-outbox-item" data-element={item.call}>
      <div className="dev-outbox-head">
        <code className="dev-outbox-address">{item.url === null ? item.call : `${item.method} ${item.url}`}</code>
        {item.state !== 'sent' && item.url !== null && (
          <Button size="small" onPress={onSend} busy={busy}>
            {messages.pages.outbox.send}
          </Button>
        )}
      </div>
      <p className="dev-outbox-state">
        {stateText(item)} · {record === null ? kind : <Link to={record}>{kind}</Link>} · {item.event} ·{' '}
        <time dateTime={item.at}>{format.instant(Date.parse(item.at))}</time>
      </p>
      {item.body !== null && (
        <details>
          <summary>{messages.pages.outbox.body}</summary>
          <pre>{JSON.stringify(JSON.parse(item.body), null, 2)}</pre>
        </details>
      )}
    </li>
  );
}

function stateText({ state, waiting, url, isLocal, problem }: WireDevOutbox): string {
  const texts = messages.pages.outbox;
  if (state === 'sent') return texts.sent;
  if (waiting !== null) return waiting;
  if (url === null) return texts.gone;
  if (problem !== null) return texts.failed({ problem });
  return isLocal ? texts.sending : texts.waiting;
}
