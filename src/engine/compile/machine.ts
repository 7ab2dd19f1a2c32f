import { conjunctsOf } from '../../expressions/types/conjuncts.ts';
import { CONDITION } from '../../expressions/types/kinds.ts';
import { stateOf } from '../../model/lookups/schema.ts';
import type { Effect, Machine, Reference, Transition } from '../../model/types/model.ts';
import { compileBody } from '../compiled/call-body.ts';
import { type CompileContext, compiledOf, compiledTyped } from '../compiled/compiled-formula.ts';
import type {
  CompiledCall,
  CompiledEffect,
  CompiledMachine,
  CompiledPerformers,
  CompiledTransition,
} from '../compiled/compiled-model.ts';
import { changedFormula } from '../compiled/several-values.ts';
import { compileDelete, compileMake, compileRaise, compileSetOther, compileSetValue } from './cross-record-effects.ts';
import { relationOf } from './grants.ts';
import { compileEmail, compileNotify } from './recipients.ts';
import { compileTimer } from './timer.ts';

type Calls = ReadonlyMap<string, CompiledCall>;

/** Compiles a machine with its guards and effects. */
export function compileMachine(machine: Machine, calls: Calls, place: CompileContext): CompiledMachine {
  const finals = machine.states.filter((state) => state.final).map((state) => state.name);
  return {
    machine,
    editable: machine.editableIn === null ? null : new Set(machine.editableIn.map((state) => state.name)),
    final: new Set(finals),
    transitions: machine.transitions.map((transition) => prepareTransition(transition, machine, calls, place)),
  };
}

function prepareTransition(
  transition: Transition,
  machine: Machine,
  calls: Calls,
  place: CompileContext,
): CompiledTransition {
  const guard = transition.guard === null ? null : compiledOf(transition.guard, CONDITION, place);
  const parts = guard === null ? [] : conjunctsOf(guard.typed).map((part) => compiledTyped(part, place));
  const effects = transition.effects.map((effect) => prepareEffect(effect, calls, place));
  const guardUnknown = !transition.guardShown || (transition.guard !== null && guard === null);
  const isOperation = transition.timer?.kind === 'operation';
  const toUnknown = !machine.stateless && !isOperation && stateOf(machine, transition.to) === null;
  const timer = transition.timer === null ? null : compileTimer(transition.timer, place);
  const timerUnknown = transition.timer !== null && timer === null;
  return {
    transition,
    machine,
    who: transition.who?.map((performer) => prepareWho(performer, place)) ?? null,
    personGuards: parts.filter((part) => part.mentionsPerson),
    personGuardsKey: JSON.stringify(
      parts.filter((part) => part.mentionsPerson).map(({ typed }) => typed),
      withoutPlace,
    ),
    guard: parts.filter((part) => !part.mentionsPerson),
    unknown: guardUnknown || toUnknown || timerUnknown || effects.includes(null) ? [transition.id] : [],
    effects: effects.flatMap((effect) => effect ?? []),
    unpredictable: new Set(
      transition.effects.flatMap((effect, index) =>
        effect.kind === 'set' && effect.on === null && effects[index] === null ? effect.field : [],
      ),
    ),
    asks: transition.effects.flatMap((effect) =>
      effect.kind === 'ask' ? [{ field: effect.field, optional: effect.optional }] : [],
    ),
    timer,
  };
}

const PLACES: ReadonlySet<string> = new Set(['at', 'from', 'to', 'span']);

/** A `JSON.stringify` replacer that omits the places of an expression's parts in the document. */
const withoutPlace = (key: string, value: unknown): unknown =>
  PLACES.has(key) ? undefined : typeof value === 'bigint' ? String(value) : value;

/**
 * Compiles one entry of `Who`. A name that is both a role and a field, or neither, is unknown: the document must say
 * which it means.
 */
function prepareWho({ name }: Reference, place: CompileContext): CompiledPerformers {
  const { schema, entity } = place;
  const role = schema.roles.has(name);
  const path = pathOf(name, { schema, entity });
  if (role === (path !== null)) return { kind: 'unknown', name };
  const heldCondition = relationOf(schema.roles.get(name), place);
  if (typeof heldCondition === 'string') return { kind: 'unknown', name };
  if (heldCondition !== null) return { kind: 'relation', condition: heldCondition };
  return path === null ? { kind: 'role', role: name } : { kind: 'path', path };
}

/**
 * Returns the path of references from the record to one or several people, or null if the name is none. A name with
 * dots is first tried as one field.
 */
function pathOf(name: string, { schema, entity }: Pick<CompileContext, 'schema' | 'entity'>): readonly string[] | null {
  const attribute = entity === null ? undefined : schema.entities.get(entity)?.attributes.get(name);
  const path = attribute === undefined ? name.split('.') : [name];
  let at = entity;
  for (const step of path) {
    const type: { readonly kind: string; readonly entity?: unknown } | undefined =
      at === null ? undefined : schema.entities.get(at)?.attributes.get(step)?.type;
    const leads = type?.kind === 'reference' || type?.kind === 'references';
    if (!leads || typeof type.entity !== 'string') return null;
    at = type.entity;
  }
  return at === schema.person?.entity.name ? path : null;
}

/** Compiles an effect. Null if it does not check or its target does not exist; the transition is then unknown. */
function prepareEffect(effect: Effect, calls: Calls, place: CompileContext): CompiledEffect | null {
  const attribute = (name: string) => place.schema.entities.get(place.entity ?? '')?.attributes.get(name);
  switch (effect.kind) {
    case 'ask':
      return attribute(effect.field)?.kind === 'field' ? { kind: 'ask', effect } : null;
    case 'set': {
      if (effect.on !== null) return compileSetOther(effect, effect.on, place);
      const target = attribute(effect.field);
      if (target?.kind !== 'field') return null;
      const value = compileSetValue(effect, target, place);
      if (value === null) return null;
      const { field, change } = effect;
      const { type } = target;
      const about = { entity: place.entity ?? '', field, type };
      return { kind: 'set', field, type, value: change === null ? value : changedFormula(value, { ...about, change }) };
    }
    case 'raise':
      return compileRaise(effect, place);
    case 'delete':
      return compileDelete(effect, place);
    case 'create':
      return compileMake(effect, place);
    case 'notify':
      return compileNotify(effect, place);
    case 'email':
      return compileEmail(effect, place);
    case 'call': {
      const call = [...calls.values()].find(
        (found) => found.call.name === effect.call || found.call.id === effect.call,
      );
      const body = call === undefined ? undefined : compileBody(call.call, place);
      return call === undefined || body === undefined ? null : { kind: 'call', call, body };
    }
  }
}
