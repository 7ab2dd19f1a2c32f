import type { Type } from '../../../model/types/types.ts';
import type { KnownConstant, KnownEntity, KnownMachine, KnownRole } from '../lexicon.ts';
import { withoutArticle } from './fold.ts';
import { type Frame, type Operand, personOf, roleFieldOf } from './frame.ts';
import { attributeNamed, entityNamed, oneNamed, operandOf } from './names.ts';
import { pathOf } from './operand.ts';
import { type Phrase, type PhraseScope, plainWords } from './scope.ts';

/** The frame that reads a phrase of this scope. */
export function frameOf({ entity, lexicon, subject }: PhraseScope): Frame {
  const frame: Frame = { lexicon, entity, prefix: '', subject: null };
  const attribute = entity === null || subject === undefined ? null : attributeNamed(lexicon, entity, subject);
  return attribute === null ? frame : { ...frame, subject: operandOf(frame, attribute) };
}

/** A field of the scope's entity, or a path through references, as an expression; null where none or several are meant. */
export function matchField(words: Phrase, scope: PhraseScope): Operand | null {
  return pathOf(plainWords(words), frameOf(scope), 0);
}

/** The name of a field, machine or built-in of the scope's entity itself. */
export function matchOwnField(words: Phrase, scope: PhraseScope): string | null {
  return scope.entity === null ? null : (attributeNamed(scope.lexicon, scope.entity, plainWords(words))?.name ?? null);
}

/** An entity by its name or plural. */
export function matchEntity(words: Phrase, scope: PhraseScope): KnownEntity | null {
  return entityNamed(scope.lexicon, plainWords(words));
}

/** A state of a machine of the scope's entity; of any machine where the scope has none. */
export function matchState(
  words: Phrase,
  scope: PhraseScope,
): { readonly machine: KnownMachine; readonly state: string } | null {
  const text = withoutArticle(plainWords(words)).replace(/^(?:state|status) /i, '');
  const machines = scope.lexicon.machines.filter(({ entity }) => scope.entity === null || entity === scope.entity);
  const found = machines.flatMap((machine) => {
    const state = oneNamed(machine.states, ({ name }) => name, text);
    return state === null ? [] : [{ machine, state: state.name }];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** An option of a choice, as it is stated. */
export function matchOption(words: Phrase, type: Type): string | null {
  if (type.kind !== 'choice') return null;
  const text = plainWords(words).replaceAll(/^["']|["']$/g, '');
  return oneNamed(type.options, ({ name }) => name, text)?.name ?? null;
}

/** A role of point 6, also "leads" for "Team lead" where one role alone ends so. */
export function matchRole(words: Phrase, scope: PhraseScope): KnownRole | null {
  return roleNamed(plainWords(words), frameOf(scope));
}

/** A role by its name, its plural, or the one word that it alone begins or ends with. */
export function roleNamed(written: string, { lexicon }: Frame): KnownRole | null {
  const text = withoutArticle(written).replace(/^(?:any|every|each|all) (?:the )?/i, '');
  if (text === '') return null;
  const found = oneNamed(lexicon.roles, ({ name }) => name, text);
  if (found !== null || text.includes(' ')) return found;
  const part = (name: string, index: number) => name.split(/[\s-]+/).at(index) ?? '';
  const first = oneNamed(lexicon.roles, ({ name }) => part(name, 0), text);
  const last = oneNamed(lexicon.roles, ({ name }) => part(name, -1), text);
  if (first !== null && last !== null && first !== last) return null;
  return first ?? last;
}

/** The role as a field of people holds it, and that field; null where people have no field for it. */
export function roleValue(
  written: string,
  frame: Frame,
): { readonly field: string; readonly value: string; readonly several: boolean } | null {
  const person = personOf(frame.lexicon);
  const field = person === null ? null : roleFieldOf(frame.lexicon, person);
  if (field === null) return null;
  const several = field.type.kind === 'role' && field.type.several;
  const role = roleNamed(written, frame);
  if (field.type.kind === 'role') return role === null ? null : { field: field.name, value: role.name, several };
  if (field.type.kind !== 'choice') return null;
  const option =
    matchOption(withoutArticle(written), field.type) ?? (role === null ? null : matchOption(role.name, field.type));
  return option === null ? null : { field: field.name, value: option, several };
}

/** A constant of point 9. */
export function matchConstant(words: Phrase, scope: PhraseScope): KnownConstant | null {
  return oneNamed(scope.lexicon.constants, ({ name }) => name, withoutArticle(plainWords(words)));
}

/** An event of a machine of the scope's entity: by its name, its label, or as a call in code, `sendInvoice()`. */
export function matchEvent(
  words: Phrase,
  scope: PhraseScope,
): { readonly machine: KnownMachine; readonly event: string } | null {
  const text = withoutArticle(plainWords(words)).replace(/\([^()]*\)$/, '');
  const machines = scope.lexicon.machines.filter(({ entity }) => scope.entity === null || entity === scope.entity);
  const found = machines.flatMap((machine) => {
    const events = [...new Set(machine.transitions.flatMap(({ event }) => event ?? []))];
    const event =
      oneNamed(events, (name) => name, text) ?? oneNamed(events, (name) => `${name} ${machine.entity}`, text);
    return event === null ? [] : [{ machine, event }];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}
