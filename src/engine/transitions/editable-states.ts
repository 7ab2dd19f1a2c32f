import type { Row } from '../../fields/text/value.ts';
import type { Machine } from '../../model/types/model.ts';
import type { PreparedEntity } from '../compiled/compiled-model.ts';
import { kept } from '../compiled/memoize-by-roles.ts';
import { type Context, entityOf } from '../context/decision-context.ts';
import { mayReadField } from '../context/permissions.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuse } from '../errors/error-catalogue.ts';
import { entityText } from '../errors/message-values.ts';

/** Whether every machine of the entity lets the record be edited in the state that it is in. */
export function isEditable(entity: PreparedEntity, row: Row): boolean {
  return entity.machines.every(({ machine, editable, final }) => {
    const state = row.values[machine.name];
    return typeof state === 'string' && editable !== null && editable.has(state) && !final.has(state);
  });
}

/** Whether the machine stands in a final state: its own events are over, those of other machines go on. */
export function isEnded({ name, states }: Machine, row: Row): boolean {
  return states.some((state) => state.final && state.name === row.values[name]);
}

/** Whether any machine stands in a final state: then the record is neither changed nor deleted. */
export function isFinal(entity: PreparedEntity, row: Row): boolean {
  return entity.machines.some(({ machine, final }) => final.has(String(row.values[machine.name] ?? '')));
}

/** The refusal of what the record's state does not let anybody do, as far as the person may know the state. */
export function wrongState(context: Context, row: Row, machines: readonly string[] | null = null): Refusal {
  const entity = entityOf(context.app, row.entity);
  const concerned = entity.machines.filter(({ machine }) => machines === null || machines.includes(machine.name));
  const known = concerned.every(({ machine }) => mayReadField(context, row, machine.name));
  let key = `state\n${entity.name}\n${known}`;
  for (const { machine } of concerned)
    key += `\n${machine.name}\n${known ? String(row.values[machine.name] ?? '') : ''}`;
  return kept(context.app, key, context.who, () => {
    const labels = concerned.map(({ machine }) => {
      const state = machine.states.find((candidate) => candidate.name === row.values[machine.name]);
      return context.app.sentences.within(state?.label ?? context.app.sentences.noState);
    });
    const status = known ? context.app.format.list(labels) : context.app.sentences.hiddenState;
    const decidedBy = known ? concerned.map(({ machine }) => machine.id) : [];
    return refuse(context.app, 'WRONG_STATE', { status, entity: entityText(context.app, entity) }, decidedBy);
  });
}
