import type { WireRefusal } from '../../../engine/core/wire-format.ts';
import type { Command } from '../../palette/commands.tsx';
import type { EntityInView } from '../../view/view.tsx';
import type { EventOffer } from './events.ts';
import { recordTexts } from './texts.ts';

interface Doable {
  readonly entity: EntityInView;
  readonly offers: readonly EventOffer[];
  /** Set while something is typed: nothing else is done to the record meanwhile. */
  readonly typing: WireRefusal | null;
  /** Undefined: these roles never change such a record, or it is being changed. */
  readonly edit: WireRefusal | null | undefined;
  readonly deletion: WireRefusal | null;
  /** Undefined: these roles never make such a record from here. */
  readonly duplication: WireRefusal | null | undefined;
}

interface Ways {
  readonly raise: (offer: EventOffer) => void;
  readonly edit: () => void;
  readonly duplicate: () => void;
  readonly remove: () => void;
}

/** Everything that could ever be done with a record, by name: the same as its buttons and its menu. */
export function commandsOf(
  { entity, offers, typing, edit, duplication, deletion }: Doable,
  ways: Ways,
): readonly Command[] {
  const { calls, model } = entity;
  return [
    ...offers.map((offer) => ({
      id: `event ${offer.name}`,
      label: offer.label,
      element: offer.element,
      refusal: offer.refusal ?? typing,
      run: () => ways.raise(offer),
    })),
    ...(edit === undefined
      ? []
      : [
          {
            id: 'edit',
            label: recordTexts.edit,
            element: calls.change ?? model.id,
            refusal: edit,
            run: ways.edit,
          },
        ]),
    ...(duplication === undefined
      ? []
      : [
          {
            id: 'duplicate',
            label: recordTexts.duplicate,
            element: calls.create ?? model.id,
            refusal: duplication,
            run: ways.duplicate,
          },
        ]),
    ...(calls.delete === null
      ? []
      : [{ id: 'delete', label: recordTexts.delete, element: calls.delete, refusal: deletion, run: ways.remove }]),
  ];
}
