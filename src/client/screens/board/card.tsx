import type { PointerEvent } from 'react';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Link } from '../../components/link.tsx';
import { Menu, type MenuItem } from '../../components/menu.tsx';
import { Spinner } from '../../components-base/spinner.tsx';
import { messages } from '../../languages/messages.ts';
import { isDangerous } from '../../screen-parts/offered-events.ts';
import { fieldText, fieldValue } from '../../view/display-value.ts';
import { useLabelOf } from '../../view/labels.ts';
import { Value } from '../../view/values.tsx';
import { type EntityInView, useView } from '../../view/view-context.tsx';
import type { EventOffer } from '../record/events.ts';
import { ambiguousNumbers, type CardFields } from './card-fields.ts';
import type { Move } from './moves.ts';

interface CardProps {
  readonly record: WireRecord;
  readonly entity: EntityInView;
  readonly fields: CardFields;
  /** Empty if the card can't be moved. */
  readonly moves: readonly Move[];
  readonly isPending: boolean;
  readonly isDragged: boolean;
  readonly onEvent: (offer: EventOffer, column: string) => void;
  /** Called for a move that changes the field, and for one that is refused because no event leads there. */
  readonly onMove: (move: Move) => void;
  readonly onGrab: (event: PointerEvent<HTMLElement>) => void;
}

/** Makes a title focusable that is no link, since keys move a card from its title. */
const reachable = { tabIndex: 0 } as const;

/** A record in a column. Its title links to the record; its menu offers the same moves as dragging. */
export function BoardCard({ record, entity, fields, moves, isPending, isDragged, onEvent, onMove, onGrab }: CardProps) {
  const { recordRoute } = useView();
  const to = recordRoute(entity.name, record.id);
  const { title } = record._;
  const element = entity.attributes.get(entity.title ?? '')?.id;
  const isMovable = moves.length > 0 && !isPending;
  return (
    <li
      className="board-card"
      data-card={record.id}
      data-pending={isPending || undefined}
      data-lifted={isDragged || undefined}
      data-movable={isMovable || undefined}
      aria-busy={isPending || undefined}
      onPointerDown={isMovable ? onGrab : undefined}
      onDragStart={(event) => event.preventDefault()}
    >
      <div className="board-card-head">
        {to === null ? (
          <span className="board-title" data-element={element} {...reachable}>
            {title}
          </span>
        ) : (
          <Link to={to} look="bare" className="board-title" element={element}>
            {title}
          </Link>
        )}
        {isPending && <Spinner label={messages.board.moving} />}
        {isMovable && (
          <Menu
            label={messages.board.moveTo({ title })}
            items={itemsOf({ record, entity, moves, onEvent, onMove })}
            size="small"
          />
        )}
      </div>
      <FieldList record={record} fields={fields} />
    </li>
  );
}

/** The copy of a card that follows the pointer during a drag. */
export function DraggedCard({ record, fields }: { readonly record: WireRecord; readonly fields: CardFields }) {
  return (
    <div className="board-card" data-movable>
      <div className="board-card-head">
        <span className="board-title">{record._.title}</span>
      </div>
      <FieldList record={record} fields={fields} />
    </div>
  );
}

function FieldList({ record, fields }: { readonly record: WireRecord; readonly fields: CardFields }) {
  const { figure, others } = fields;
  const isGiven = (attribute: Attribute) => fieldValue(record, attribute.name) !== null;
  const given = others.filter(isGiven);
  const hasFigure = figure !== null && isGiven(figure);
  const labelled = ambiguousNumbers(figure === null ? others : [...others, figure]);
  if (given.length === 0 && !hasFigure) return null;
  return (
    <div className="board-card-fields">
      <span className="board-card-facts">
        {given.map((attribute) => (
          <Fact key={attribute.name} record={record} attribute={attribute} isLabelled={labelled.has(attribute)} />
        ))}
      </span>
      {hasFigure && (
        <span className="board-card-figure">
          <Fact record={record} attribute={figure} isLabelled={labelled.has(figure)} />
        </span>
      )}
    </div>
  );
}

interface FactProps {
  readonly record: WireRecord;
  readonly attribute: Attribute;
  readonly isLabelled: boolean;
}

function Fact({ record, attribute, isLabelled }: FactProps) {
  const context = useView();
  const labelOf = useLabelOf();
  const { type, id } = attribute;
  const label = labelOf(id);
  const isPerson = type.kind === 'reference' && context.schema.person?.entity.name === type.entity;
  return (
    <span className="board-fact" data-element={id} title={label}>
      <span className={isLabelled ? 'board-fact-label' : 'reader-only'}>{`${label}: `}</span>
      {isPerson && <Avatar name={fieldText(context, attribute, record)} size="small" />}
      <Value attribute={attribute} record={record} plain />
    </span>
  );
}

/** Returns a menu item for each event that leads to another column, and one with the reason for each column without an event. */
function itemsOf({
  record,
  entity,
  moves,
  onEvent,
  onMove,
}: Pick<CardProps, 'record' | 'entity' | 'moves' | 'onEvent' | 'onMove'>): MenuItem[] {
  return moves.flatMap((move): MenuItem[] => {
    const { column, label, element, offers, refusal } = move;
    if (offers.length === 0) return [{ id: `to ${column}`, label, element, refusal, onAction: () => onMove(move) }];
    return offers.map((offer) => ({
      id: `${offer.name} to ${column}`,
      label: messages.board.columnAndEvent({ column: label, event: offer.label }),
      element: offer.element,
      refusal: offer.refusal,
      danger: entity.events.some((event) => event.name === offer.name && isDangerous(event, record)),
      onAction: () => onEvent(offer, column),
    }));
  });
}
