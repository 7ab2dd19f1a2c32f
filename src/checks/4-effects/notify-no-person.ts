import { isAssignable, recipientRole, roleField, rolesGiving } from '../../model/lookups/roles.ts';
import type { Effect, Machine, Role } from '../../model/types/model.ts';
import { withArticle } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { capitalize, describeTransition } from '../transitions/possible-moves.ts';

type Telling = Extract<Effect, { readonly kind: 'notify' | 'email' }>;

export const check = defineCheck({
  code: 'notify-no-person',
  point: 4,
  severity: 'error',
  about: 'A notification whose recipient is not a person, or an e-mail that can be sent to nobody.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        for (const transition of machine.transitions) {
          for (const effect of transition.effects) {
            const problem =
              effect.kind === 'notify' || effect.kind === 'email' ? problemOf(effect, machine, context) : null;
            if (problem === null || (effect.kind !== 'notify' && effect.kind !== 'email')) continue;
            yield {
              element: transition.id,
              at: effect.to.at ?? effect.at ?? transition.at,
              message: `${capitalize(describeTransition(machine, transition))} ${problem.message}`,
              next: problem.next,
              witness: witnessOf(context, {
                who: transition.event === null ? null : (transition.who?.[0]?.name ?? null),
                entity: machine.entity,
                state: transition.from === null ? null : { machine, name: transition.from },
                outcome: 'the event is refused, because it is not clear whom to notify',
              }),
            };
          }
        }
      }
    }
  },
});

interface Problem {
  readonly message: string;
  readonly next: string;
}

function problemOf(effect: Telling, machine: Machine, context: CheckContext): Problem | null {
  const people = context.schema.person?.entity.name ?? null;
  if (people === null) return null;
  const does = effect.kind === 'email' ? 'e-mails' : 'notifies';
  const named = recipientRole(effect.to, machine.entity, context.schema);
  const of = context.schema.entities.get(machine.entity);
  if (effect.kind === 'email' && of !== undefined && (of.entity.belongsTo !== null || of.owner !== null))
    return {
      message: `${does} ${effect.to.text}, but lines have no permissions that say what the recipient may read.`,
      next: 'Send the e-mail in an event of the record that the line belongs to.',
    };
  if (named?.isField === true)
    return {
      message: `${does} ${named.role.name}, which is both a role and a field.`,
      next: 'Rename one of them.',
    };
  if (named !== null && !isEmptyRole(named.role, machine, context))
    return effect.kind === 'email' ? fileProblem(effect, context) : null;
  if (named !== null)
    return {
      message: `${does} ${named.role.name}, a role that nobody has for ${withArticle(machine.entity)}.`,
      next: 'Name another role, or a path to a person.',
    };
  const typed = context.typed(effect.to);
  if (typed === null || typed.op === 'unknown') return null;
  const type = typed.type.t === 'list' ? typed.type.of : typed.type;
  const isPerson = type.t === 'record' && (type.entity === people || !context.schema.entities.has(type.entity));
  if (isPerson || (effect.kind === 'email' && type.t === 'text'))
    return effect.kind === 'email' ? fileProblem(effect, context) : null;
  const what = type.t === 'record' ? withArticle(type.entity) : type.t === 'empty' ? 'unknown' : withArticle(type.t);
  return {
    message: `${does} ${effect.to.text}, which is ${what}, not ${withArticle(people)}.`,
    next: `Name a field that refers to ${withArticle(people)}, such as createdBy.`,
  };
}

/** Whether nobody holds the role, by themselves or for a record of the machine. */
function isEmptyRole(role: Role, { entity }: Machine, { schema }: CheckContext): boolean {
  return !rolesGiving(role, schema).some(
    (giving) =>
      giving.everyone ||
      (isAssignable(giving) && roleField(schema) !== null) ||
      giving.relation.some((path) => path.entity === entity),
  );
}

function fileProblem({ to, file }: Extract<Effect, { readonly kind: 'email' }>, context: CheckContext): Problem | null {
  const typed = file === null ? null : context.typed(file);
  if (file === null || typed === null) return null;
  const type = typed.type.t === 'list' ? typed.type.of : typed.type;
  if (type.t === 'file') return null;
  return {
    message: `e-mails ${to.text} with ${file.text}, which is no file.`,
    next: 'Name a field of type file after “with”.',
  };
}
