import { messages } from '../../languages/messages.ts';
import '../../styles/views.css';
import { Bookmark, BookmarkCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { WireListView, WireListViews } from '../../../engine/query/saved-list-view.ts';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Link } from '../../components/link.tsx';
import { Menu, type MenuItem } from '../../components/menu.tsx';
import { lazyWithoutFallback } from '../../components-base/lazy-preloaded.ts';
import { useCommands } from '../../palette/command-registry.tsx';
import { useLocation } from '../../platform/location.tsx';
import { type ListSearch, writeSearch } from '../../view/list-search.ts';
import type { ColumnsInHand } from '../columns/use-columns.ts';
import { searchFor } from './opening-view.ts';
import type { SavedViews } from './use-saved-views.ts';
import { useKeeping } from './use-saving.ts';
import { NOTHING, sameState, stateOf } from './view-state.ts';

const KeepDialog = lazyWithoutFallback(() => import('./save-view-dialog.tsx'), 'KeepDialog');

interface ViewsProps {
  readonly screen: string;
  readonly kept: SavedViews;
  readonly views: WireListViews;
  readonly asked: ListSearch;
  readonly change: (part: Partial<ListSearch>, options?: { readonly replace?: boolean }) => void;
  /** Null for a screen without columns, such as a board. */
  readonly columns: Pick<ColumnsInHand, 'choice' | 'reset'> | null;
}

/** The saved views of a screen as tabs, with the menu of their actions. Without views, only the menu is shown. */
export function Views({ screen, kept, views, asked, change, columns }: ViewsProps) {
  const { open } = kept;
  const { path } = useLocation();
  const state = stateOf(asked, columns?.choice ?? NOTHING, open?.state.density ?? null);
  const isChanged = open !== null && !sameState(open.state, state);
  const keeping = useKeeping(screen, state, change, () => columns?.reset());
  const [isNaming, setNaming] = useState<'new' | 'open' | null>(null);
  const [removing, setRemoving] = useState<WireListView | null>(null);
  const { items, opening, shares } = views;
  const words = columns === null ? messages.savedViews.screen : messages.savedViews;
  useCommands({
    title: messages.savedViews.tabs,
    commands: (items.length === 0 ? [] : [null, ...items]).map((view) => ({
      id: `view ${view?.id ?? ''}`,
      label: messages.savedViews.command({ name: view?.name ?? messages.savedViews.default }),
      text: roleOf(view),
      refusal: null,
      run: () => keeping.show(view),
    })),
  });
  const tabs = useRef<HTMLElement>(null);
  const openId = open?.id;
  useEffect(() => {
    // If the tabs don't all fit, the open one is scrolled into view.
    if (openId !== undefined)
      tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [openId]);
  const back = () => {
    columns?.reset();
    keeping.show(open);
  };
  const menu = menuOf({
    words,
    open,
    isChanged,
    opensWith: opening,
    onSave: keeping.save,
    onNew: () => setNaming('new'),
    onEdit: () => setNaming('open'),
    onBack: back,
    onRemove: setRemoving,
    onOpenWith: keeping.openWith,
  });
  const tab = (view: WireListView | null) => (
    <li key={view?.id ?? ''}>
      <Link
        to={`${path}${writeSearch({ ...asked, ...searchFor(view) })}`}
        look="bare"
        className="view-tab"
        current={open?.id === view?.id}
      >
        {view?.name ?? messages.savedViews.default}
      </Link>
    </li>
  );
  const edited = isNaming === 'open' ? open : null;
  return (
    <div className="views" data-empty={items.length === 0 || undefined}>
      {items.length > 0 && (
        <nav ref={tabs} className="view-tabs" aria-label={messages.savedViews.tabs}>
          <ul>{[tab(null), ...items.map(tab)]}</ul>
        </nav>
      )}
      {open !== null && isChanged && (
        <span className="view-changed">
          <span role="status">{messages.savedViews.changed}</span>
          <Button
            size="small"
            variant="quiet"
            busy={keeping.isBusy}
            onPress={() => (open.mayChange ? keeping.save(open) : setNaming('new'))}
          >
            {open.mayChange ? messages.savedViews.save : messages.savedViews.saveNew}
          </Button>
        </span>
      )}
      <Menu
        label={words.menu}
        items={menu}
        size="small"
        isIcon
        trigger={open === null ? <Bookmark size={15} aria-hidden /> : <BookmarkCheck size={15} aria-hidden />}
      />
      {isNaming !== null && (
        <KeepDialog
          view={edited}
          density={columns === null ? undefined : (open?.state.density ?? null)}
          shares={edited === null || edited.mayChange ? shares : []}
          onKeep={(chosen) => keeping.keep(edited, chosen)}
          onClose={() => setNaming(null)}
        />
      )}
      <Confirm
        title={messages.savedViews.removeTitle({ name: removing?.name ?? '' })}
        action={messages.savedViews.removeIt}
        isOpen={removing !== null}
        onConfirm={() => {
          if (removing !== null) keeping.remove(removing);
          setRemoving(null);
        }}
        onClose={() => setRemoving(null)}
      >
        <p>
          {removing !== null &&
            (removing.role === null
              ? messages.savedViews.removeOwn
              : messages.savedViews.removeShared({ role: removing.role.label }))}
        </p>
      </Confirm>
    </div>
  );
}

const roleOf = (view: WireListView | null): string | undefined =>
  view === null || view.role === null ? undefined : messages.savedViews.forRole({ role: view.role.label });

interface MenuParts {
  readonly words: Pick<typeof messages.savedViews, 'openByDefault' | 'notByDefault'>;
  readonly open: WireListView | null;
  readonly isChanged: boolean;
  readonly opensWith: string | null;
  readonly onSave: (view: WireListView) => void;
  readonly onNew: () => void;
  readonly onEdit: () => void;
  readonly onBack: () => void;
  readonly onRemove: (view: WireListView) => void;
  readonly onOpenWith: (view: WireListView | null) => void;
}

/** Returns the menu for the open view. If the person may not change it, those items are disabled with the reason. */
function menuOf({ words, open, isChanged, opensWith, ...on }: MenuParts): MenuItem[] {
  const keep: MenuItem = { id: 'new', label: messages.savedViews.saveNew, onAction: on.onNew };
  if (open === null) return [keep];
  const refusal = open.mayChange
    ? null
    : {
        code: 'NOT_ALLOWED',
        message: messages.savedViews.cannotChangeShared,
        next: messages.savedViews.cannotChangeSharedNext,
      };
  const opens = opensWith === open.id;
  return [
    ...(isChanged
      ? [
          {
            id: 'save',
            label: messages.savedViews.saveTo({ name: open.name }),
            refusal,
            onAction: () => on.onSave(open),
          },
          { id: 'back', label: messages.savedViews.back({ name: open.name }), onAction: on.onBack },
        ]
      : []),
    keep,
    {
      id: 'edit',
      label: messages.savedViews.edit,
      refusal,
      section: messages.savedViews.thisView({ name: open.name }),
      onAction: on.onEdit,
    },
    {
      id: 'opens',
      label: opens ? words.notByDefault : words.openByDefault,
      text: messages.savedViews.opensText,
      onAction: () => on.onOpenWith(opens ? null : open),
    },
    { id: 'remove', label: messages.savedViews.remove, refusal, danger: true, onAction: () => on.onRemove(open) },
  ];
}
