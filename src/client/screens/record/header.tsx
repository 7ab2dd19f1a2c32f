import { CopyPlus, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WireRecord, WireRefusal } from '../../../engine/core/wire-format.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { useLabelOf } from '../../view/labels.ts';
import { fieldValue } from '../../view/shown.ts';
import { Value } from '../../view/values.tsx';
import type { EntityInView } from '../../view/view.tsx';
import type { EventOffer } from './events.ts';
import { Moment } from './moment.tsx';
import { recordTexts } from './texts.ts';

/** More buttons than this go into the menu, which says of each why not. */
const mostButtons = 5;

interface HeaderProps {
  readonly entity: EntityInView;
  readonly record: WireRecord;
  readonly offers: readonly EventOffer[];
  readonly isBusy: (event: string) => boolean;
  readonly onEvent: (offer: EventOffer) => void;
  /** Undefined: these roles never change such a record. */
  readonly edit: WireRefusal | null | undefined;
  readonly onEdit: () => void;
  /** Undefined: these roles never make such a record from here. */
  readonly duplication: WireRefusal | null | undefined;
  readonly onDuplicate: () => void;
  readonly onDelete: () => void;
  /** Set while something is typed: nothing else is done to the record meanwhile. */
  readonly typing: WireRefusal | null;
  /** Who else is here. */
  readonly present: ReactNode;
}

/** What record this is, its states, and everything that could ever be done with it. */
export function RecordHeader(props: HeaderProps) {
  const { entity, record, offers, isBusy, onEvent, edit, onEdit, onDelete, typing, present } = props;
  const labelOf = useLabelOf();
  const title = entity.title === null ? undefined : entity.attributes.get(entity.title);
  const states = [...entity.attributes.values()].filter(
    ({ kind, name }) => kind === 'state' && Object.hasOwn(record, name),
  );
  const items = [
    ...offers.slice(mostButtons).map((offer) => eventItem(offer, typing, onEvent)),
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
      {offers.slice(0, mostButtons).map((offer) => (
        <ActionButton
          key={offer.name}
          label={offer.label}
          element={offer.element}
          variant={offer.isFirst && typing === null ? 'primary' : 'plain'}
          refusal={offer.refusal ?? typing}
          busy={isBusy(offer.name)}
          onPress={() => onEvent(offer)}
        />
      ))}
      <div className="record-actions-last">
        {edit !== undefined && (
          <ActionButton
            label={recordTexts.edit}
            icon={<Pencil size={14} aria-hidden />}
            element={entity.calls.change ?? entity.model.id}
            refusal={edit}
            onPress={onEdit}
          />
        )}
        {items.length > 0 && <Menu label={recordTexts.more} items={items} />}
      </div>
    </div>
  );
  return (
    <>
      <PageHeader title={record._.title} element={title?.id ?? entity.model.id} beside={beside} actions={actions} />
      <div className="record-beneath" data-present={Boolean(present) || undefined}>
        <Origin record={record} />
        {present}
      </div>
    </>
  );
}

function eventItem(offer: EventOffer, typing: WireRefusal | null, onEvent: (offer: EventOffer) => void): MenuItem {
  return {
    id: `event ${offer.name}`,
    label: offer.label,
    element: offer.element,
    refusal: offer.refusal ?? typing,
    onAction: () => onEvent(offer),
  };
}

/** Only for roles that make such records at all. */
function duplicate({ entity, duplication, onDuplicate }: HeaderProps): MenuItem[] {
  if (duplication === undefined) return [];
  return [
    {
      id: 'duplicate',
      label: recordTexts.duplicate,
      icon: <CopyPlus size={14} aria-hidden />,
      element: entity.calls.create ?? entity.model.id,
      refusal: duplication,
      onAction: onDuplicate,
    },
  ];
}

/** Only for roles that delete such records at all. */
function deletion({ entity, record }: HeaderProps, onDelete: () => void): MenuItem[] {
  if (entity.calls.delete === null) return [];
  return [
    {
      id: 'delete',
      label: recordTexts.delete,
      icon: <Trash2 size={14} aria-hidden />,
      element: entity.calls.delete,
      danger: true,
      refusal: record._.can.delete,
      onAction: onDelete,
    },
  ];
}

/** Who made it and when; who changed it where the document asks for that. */
function Origin({ record }: { readonly record: WireRecord }) {
  const parts = [
    { at: fieldValue(record, 'createdAt'), by: byOf(record, 'createdBy'), words: recordTexts.created },
    { at: fieldValue(record, 'changedAt'), by: byOf(record, 'changedBy'), words: recordTexts.changed },
  ].filter(({ at }) => typeof at === 'string');
  if (parts.length === 0) return null;
  return (
    <p className="record-origin">
      {parts.map(({ at, by, words }, index) => (
        <span key={words(null)}>
          {index > 0 && ' · '}
          {words(by)} <Moment at={String(at)} />
        </span>
      ))}
    </p>
  );
}

function byOf({ _: { labels } }: WireRecord, name: string): string | null {
  return Object.hasOwn(labels, name) ? (labels[name] ?? null) : null;
}
