import { parseExpression } from '../../../expressions/syntax/parse.ts';
import type { Formula } from '../../../model/types/formula.ts';
import type { Machine, Transition } from '../../../model/types/model.ts';
import type { Reader } from '../../reader.ts';
import type { Lexicon } from '../lexicon.ts';
import { personOf, roleFieldOf } from '../phrases/frame.ts';
import { optionText } from '../phrases/names.ts';
import type { EventRight } from './event-rights.ts';
import { memberOf } from './owner.ts';
import { type Predicate, predicateFor } from './predicates.ts';

/**
 * Events of which point 6 says who may raise them, in words or by a name, `canSend` for `sendInvoice`: they may. An event that names
 * its people itself keeps them.
 */
export function withNamedRights(
  reader: Reader,
  machines: readonly Machine[],
  predicates: readonly Predicate[],
  rights: readonly EventRight[],
): Machine[] {
  if (predicates.length === 0 && rights.length === 0) return [...machines];
  return machines.map((machine) => ({
    ...machine,
    transitions: machine.transitions.map((transition) => {
      const isOpen = transition.event !== null && transition.who !== null && transition.who.length === 0;
      const stated = rights.find(({ entity, event }) => entity === machine.entity && event === transition.event);
      const right = isOpen ? (stated ?? predicateFor(transition.event ?? '', machine.entity, predicates)) : null;
      return right === null ? transition : withRight(reader, transition, right);
    }),
  }));
}

function withRight(
  reader: Reader,
  transition: Transition,
  { grants, at }: Pick<Predicate, 'grants' | 'at'>,
): Transition {
  if (grants.length === 0) return { ...transition, who: null };
  const who = grants.map(({ role }) => ({ name: role, at }));
  if (grants.every(({ where }) => where === null)) return { ...transition, who };
  const condition = conditionOf(grants, reader.lexicon());
  if (condition === null || !transition.guardShown) return { ...transition, who, guard: null, guardShown: false };
  const { guard } = transition;
  return {
    ...transition,
    who,
    guard: formulaOf(guard === null ? condition : `(${guard.text}) and (${condition})`, at),
  };
}

/** Each role with its own condition; null where one was not understood. */
function conditionOf(grants: Predicate['grants'], lexicon: Lexicon): string | null {
  const person = personOf(lexicon);
  const field = person === null ? null : roleFieldOf(lexicon, person);
  if (field === null || grants.some(({ where }) => where === undefined)) return null;
  const several = field.type.kind === 'role' && field.type.several;
  const frame = { lexicon, entity: person?.name ?? null, prefix: 'me.', subject: null };
  const parts = grants.map(({ role, where }) => {
    const name = optionText(frame, role);
    const holds = several ? `${name} in me${memberOf(field.name)}` : `me${memberOf(field.name)} == ${name}`;
    return where === null ? holds : `(${holds} and ${where})`;
  });
  return parts.join(' or ');
}

function formulaOf(text: string, at: Formula['at']): Formula {
  return { text, at, tree: parseExpression(text).tree };
}
