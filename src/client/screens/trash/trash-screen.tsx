import { messages } from '../../languages/messages.ts';
import './trash.css';
import '../../styles/messages.css';
import { RotateCcw, Trash2, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Problem, WireDeleted } from '../../../engine/core/wire-format.ts';
import { ProblemError } from '../../api/request.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { focusFirst } from '../../components-base/focus-restore.ts';
import { Skeleton } from '../../components-base/skeleton.tsx';
import { deletedOf, useDeleted, useRestoreMany } from '../../data/deleted.ts';
import { trashEntityAt } from '../../navigation/trash-paths.ts';
import { useLocation } from '../../platform/location.tsx';
import { useToast } from '../../toasts/toasts.tsx';
import { nounFor } from '../../view/count-nouns.ts';
import { usePageTitle } from '../../view/page-title.tsx';
import { type EntityInView, useView } from '../../view/view-context.tsx';
import { NotFoundPage } from '../pages/not-found.tsx';
import { retentionDays } from './retention.ts';
import { DeletedRow } from './trash-row.tsx';

/** The deleted records of an entity that can still be restored. */
export function DeletedPage() {
  const { path } = useLocation();
  const { entity: entityOf } = useView();
  const entity = entityOf(trashEntityAt(path) ?? '');
  return entity === null || !entity.mayRestore ? <NotFoundPage /> : <Deleted key={entity.name} entity={entity} />;
}

