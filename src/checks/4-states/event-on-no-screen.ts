import type { Screen } from '../../model/types/model.ts';
import { type CheckContext, defineCheck } from '../check.ts';
import { opensScreen } from '../field-access.ts';
import { finalIn } from '../moves.ts';
import { withArticle } from '../places.ts';
import { isCalled, programsOf } from '../programs.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'event-on-no-screen',
  point: 4,
  severity: 'warning',
  about: 'An event that a role may raise, and that no screen which the role can open offers.',
  *find(context) {
    const { access, model, schema } = context;
    const programs = programsOf(context);
    const screens = Map.groupBy(model.screens, ({ entity }) => entity);
    const told = new Set<string>();
    for (const machine of model.machines) {
      if (schema.entities.get(machine.entity)?.entity.belongsTo !== null) continue;
      const own = screens.get(machine.entity) ?? [];
      const final = finalIn(machine, context);
      for (const { id, at, event, from, label, standing, who } of machine.transitions) {
        for (const { name, at: place } of event !== null && standing === 'stated' ? (who ?? []) : []) {
          const key = JSON.stringify([machine.entity, event, name]);
          if (!schema.roles.has(name) || told.has(key) || final.has(from)) continue;
          if (!access.canHold(name) || access.may(name, machine.entity, 'read') !== 'yes') continue;
          if (own.some((screen) => offers(screen, event ?? '', machine.name, name, context))) continue;
          if (programs.has(name) && isCalled(model.calls, machine.entity, { event: event ?? '' })) continue;
          told.add(key);
          const record = withArticle(machine.entity);
          yield {
            element: id,
            at: place ?? at,
            message: `${name} may “${event}” ${record}, and no screen for ${name} offers it.`,
            next: `Open the record of ${record} to ${name} in point 2, or name ${event} in the actions of a list for ${name}.`,
            witness: witnessOf(context, { who: name, happens: `no screen that they can open has a button “${label}”` }),
          };
        }
      }
    }
  },
});

/** A record has the buttons of all events, a board those between its columns. */
function offers(screen: Screen, event: string, machine: string, role: string, context: CheckContext): boolean {
  const has =
    screen.kind === 'record' ||
    (screen.kind === 'board' && screen.by === machine) ||
    screen.actions.some(({ name }) => name === event);
  return has && opensScreen(screen, role, context) !== 'no';
}
