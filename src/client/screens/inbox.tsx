import { Inbox } from 'lucide-react';
import type { WireNotification } from '../../engine/core/wire-format.ts';
import { useMarkRead } from '../api/mark-read.ts';
import { useInbox } from '../api/queries.ts';
import { pageTexts } from '../page-texts.ts';
import { Button } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Link } from '../parts/link.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { usePageTitle } from '../view/title.tsx';
import { useView } from '../view/view.tsx';
import './pages.css';

/** What happened for this person, newest first. Going to a record marks what stands here of it as read. */
export function InboxPage() {
  const { person } = useView();
  usePageTitle(pageTexts.inbox.title);
  const { data, error, isPending, refetch } = useInbox();
  const { mutate: markRead } = useMarkRead();
  const items = data?.items ?? [];
  const unread = items.filter((item) => !item.read).map(({ id }) => id);
  return (
    <section className="inbox">
      <PageHeader
        title={pageTexts.inbox.title}
        actions={unread.length > 0 && <Button onPress={() => markRead(unread)}>{pageTexts.inbox.markAll}</Button>}
      />
      {person === null && <p>{pageTexts.inbox.guest}</p>}
      {error !== null && <ProblemNote problem={error.problem} retry={() => void refetch()} />}
      {isPending && person !== null && <Skeleton rows={4} />}
      {data !== undefined && items.length === 0 && (
        <EmptyState title={pageTexts.inbox.empty} text={pageTexts.inbox.emptyText} icon={<Inbox size={24} />} />
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
  const title = item.title ?? pageTexts.inbox.gone(kind);
  return (
    <li className="inbox-item" data-unread={!item.read}>
      <span className="inbox-mark">{!item.read && <span className="reader-only">{pageTexts.inbox.unread}</span>}</span>
      <div className="inbox-what">
        {to === null ? (
          <span className="inbox-title">{title}</span>
        ) : (
          <RecordLink to={to} item={item} title={title} markRead={markRead} />
        )}
        <span className="inbox-event">
          {kind} · {item.event === MENTIONED ? pageTexts.inbox.mentioned : (event?.label ?? item.event)}
        </span>
      </div>
      <time className="inbox-at" dateTime={item.at}>
        {format.instant(Date.parse(item.at))}
      </time>
      {!item.read && (
        <Button size="small" variant="quiet" onPress={() => markRead(item.id)}>
          {pageTexts.inbox.markRead}
        </Button>
      )}
    </li>
  );
}

/** As the server calls it that somebody was mentioned. */
const MENTIONED = '@';

interface RecordLinkProps {
  readonly to: string;
  readonly item: WireNotification;
  readonly title: string;
  readonly markRead: (id: string) => void;
}

function RecordLink({ to, item, title, markRead }: RecordLinkProps) {
  return (
    // The click reaches the link first; what bubbles here is only noticed.
    <span className="inbox-title" onClickCapture={() => !item.read && markRead(item.id)}>
      <Link to={to} element={`entity/${item.entity}`}>
        {title}
      </Link>
    </span>
  );
}
