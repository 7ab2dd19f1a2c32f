import { mentions } from '../../expressions/types/conjuncts.ts';
import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Entity, Field, Timer, Transition } from '../../model/types/model.ts';
import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';
import { capitalize, describeTransition } from '../transitions/possible-moves.ts';

export const check = defineCheck({
  code: 'reader-where-none',
  point: null,
  severity: 'error',
  about:
    'A computed field that depends on the reader, where all readers must get the same value (title, search, uniqueness) or there is no reader (a timer).',
  *find({ entities }) {
    for (const context of entities) {
      for (const entity of context.model.entities) {
        for (const field of entity.fields) {
          const uses = usesOf(entity, field);
          if (uses.length === 0 || !isForReader({ entity: entity.name, field: field.name }, context)) continue;
          yield {
            element: field.id,
            point: 3,
            at: field.computed?.at ?? field.at,
            message: `${field.name} of ${entity.name} depends on the reader, so it cannot be ${joinNames(uses)}.`,
            next: 'Compute it only from the record, or remove that note.',
          };
        }
      }
      for (const machine of context.machines) {
        for (const transition of machine.transitions) {
          for (const formula of formulasByClock(transition)) {
            const typed = context.typed(formula);
            const read = typed === null ? undefined : fieldsRead(typed).find((each) => isForReader(each, context));
            if (read === undefined) continue;
            yield {
              element: transition.id,
              point: 4,
              at: formula.at ?? transition.at,
              message: `${capitalize(describeTransition(machine, transition))} is automatic but reads ${read.field} of ${read.entity}, which depends on the reader.`,
              next: 'Use fields that do not depend on the reader.',
            };
          }
        }
      }
    }
  },
});

function usesOf({ unique }: Entity, { name, title, searchable, unique: own, computed }: Field): readonly string[] {
  if (computed === null) return [];
  const isKey = own || unique.some(({ fields }) => fields.some((each) => each.name === name));
  return [...(title ? ['the title'] : []), ...(searchable ? ['searchable'] : []), ...(isKey ? ['unique'] : [])];
}

/** Returns the formulas of a timer, which are evaluated without a person who caused it. */
function formulasByClock({ timer, guard, effects }: Transition): readonly Formula[] {
  // A plain operation is somebody's.
  if (timer === null || timer.kind === 'on' || timer.kind === 'operation') return [];
  const values = effects.flatMap((effect) => (effect.kind === 'set' ? [effect.value] : []));
  return [...formulasOf(timer), ...(guard === null ? [] : [guard]), ...values];
}

const formulasOf = (timer: Exclude<Timer, { kind: 'on' | 'operation' }>): readonly Formula[] =>
  timer.kind === 'when' ? [timer.condition] : timer.from === null ? [] : [timer.from];

interface Read {
  readonly entity: string;
  readonly field: string;
}

/** Whether a computed field depends on the reader, directly or through another computed field. */
function isForReader({ entity, field }: Read, context: CheckContext, visited: readonly string[] = []): boolean {
  const found = context.schema.entities.get(entity)?.attributes.get(field);
  const typed = found?.kind === 'field' ? context.typed(found.field.computed) : null;
  const key = JSON.stringify([entity, field]);
  if (typed === null || visited.includes(key)) return false;
  return mentions(typed, 'me') || fieldsRead(typed).some((read) => isForReader(read, context, [...visited, key]));
}
