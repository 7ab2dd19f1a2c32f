import type { Effect, Model, Timer, Transition } from '../../../src/model/types/model.ts';

/** The transitions of the machine of an entity, each on one line: `A -[event]-> B · who · if guard · then effects`. */
export function rowsOf(model: Model, entity: string): string[] {
  const machine = model.machines.find((each) => each.entity === entity);
  return machine?.transitions.map(rowOf) ?? [];
}

/** The states of the machine of an entity in order, `!` behind those that are final. */
export function statesIn(model: Model, entity: string): string {
  const machine = model.machines.find((each) => each.entity === entity);
  return machine?.states.map(({ name, final }) => `${name}${final ? '!' : ''}`).join(', ') ?? '';
}

function rowOf({ from, to, event, timer, who, guard, guardShown, effects, error }: Transition): string {
  const cause = timer === null ? (event ?? '') : timerOf(timer);
  return [
    `${from ?? '(new)'} -[${cause}]-> ${to}`,
    who === null ? 'who not shown' : who.map(({ name }) => name).join(', '),
    guardShown ? (guard === null ? '' : `if ${guard.text}`) : 'if not shown',
    effects.length === 0 ? '' : `then ${effects.map(effectOf).join('; ')}`,
    error === null ? '' : `else ${error.name}`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function timerOf(timer: Timer): string {
  if (timer.kind === 'when') return `when ${timer.condition.text}`;
  if (timer.kind === 'on') {
    const where = timer.where === null ? '' : ` where ${timer.where.text}`;
    return `on ${timer.entity.name}: ${timer.event.name}${timer.by === null ? '' : ` by ${timer.by.name}`}${where}`;
  }
  if (timer.kind === 'operation')
    return `on ${timer.operation}${timer.where === null ? '' : ` where ${timer.where.text}`}`;
  return `${timer.kind} ${timer.delay.text}${timer.from === null ? '' : ` from ${timer.from.text}`}`;
}

function effectOf(effect: Effect): string {
  switch (effect.kind) {
    case 'delete':
      return `delete ${effect.on?.text ?? 'this'}${effect.where === null ? '' : ` where ${effect.where.text}`}`;
    case 'set':
      if (effect.change !== null)
        return `${effect.change} ${effect.value.text} ${effect.on?.text ?? ''}.${effect.field}`;
      return `${effect.on === null ? '' : `${effect.on.text}.`}${effect.field} = ${effect.value.text}`;
    case 'raise':
      return `raise ${effect.event} on ${effect.on.text}${effect.where === null ? '' : ` where ${effect.where.text}`}`;
    case 'create': {
      const { each, values } = effect;
      const loop =
        each === null
          ? ''
          : ` for ${each.local} in ${each.of.text}${each.where === null ? '' : ` where ${each.where.text}`}`;
      return `create ${effect.entity}${loop}: ${values.map(({ field, value }) => `${field} = ${value.text}`).join(', ')}`;
    }
    case 'ask':
      return `ask ${effect.field}${effect.optional ? '?' : ''}`;
    case 'notify':
      return `notify ${effect.to.text}`;
    case 'email':
      return `email ${effect.to.text}: ${effect.subject.text} / ${effect.text.text}`;
    case 'call':
      return `call ${effect.call}`;
  }
}
