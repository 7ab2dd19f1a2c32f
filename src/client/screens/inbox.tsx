import { useInbox } from '../api/queries.ts';
import { useMarkRead } from '../api/writes.ts';
import type { WireNotification } from '../../engine/wire.ts';
import { Link } from '../parts/link.tsx';
import { texts } from '../texts.ts';
import { usePageTitle } from '../view/title.tsx';
import { useView } from '../view/view.tsx';

/** What happened for this person, newest first. Going to a record marks what stands here of it as read. */
export function InboxPage() {
  const { person } = useView();
  usePageTitle(texts.inbox.title);
  const { data, error, refetch } = useInbox();
  const { mutate: markRead } = useMarkRead();
  const items = data?.items ?? [];
  const unread = items.filter((item) => !item.read).map(({ id }) => id);
  return (
    <section className="inbox">
      <header className="inbox-head">
        <h1>{texts.inbox.title}</h1>
        {unread.length > 0 && (
          <button type="button" className="frame-button" onClick={() => markRead(unread)}>
            {texts.inbox.markAll}
          </button>
        )}
      </header>
      {person === null && <p>{texts.inbox.guest}</p>}
      {error !== null && (
        <div role="alert" className="inbox-failed">
          <p>
            {error.problem.detail} {error.problem.next}
          </p>
          <button type="button" className="frame-button" onClick={() => void refetch()}>
            {texts.frame.tryAgain}
          </button>
        </div>
      )}
      {data !== undefined && items.length === 0 && <Nothing />}
      <ul className="inbox-list">
        {items.map((item) => (
          <Entry key={item.id} item={item} markRead={(id) => markRead([id])} />
        ))}
      </ul>
    </section>
  );
}

function Nothing() {
  return (
    <div className="inbox-empty">
      <p className="inbox-empty-title">{texts.inbox.empty}</p>
      <p>{texts.inbox.emptyText}</p>
    </div>
  );
}

function Entry({ item, markRead }: { readonly item: WireNotification; readonly markRead: (id: string) => void }) {
  const { entity, recordRoute, format } = useView();
  const found = entity(item.entity);
  const event = found?.events.find(({ name }) => name === item.event);
  const kind = found?.model.label ?? item.entity;
  const to = item.title === null ? null : recordRoute(item.entity, item.record);
  const title = item.title ?? texts.inbox.gone(kind);
  return (
    <li className="inbox-item" data-unread={!item.read}>
      <span className="inbox-mark">{!item.read && <span className="frame-hidden">{texts.inbox.unread}</span>}</span>
      <div className="inbox-what">
        {to === null ? <span className="inbox-title">{title}</span> : <RecordLink to={to} item={item} title={title} markRead={markRead} />}
        <span className="inbox-event">
          {kind} · {event?.label ?? item.event}
        </span>
      </div>
      <time className="inbox-at" dateTime={item.at}>
        {format.instant(Date.parse(item.at))}
      </time>
      {!item.read && (
        <button type="button" className="inbox-read" onClick={() => markRead(item.id)}>
          {texts.inbox.markRead}
        </button>
      )}
    </li>
  );
}

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
