import type { Row } from '../../fields/text/value.ts';
import type { Machine } from '../../model/types/model.ts';
import type { CompiledEntity } from '../compiled/compiled-model.ts';
import { memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import { type Context, entityOf } from '../context/decision-context.ts';
import { mayReadField } from '../context/permissions.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuse, refuseWithCode } from '../errors/error-catalogue.ts';
import { entityText } from '../errors/message-values.ts';

/** Returns whether every machine of the entity allows editing in the record's current state. */
export function isEditable(entity: CompiledEntity, row: Row): boolean {
  return entity.machines.every(({ machine, editable, final }) => {
    if (machine.stateless) return editable !== null;
    const state = row.values[machine.name];
    return typeof state === 'string' && editable !== null && editable.has(state) && !final.has(state);
  });
}

/** Returns whether the machine is in a final state: its own events are over, those of other machines are not. */
export function isEnded({ name, states }: Machine, row: Row): boolean {
  return states.some((state) => state.final && state.name === row.values[name]);
}

/** Returns whether any machine is in a final state: the record can then be neither changed nor deleted. */
export function isFinal(entity: CompiledEntity, row: Row): boolean {
  return entity.machines.some(({ machine, final }) => final.has(String(row.values[machine.name] ?? '')));
}

/**
 * Returns the refusal of an action that the record's state does not allow, with the state if the person may know it.
 * `code`: the error that an event states for it.
 */
export function wrongState(
  context: Context,
  row: Row,
  machines: readonly string[] | null = null,
  code: string | null = null,
): Refusal {
  const entity = entityOf(context.model, row.entity);
  const concerned = entity.machines.filter(
    ({ machine }) => !machine.stateless && (machines === null || machines.includes(machine.name)),
  );
  const isDisclosed = concerned.every(({ machine }) => mayReadField(context, row, machine.name));
  let key = `state\n${entity.name}\n${isDisclosed}\n${code ?? ''}`;
  for (const { machine } of concerned)
    key += `\n${machine.name}\n${isDisclosed ? String(row.values[machine.name] ?? '') : ''}`;
  return memoizeByRoles(context.model, key, context.principal, () => {
    const labels = concerned.map(({ machine }) => {
      const state = machine.states.find((candidate) => candidate.name === row.values[machine.name]);
      return context.model.sentences.within(state?.label ?? context.model.sentences.noState);
    });
    const status = isDisclosed ? context.model.format.list(labels) : context.model.sentences.hiddenState;
    const decidedBy = isDisclosed ? concerned.map(({ machine }) => machine.id) : [];
    const values = { status, entity: entityText(context.model, entity) };
    return code === null
      ? refuse(context.model, 'WRONG_STATE', values, decidedBy, [entity.entity.id])
      : refuseWithCode(context.model, code, 'WRONG_STATE', values, decidedBy);
  });
}
