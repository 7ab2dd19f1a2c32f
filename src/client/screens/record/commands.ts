import type { WireRefusal } from '../../../engine/core/wire-format.ts';
import { messages } from '../../languages/messages.ts';
import type { Command } from '../../palette/command-registry.tsx';
import type { EntityInView } from '../../view/view-context.tsx';
import type { EventOffer } from './events.ts';

interface CommandSubject {
  readonly entity: EntityInView;
  readonly offers: readonly EventOffer[];
  /** The refusal of events while the record has unsaved input; else null. */
  readonly typing: WireRefusal | null;
  /** Undefined if the roles can never change such a record, or if the form is open. */
  readonly edit: WireRefusal | null | undefined;
  readonly deletion: WireRefusal | null;
  /** Undefined if the roles can't create such a record from here. */
  readonly duplication: WireRefusal | null | undefined;
}

interface CommandActions {
  readonly raise: (offer: EventOffer) => void;
  readonly edit: () => void;
  readonly duplicate: () => void;
  readonly remove: () => void;
}

/** Returns the commands of a record for the command palette: the same as its buttons and menu. */
export function commandsOf(
  { entity, offers, typing, edit, duplication, deletion }: CommandSubject,
  ways: CommandActions,
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
            label: messages.record.edit,
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
            label: messages.record.duplicate,
            element: calls.create ?? model.id,
            refusal: duplication,
            run: ways.duplicate,
          },
        ]),
    ...(calls.delete === null
      ? []
      : [{ id: 'delete', label: messages.record.delete, element: calls.delete, refusal: deletion, run: ways.remove }]),
  ];
}
