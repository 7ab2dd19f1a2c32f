import type { WireRecord } from '../../engine/wire.ts';
import type { Machine } from '../../model/model.ts';

/** Whether this person could take the event back at once: then it does not wait. */
export const leadsBack = ({ _: { can } }: Pick<WireRecord, '_'>, event: string): boolean =>
  can.back !== undefined && Object.hasOwn(can.back, event);

/** Of records that are not at hand: whether some event of theirs leads back from wherever this one leads to. */
export const mayLeadBack = (machines: readonly Machine[], event: string): boolean =>
  machines.some(({ transitions }) =>
    transitions.some(
      (there) =>
        there.event === event &&
        there.from !== there.to &&
        transitions.some((back) => back.event !== null && back.from === there.to && back.to === there.from),
    ),
  );
