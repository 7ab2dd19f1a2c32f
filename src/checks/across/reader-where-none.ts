import { mentions } from '../../expressions/types/conjuncts.ts';
import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Entity, Field, Timer, Transition } from '../../model/types/model.ts';
import { type CheckContext, defineCheck } from '../check.ts';
import { capital, moveOf } from '../moves.ts';
import { listed } from '../places.ts';

export const check = defineCheck({
  code: 'reader-where-none',
  point: null,
  severity: 'error',
  about:
    'A computed field that differs from reader to reader, where everybody must see the same (title, search, uniqueness) or where nobody reads (a timer).',
  *findIn(context) {
    for (const entity of context.model.entities) {
      for (const field of entity.fields) {
        const uses = usesOf(entity, field);
        if (uses.length === 0 || !isForReader({ entity: entity.name, field: field.name }, context)) continue;
        yield {
          element: field.id,
          point: 3,
          at: field.computed?.at ?? field.at,
          message: `${field.name} of ${entity.name} differs from reader to reader, and is ${listed(uses)}.`,
          next: 'Compute it from the record alone, or remove that note.',
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
            message: `${capital(moveOf(machine, transition))} happens by itself and reads ${read.field} of ${read.entity}, which differs from reader to reader: nobody reads it then.`,
            next: 'Compare fields of the record instead.',
          };
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

/** What the clock goes by, and does, without anybody who caused it. */
function formulasByClock({ timer, guard, effects }: Transition): readonly Formula[] {
  if (timer === null || timer.kind === 'on') return [];
  const values = effects.flatMap((effect) => (effect.kind === 'set' ? [effect.value] : []));
  return [...formulasOf(timer), ...(guard === null ? [] : [guard]), ...values];
}

const formulasOf = (timer: Exclude<Timer, { kind: 'on' }>): readonly Formula[] =>
  timer.kind === 'when' ? [timer.condition] : timer.from === null ? [] : [timer.from];

interface Read {
  readonly entity: string;
  readonly field: string;
}

/** Whether what is computed in a field speaks of the person, by itself or by another computed field. */
function isForReader({ entity, field }: Read, context: CheckContext, seen: readonly string[] = []): boolean {
  const found = context.schema.entities.get(entity)?.attributes.get(field);
  const typed = found?.kind === 'field' ? context.typed(found.field.computed) : null;
  const key = JSON.stringify([entity, field]);
  if (typed === null || seen.includes(key)) return false;
  return mentions(typed, 'me') || fieldsRead(typed).some((read) => isForReader(read, context, [...seen, key]));
}
