import { type PointerEvent, useEffect, useId } from 'react';
import type { Problem, WireRecord } from '../../../engine/core/wire-format.ts';
import { recordsOf, useNextPage, usePage } from '../../api/queries.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import { Pill } from '../../components/pill.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { Skeleton } from '../../components-base/skeleton.tsx';
import { messages } from '../../languages/messages.ts';
import { toneOf } from '../../view/display-value.ts';
import { type EntityInView, type ScreenInView, useView } from '../../view/view-context.tsx';
import type { EventOffer } from '../record/events.ts';
import { BoardCard } from './card.tsx';
import type { CardFields } from './card-fields.ts';
import { columnQuery } from './column-filter.ts';
import type { ColumnInfo } from './columns.ts';
import { DropPreview } from './drop-target.tsx';
import type { Move } from './moves.ts';
import { cardsOf, countOf, type PendingMove } from './placed-cards.ts';

/** The state that a column reports to the board. */
export interface ColumnState {
  /** Null until it is known. */
  readonly count: number | null;
  readonly problem: Problem | null;
}

interface ColumnProps {
  readonly screen: ScreenInView;
  readonly entity: EntityInView;
  readonly field: string;
  readonly column: ColumnInfo;
  readonly q: string;
  readonly filters: string;
  readonly fields: CardFields;
  readonly pending: ReadonlyMap<string, PendingMove>;
  readonly movesFor: (record: WireRecord) => readonly Move[];
  /** The dragged card's move into this column; null if there is none or the card is from here; undefined without a drag. */
  readonly drop: Move | null | undefined;
  readonly isOver: boolean;
  readonly draggedId: string | null;
  readonly onEvent: (record: WireRecord, way: EventOffer, column: string) => void;
  readonly onMove: (record: WireRecord, move: Move) => void;
  readonly onGrab: (event: PointerEvent<HTMLElement>, record: WireRecord) => void;
  readonly onState: (column: string, state: ColumnState) => void;
}

/** A column with its cards, loaded page by page. */
export function BoardColumn(props: ColumnProps) {
  const { screen, entity, field, column, q, filters, pending, drop, onState } = props;
  const { format } = useView();
  const id = useId();
  const query = { ...columnQuery(field, column), q, sort: '', filters };
  const { data, error, isPending, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } = usePage(
    { screen: screen.id },
    query,
  );
  const nextPage = useNextPage({ fetchNextPage, hasNextPage, isFetching, isFetchingNextPage });
  const records = recordsOf(data);
  const cards = cardsOf(column.name, records, pending);
  const total = countOf(data?.pages[0]?.total, records, cards);
  const count = total?.count ?? null;
  const problem = error?.problem ?? null;
  useEffect(() => onState(column.name, { count, problem }), [onState, column.name, count, problem]);
  if (column.isLeftOver === true && cards.length === 0) return null;
  const number = total === null ? '' : `${format.number(total.count, 0)}${total.atLeast ? '+' : ''}`;
  return (
    <section
      className="column"
      aria-labelledby={id}
      data-column={column.name}
      data-landing={drop === undefined ? undefined : drop === null ? 'own' : drop.refusal === null ? 'open' : 'closed'}
      data-over={props.isOver || undefined}
    >
      <header className="column-head">
        <h2 className="column-title" id={id}>
          <Title column={column} />
          {total !== null && (
            <span className="column-count">
              <span aria-hidden>{number}</span>
              <span className="reader-only">
                {count === 1 ? messages.board.oneCard : messages.board.count({ count: number })}
              </span>
            </span>
          )}
        </h2>
      </header>
      {problem !== null && data === undefined && <ProblemNote problem={problem} retry={refetch} />}
      {isPending && problem === null && <Skeleton rows={3} />}
      {data !== undefined && cards.length === 0 && <p className="board-nothing">{messages.board.emptyColumn}</p>}
      {cards.length > 0 && (
        <ul className="column-body">
          {cards.map((record) => (
            <BoardCard
              key={record.id}
              record={record}
              entity={entity}
              fields={props.fields}
              moves={props.movesFor(record)}
              isPending={pending.has(record.id)}
              isDragged={props.draggedId === record.id}
              onEvent={(way, to) => props.onEvent(record, way, to)}
              onMove={(move) => props.onMove(record, move)}
              onGrab={(event) => props.onGrab(event, record)}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="board-more">
          <Button size="small" variant="quiet" busy={isFetchingNextPage} onPress={nextPage}>
            {messages.board.more}
          </Button>
        </div>
      )}
      {drop !== undefined && drop !== null && <DropPreview move={drop} />}
    </section>
  );
}

/** The title of a column: a colored choice, or the title of a record with a link to it. */
function Title({ column: { name, label, element, choiceOf, of } }: { readonly column: ColumnInfo }) {
  const context = useView();
  const { schema, recordRoute } = context;
  if (choiceOf !== null)
    return (
      <Pill tone={toneOf(context, choiceOf, name)} element={element}>
        {label}
      </Pill>
    );
  const to = of === null ? null : recordRoute(of, name);
  return (
    <span className="column-record" data-element={element} data-none={of === null || undefined}>
      {of !== null && schema.person?.entity.name === of && <Avatar name={label} size="small" />}
      {to === null ? (
        <span className="column-words">{label}</span>
      ) : (
        <Link to={to} look="bare" className="column-words">
          {label}
        </Link>
      )}
    </span>
  );
}
