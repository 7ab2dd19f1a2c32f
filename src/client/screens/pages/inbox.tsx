import { Inbox } from 'lucide-react';
import type { WireNotification } from '../../../engine/core/wire-format.ts';
import { useInbox } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Link } from '../../components/link.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { Skeleton } from '../../components-base/skeleton.tsx';
import { useMarkRead } from '../../data/mark-read.ts';
import { messages } from '../../languages/messages.ts';
import { usePageTitle } from '../../view/page-title.tsx';
import { useView } from '../../view/view-context.tsx';
import './pages.css';

/** The notifications of this person, newest first. Opening a record marks its notification as read. */
export function InboxPage() {
  const { person } = useView();
  usePageTitle(messages.pages.inbox.title);
  const { data, error, isPending, refetch } = useInbox();
  const { mutate: markRead } = useMarkRead();
  const items = data?.items ?? [];
  const unread = items.filter((item) => !item.read).map(({ id }) => id);
  return (
    <section className="inbox">
      <PageHeader
        title={messages.pages.inbox.title}
        actions={unread.length > 0 && <Button onPress={() => markRead(unread)}>{messages.pages.inbox.markAll}</Button>}
      />
      {person === null && <p>{messages.pages.inbox.guest}</p>}
      {error !== null && <ProblemNote problem={error.problem} retry={() => void refetch()} />}
      {isPending && person !== null && <Skeleton rows={4} />}
      {data !== undefined && items.length === 0 && (
        <EmptyState
          title={messages.pages.inbox.empty}
          text={messages.pages.inbox.emptyText}
          icon={<Inbox size={24} />}
        />
      )}
      <ul className="inbox-list">
        {items.map((item) => (
          <Entry key={item.id} item={item} markRead={(id) => markRead([id])} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ item, markRead }: { readonly item: WireNotification; readonly markRead: (id: string) => void }) {
  const { entity, recordRoute, format } = useView();
  const found = entity(item.entity);
  const event = found?.events.find(({ name }) => name === item.event);
  const kind = found?.model.label ?? item.entity;
  const to = item.title === null ? null : recordRoute(item.entity, item.record);
  const title = item.title ?? messages.pages.inbox.gone({ entity: kind });
  return (
    <li className="inbox-item" data-unread={!item.read}>
      <span className="inbox-mark">
        {!item.read && <span className="reader-only">{messages.pages.inbox.unread}</span>}
      </span>
      <div className="inbox-what">
        {to === null ? (
          <span className="inbox-title">{title}</span>
        ) : (
          <RecordLink to={to} item={item} title={title} markRead={markRead} />
        )}
        <span className="inbox-event">
          {kind} · {item.event === MENTIONED ? messages.pages.inbox.mentioned : (event?.label ?? item.event)}
        </span>
      </div>
      <time className="inbox-at" dateTime={item.at}>
        {format.instant(Date.parse(item.at))}
      </time>
      {!item.read && (
        <Button size="small" variant="quiet" onPress={() => markRead(item.id)}>
          {messages.pages.inbox.markRead}
        </Button>
      )}
    </li>
  );
}

/** The server's event name of a mention. */
const MENTIONED = '@';

interface RecordLinkProps {
  readonly to: string;
  readonly item: WireNotification;
  readonly title: string;
  readonly markRead: (id: string) => void;
}

function RecordLink({ to, item, title, markRead }: RecordLinkProps) {
  return (
    // In the capture phase, so that the notification is marked before the link navigates.
    <span className="inbox-title" onClickCapture={() => !item.read && markRead(item.id)}>
      <Link to={to} element={`entity/${item.entity}`}>
        {title}
      </Link>
    </span>
  );
}
