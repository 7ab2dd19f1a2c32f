import type { Screen } from '../../model/types/model.ts';
import { opensScreen } from '../access/field-access.ts';
import { isCalled, programRoles } from '../access/program-roles.ts';
import { withArticle } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { finalIn } from '../transitions/possible-moves.ts';

export const check = defineCheck({
  code: 'event-on-no-screen',
  point: 4,
  severity: 'warning',
  about: 'An event that a role may raise but that none of its screens offers.',
  *find(context) {
    const { access, model, schema } = context;
    const programs = programRoles(context);
    const screens = Map.groupBy(model.screens, ({ entity }) => entity);
    const reported = new Set<string>();
    for (const machine of model.machines) {
      if (schema.entities.get(machine.entity)?.entity.belongsTo !== null) continue;
      const own = screens.get(machine.entity) ?? [];
      const final = finalIn(machine, context);
      for (const { id, at, event, from, label, standing, who } of machine.transitions) {
        for (const { name, at: place } of event !== null && standing === 'stated' ? (who ?? []) : []) {
          const key = JSON.stringify([machine.entity, event, name]);
          if (!schema.roles.has(name) || reported.has(key) || final.has(from)) continue;
          if (!access.canHold(name) || access.may(name, machine.entity, 'read') !== 'yes') continue;
          if (own.some((screen) => offers(screen, event ?? '', machine.name, name, context))) continue;
          if (programs.has(name) && isCalled(model.calls, machine.entity, { event: event ?? '' })) continue;
          reported.add(key);
          const record = withArticle(machine.entity);
          yield {
            element: id,
            at: place ?? at,
            message: `${name} may “${event}” ${record}, but no screen for ${name} offers it.`,
            next: `Give ${name} a record screen of ${record} in point 2, or add ${event} to the actions of a list for ${name}.`,
            witness: witnessOf(context, { who: name, outcome: `none of their screens has a button “${label}”` }),
          };
        }
      }
    }
  },
});

/** A record screen has buttons for all events, a board for the events between its columns. */
function offers(screen: Screen, event: string, machine: string, role: string, context: CheckContext): boolean {
  const has =
    screen.kind === 'record' ||
    (screen.kind === 'board' && screen.by === machine) ||
    screen.actions.some(({ name }) => name === event);
  return has && opensScreen(screen, role, context) !== 'no';
}
