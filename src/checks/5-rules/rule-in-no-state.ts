import { nearest } from '../../expressions/syntax/nearest-name.ts';
import { startStatesOf } from '../../model/lookups/schema.ts';
import { joinNames, renameEdit } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { reachedFrom } from '../transitions/possible-moves.ts';

export const check = defineCheck({
  code: 'rule-in-no-state',
  point: 5,
  severity: 'error',
  about: 'A rule for states that do not exist, that no record reaches, or that its events never lead to.',
  *find({ entities }) {
    for (const context of entities) {
      const { entity, machines, rules } = context;
      const states = new Set(machines.flatMap((machine) => machine.states.map(({ name }) => name)));
      const reached = new Set(
        machines.flatMap((machine) => [...reachedFrom(startStatesOf(machine), machine.transitions)]),
      );
      for (const rule of rules) {
        if (rule.states.length === 0 || rule.standing !== 'stated') continue;
        const unknown = rule.states.filter(({ name }) => !states.has(name));
        for (const { name, at } of unknown) {
          const meant = nearest(name, states);
          yield {
            element: rule.id,
            at: at ?? rule.at,
            message: `${rule.name} applies in ${name}, but ${entity.name} has no such state.`,
            next: meant === null ? `Add ${name} to point 4, or correct it.` : `Did you mean ${meant}?`,
            edit: renameEdit(at, name, meant),
          };
        }
        if (unknown.length > 0 || machines.some(({ initial }) => initial === null)) continue;
        const names = joinNames(
          rule.states.map(({ name }) => name),
          'or',
        );
        const within = rule.states.filter(({ name }) => reached.has(name));
        const moves = machines.flatMap(({ transitions }) => transitions);
        const raised = rule.events.filter(({ name }) => moves.some(({ event }) => event === name));
        const never =
          within.length === 0
            ? `no ${entity.name} ever reaches ${names}`
            : rule.events.length > 0 &&
                raised.length === rule.events.length &&
                !moves.some(
                  ({ event, to }) =>
                    raised.some(({ name }) => name === event) &&
                    (within.some(({ name }) => name === to) || !ownsAll(machines, within, to)),
                )
              ? `${joinNames(raised.map(({ name }) => `“${name}”`))} never ${raised.length === 1 ? 'leads' : 'lead'} to ${names}`
              : null;
        if (never === null) continue;
        yield {
          element: rule.id,
          at: rule.states[0]?.at ?? rule.at,
          severity: 'warning',
          message: `${rule.name} is never checked: ${never}.`,
          next: 'Correct the states. A rule for an event is checked in the state that the event leads to.',
          witness: witnessOf(context, {
            entity: entity.name,
            outcome: `\`${rule.condition?.text ?? rule.name}\` is never checked`,
          }),
        };
      }
    }
  },
});

/** Whether the target state of an event and the states of the rule belong to one machine. */
function ownsAll(
  machines: readonly { readonly states: readonly { readonly name: string }[] }[],
  states: readonly { readonly name: string }[],
  to: string,
): boolean {
  return machines.some(({ states: own }) =>
    [{ name: to }, ...states].every(({ name }) => own.some((each) => each.name === name)),
  );
}
