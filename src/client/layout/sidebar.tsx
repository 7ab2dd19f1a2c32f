import {
  CalendarDays,
  ChartNoAxesColumn,
  FileText,
  Inbox,
  Info,
  LayoutList,
  ListChecks,
  type LucideIcon,
  Send,
  SquareKanban,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { ViewLink } from '../../engine/view/view.ts';
import type { ScreenKind } from '../../model/types/model.ts';
import { listsRecords } from '../../model/types/screen-kinds.ts';
import { useInbox } from '../api/queries.ts';
import { Link } from '../components/link.tsx';
import { messages } from '../languages/messages.ts';
import { firstScreenPath, OWN_PAGES } from '../navigation/home.ts';
import { useLocation } from '../platform/location.tsx';
import { matchRoute, pathOf } from '../view/routes.ts';
import { useView } from '../view/view-context.tsx';

const icons: Readonly<Partial<Record<ScreenKind, LucideIcon>>> = {
  calendar: CalendarDays,
  board: SquareKanban,
  dashboard: ChartNoAxesColumn,
};

const iconOf = (screen: { readonly kind: ScreenKind }): LucideIcon =>
  icons[screen.kind] ?? (listsRecords(screen) ? LayoutList : FileText);

/** The product's name, the screens for the person's roles, and the built-in pages. */
export function Navigation({ list }: { readonly list: ViewLink | null }) {
  const { view, person } = useView();
  const current = useCurrentLink(list);
  return (
    <nav className="frame-nav" aria-label={messages.application.frame.navigation}>
      <Link look="bare" to={firstScreenPath(view)} className="frame-product" element="point/1">
        <span className="frame-mark" aria-hidden>
          {[...view.product.name][0]?.toUpperCase()}
        </span>
        <span className="frame-name">{view.product.name}</span>
      </Link>
      <ul className="frame-links">
        {view.navigation.map((link) => (
          <Item
            key={link.screen}
            to={pathOf(link.route)}
            icon={iconOf(view.screens.find(({ id }) => id === link.screen) ?? { kind: 'table' })}
            current={current === link.screen}
            element={link.screen}
          >
            {link.label}
          </Item>
        ))}
      </ul>
      <ul className="frame-links frame-own">
        {person !== null && <InboxItem current={current === OWN_PAGES.inbox} />}
        {view.dev && (
          <Item to={OWN_PAGES.outbox} icon={Send} current={current === OWN_PAGES.outbox}>
            {messages.application.frame.outbox}
          </Item>
        )}
        {view.dev && (
          <Item to={OWN_PAGES.document} icon={ListChecks} current={current === OWN_PAGES.document}>
            {messages.application.frame.document}
          </Item>
        )}
        <Item to={OWN_PAGES.about} icon={Info} current={current === OWN_PAGES.about}>
          {messages.application.frame.about}
        </Item>
      </ul>
    </nav>
  );
}

function InboxItem({ current }: { readonly current: boolean }) {
  const unread = useInbox().data?.unread ?? 0;
  return (
    <Item to={OWN_PAGES.inbox} icon={Inbox} current={current}>
      {messages.application.frame.inbox}
      {unread > 0 && (
        <span className="frame-count">
          <span aria-hidden>{unread > 99 ? '99+' : unread}</span>
          <span className="reader-only">{messages.application.frame.unread({ count: unread })}</span>
        </span>
      )}
    </Item>
  );
}

interface ItemProps {
  readonly to: string;
  readonly icon: LucideIcon;
  readonly current: boolean;
  readonly children: ReactNode;
  readonly element?: string;
}

function Item({ to, icon: Icon, current, children, element }: ItemProps) {
  return (
    <li>
      <Link look="bare" to={to} className="frame-link" current={current} element={element}>
        <Icon size={16} strokeWidth={1.75} aria-hidden />
        {children}
      </Link>
    </li>
  );
}

/** Returns the navigation link of the current page: its own, or that of the list that it belongs to. */
function useCurrentLink(list: ViewLink | null): string | null {
  const { view } = useView();
  const { path } = useLocation();
  if (Object.values<string>(OWN_PAGES).includes(path)) return path;
  const screen = matchRoute(view.screens, path)?.screen;
  if (screen === undefined) return list?.screen ?? null;
  const own = view.navigation.find((link) => link.screen === screen.id);
  return (own ?? list)?.screen ?? null;
}