function Deleted({ entity }: { readonly entity: EntityInView }) {
  const { schema, format } = useView();
  const nouns = nounFor(entity.model, 2);
  const days = retentionDays(schema.model);
  usePageTitle(messages.application.lists.deleted({ nouns }));
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useDeleted(entity.name);
  const items = useMemo(() => deletedOf(data), [data]);
  const total = data?.pages[0]?.total ?? null;
  const many = total === null ? '' : `${format.number(total.count, 0)}${total.atLeast ? '+' : ''}`;
  const count = messages.trash.count({ count: many, nouns: nounFor(entity.model, total?.count ?? 2) });
  const back = useRestoring(entity, items);
  const fields = useRowFields(entity);
  const { page, from, stays } = useFocusAfterRestore(items, back.chosen.size);
  return (
    <section className="deleted" ref={page} tabIndex={-1} onKeyDownCapture={stays} onPointerDownCapture={stays}>
      <PageHeader title={messages.application.lists.deleted({ nouns })} help={<p>{messages.trash.kept({ days })}</p>} />
      {error !== null && <ProblemNote problem={error.problem} retry={() => void refetch()} />}
      {isPending && <Skeleton rows={4} />}
      {data !== undefined && items.length === 0 && (
        <EmptyState
          title={messages.trash.empty}
          text={messages.trash.emptyText({ days })}
          icon={<Trash2 size={24} strokeWidth={1.75} />}
        />
      )}
      {items.length > 0 && <SelectionBar items={items} back={back} count={count} onRestore={() => from(0)} />}
      {items.length > 0 && (
        <ul className="deleted-list" aria-label={messages.trash.list({ nouns })}>
          {items.map((item, place) => (
            <DeletedRow
              key={item.record.id}
              entity={entity}
              item={item}
              fields={fields}
              isSelected={back.chosen.has(item.record.id)}
              onSelect={() => back.choose(item.record.id)}
              busy={back.busy.has(item.record.id)}
              problem={back.problems.get(item.record.id) ?? null}
              onRestore={() => {
                from(place);
                void back.restore([item]);
              }}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="deleted-more">
          <Button busy={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            {messages.trash.more}
          </Button>
        </div>
      )}
    </section>
  );
}

interface SelectionBarProps {
  readonly items: readonly WireDeleted[];
  readonly back: Restoring;
  /** The number of deleted records, as text. */
  readonly count: string;
  readonly onRestore: () => void;
}

/** The bar above the rows: the number of records, the number of selected ones, and a button to restore those. */
function SelectionBar({ items, back, count, onRestore }: SelectionBarProps) {
  const { format } = useView();
  const chosen = items.filter(({ record }) => back.chosen.has(record.id));
  const isAll = chosen.length === items.length;
  const refusals = chosen.map(({ restore }) => restore);
  return (
    <div className="deleted-bar" role="group" aria-label={messages.trash.bulkBar}>
      <Checkbox
        checked={isAll}
        mixed={chosen.length > 0 && !isAll}
        onChange={() => back.chooseAll(isAll ? [] : items.map(({ record }) => record.id))}
        label={messages.trash.selectAll}
      />
      <span className="deleted-chosen" aria-live="polite">
        {chosen.length > 0 ? messages.trash.selected({ count: format.number(chosen.length, 0) }) : count}
      </span>
      {chosen.length > 0 && (
        <>
          <ActionButton
            label={messages.trash.restore}
            icon={<RotateCcw size={14} aria-hidden />}
            refusal={refusals.includes(null) ? null : (refusals[0] ?? null)}
            onPress={() => {
              onRestore();
              void back.restore(chosen);
            }}
            busy={chosen.some(({ record }) => back.busy.has(record.id))}
            variant="primary"
            size="small"
          />
          <IconButton
            label={messages.trash.clearSelection}
            icon={<X size={15} aria-hidden />}
            onPress={() => back.chooseAll([])}
            size="small"
          />
        </>
      )}
    </div>
  );
}

/**
 * Moves the focus after a restore, which removes the focused button: to the row at the same position, or to the page if no
 * row is left. The focus stays if it was moved in the meantime.
 */
function useFocusAfterRestore(items: readonly WireDeleted[], chosen: number) {
  const page = useRef<HTMLElement>(null);
  const place = useRef<number | null>(null);
  // Runs when rows or the selection bar disappear.
  useEffect(() => {
    if (place.current === null || document.activeElement !== document.body) return;
    const rows = page.current?.querySelectorAll('.deleted-row .deleted-back');
    if (!focusFirst(rows?.[Math.min(place.current, rows.length - 1)] ?? null)) page.current?.focus();
  }, [items, chosen]);
  const from = (at: number) => {
    place.current = at;
  };
  const stays = () => {
    place.current = null;
  };
  return { page, from, stays };
}

type Restoring = ReturnType<typeof useRestoring>;

/** The selected records, those being restored, and the problems of failed restores. */
function useRestoring(entity: EntityInView, items: readonly WireDeleted[]) {
  const { go, recordRoute } = useView();
  const say = useToast();
  const { mutateAsync } = useRestoreMany(entity.name);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [problems, setProblems] = useState<ReadonlyMap<string, Problem>>(new Map());
  const restore = async (wanted: readonly WireDeleted[]) => {
    const ids = wanted.map(({ record }) => record.id);
    setBusy(new Set(ids));
    try {
      const outcomes = await mutateAsync(wanted.map(({ record: { id, _ } }) => ({ id, etag: _.etag })));
      const refused = new Map(outcomes.flatMap(({ id, problem }) => (problem === undefined ? [] : [[id, problem]])));
      setProblems((known) => new Map([...[...known].filter(([id]) => !ids.includes(id)), ...refused]));
      setChosen((known) => new Set([...known].filter((id) => !ids.includes(id) || refused.has(id))));
      const there = wanted.filter(({ record }) => !refused.has(record.id));
      const [one] = there;
      if (one === undefined) return;
      const to = there.length === 1 ? recordRoute(entity.name, one.record.id) : null;
      say({
        title:
          there.length === 1
            ? messages.trash.back({ title: one.record._.title })
            : messages.trash.backMany({ count: there.length }),
        ...(to === null ? {} : { action: { label: messages.trash.open, onPress: () => go(to) } }),
      });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      say({ title: messages.trash.notBack, text: error.message, tone: 'danger' });
    } finally {
      setBusy(new Set());
    }
  };
  const there = new Set(items.map(({ record }) => record.id));
  return {
    chosen: new Set([...chosen].filter((id) => there.has(id))),
    choose: (id: string) => setChosen((known) => toggled(known, id)),
    chooseAll: (ids: readonly string[]) => setChosen(new Set(ids)),
    busy,
    problems,
    restore,
  };
}

function toggled(known: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(known);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Returns the fields of the entity's first list, without the title; without a list, its readable fields. */
function useRowFields(entity: EntityInView): readonly string[] {
  const { view } = useView();
  const list = view.screens.find((screen) => screen.entity === entity.name && screen.kind === 'table');
  const names = list === undefined ? entity.reads : list.fields;
  return names.filter((name) => {
    const kind = entity.attributes.get(name)?.type.kind;
    return name !== entity.title && kind !== undefined && !['list', 'file', 'long text'].includes(kind);
  });
}
