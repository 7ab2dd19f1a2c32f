import { CopyPlus, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WireRecord, WireRefusal } from '../../../engine/core/wire-format.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Menu, type MenuItem } from '../../components/menu.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { messages } from '../../languages/messages.ts';
import { Moment } from '../../screen-parts/moment.tsx';
import { fieldValue } from '../../view/display-value.ts';
import { useLabelOf } from '../../view/labels.ts';
import { Value } from '../../view/values.tsx';
import type { EntityInView } from '../../view/view-context.tsx';
import type { EventOffer } from './events.ts';
import type { RecordHeading } from './layout.ts';

/** Maximum number of event buttons; further events are in the menu. */
const maxButtons = 5;

interface HeaderProps {
  readonly entity: EntityInView;
  readonly record: WireRecord;
  readonly heading: RecordHeading;
  readonly offers: readonly EventOffer[];
  readonly isBusy: (event: string) => boolean;
  readonly onEvent: (offer: EventOffer) => void;
  /** Undefined if the roles can never change such a record. */
  readonly edit: WireRefusal | null | undefined;
  readonly onEdit: () => void;
  /** Undefined if the roles can't create such a record from here. */
  readonly duplication: WireRefusal | null | undefined;
  readonly onDuplicate: () => void;
  readonly onDelete: () => void;
  /** The refusal of events while the record has unsaved input; else null. */
  readonly typing: WireRefusal | null;
  /** The list of persons who also look at the record. */
  readonly present: ReactNode;
}

/** The title of a record, its states, and its actions. */
export function RecordHeader(props: HeaderProps) {
  const { entity, record, heading, offers, isBusy, onEvent, edit, onEdit, onDelete, typing, present } = props;
  const labelOf = useLabelOf();
  const states = [...entity.attributes.values()].filter(
    ({ kind, name }) => kind === 'state' && Object.hasOwn(record, name),
  );
  const items = [
    ...offers.slice(maxButtons).map((offer) => eventItem(offer, typing, onEvent)),
    ...duplicate(props),
    ...deletion(props, onDelete),
  ];
  const beside = (
    <>
      {states.map((state) => (
        <span key={state.id} data-element={state.id} className="record-state">
          <span className="reader-only">{labelOf(state.id)}: </span>
          <Value attribute={state} record={record} />
        </span>
      ))}
    </>
  );
  const actions = (
    <div className="record-actions">
      {offers.slice(0, maxButtons).map((offer) => (
        <ActionButton
          key={offer.name}
          label={offer.label}
          element={offer.element}
          variant={offer.isPrimary && typing === null ? 'primary' : 'plain'}
          refusal={offer.refusal ?? typing}
          busy={isBusy(offer.name)}
          onPress={() => onEvent(offer)}
        />
      ))}
      <div className="record-actions-last">
        {edit !== undefined && (
          <ActionButton
            label={messages.record.edit}
            icon={<Pencil size={14} aria-hidden />}
            element={entity.calls.change ?? entity.model.id}
            refusal={edit}
            onPress={onEdit}
          />
        )}
        {items.length > 0 && <Menu label={messages.record.more} items={items} />}
      </div>
    </div>
  );
  return (
    <>
      <PageHeader
        title={<HeadingText heading={heading} />}
        element={heading.attribute?.id ?? entity.model.id}
        extra={beside}
        actions={actions}
      />
      <div className="record-beneath" data-present={Boolean(present) || undefined}>
        <Origin record={record} />
        {present}
      </div>
    </>
  );
}

function HeadingText({ heading: { text, number } }: { readonly heading: RecordHeading }) {
  if (number === null) return text;
  return (
    <>
      {text} <span className="record-number">{number}</span>
    </>
  );
}

function eventItem(offer: EventOffer, typing: WireRefusal | null, onEvent: (offer: EventOffer) => void): MenuItem {
  return {
    id: `event ${offer.name}`,
    label: offer.label,
    element: offer.element,
    refusal: offer.refusal ?? typing,
    danger: offer.isDanger,
    onAction: () => onEvent(offer),
  };
}

/** Returns the menu item that duplicates the record; none if it is not offered. */
function duplicate({ entity, duplication, onDuplicate }: HeaderProps): MenuItem[] {
  if (duplication === undefined) return [];
  return [
    {
      id: 'duplicate',
      label: messages.record.duplicate,
      icon: <CopyPlus size={14} aria-hidden />,
      element: entity.calls.create ?? entity.model.id,
      refusal: duplication,
      onAction: onDuplicate,
    },
  ];
}

/** Returns the menu item that deletes the record; none if the roles can never delete such records. */
function deletion({ entity, record }: HeaderProps, onDelete: () => void): MenuItem[] {
  if (entity.calls.delete === null) return [];
  return [
    {
      id: 'delete',
      label: messages.record.delete,
      icon: <Trash2 size={14} aria-hidden />,
      element: entity.calls.delete,
      danger: true,
      refusal: record._.can.delete,
      onAction: onDelete,
    },
  ];
}

/** Who created the record and when; who changed it last, if the screen has `changedAt`. */
function Origin({ record }: { readonly record: WireRecord }) {
  const { created, createdBy, changed, changedBy } = messages.record;
  const parts = [
    { at: fieldValue(record, 'createdAt'), by: byOf(record, 'createdBy'), words: created, wordsBy: createdBy },
    { at: fieldValue(record, 'changedAt'), by: byOf(record, 'changedBy'), words: changed, wordsBy: changedBy },
  ].filter(({ at }) => typeof at === 'string');
  if (parts.length === 0) return null;
  return (
    <p className="record-origin">
      {parts.map(({ at, by, words, wordsBy }, index) => (
        <span key={words}>
          {index > 0 && ' · '}
          {by === null ? words : wordsBy({ by })} <Moment at={String(at)} />
        </span>
      ))}
    </p>
  );
}

function byOf({ _: { labels } }: WireRecord, name: string): string | null {
  return Object.hasOwn(labels, name) ? (labels[name] ?? null) : null;
}
