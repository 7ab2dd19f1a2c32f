import type { Entity, Field } from '../../model/types/model.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'password-misplaced',
  point: 3,
  severity: 'error',
  about: 'A password of something that nobody signs in with, or one that states what a password cannot have.',
  *find({ entities }) {
    for (const { model } of entities) {
      for (const entity of model.entities) {
        for (const field of entity.fields) {
          const wrong = field.type.kind === 'password' && field.standing === 'stated' ? wrongOf(entity, field) : null;
          if (wrong === null) continue;
          const [what, next] = wrong;
          yield { element: field.id, at: field.at, message: `${field.name} of ${entity.name} is ${what}.`, next };
        }
      }
    }
  },
});

/** Returns the rest of a message and what to do; null if nothing is wrong. */
function wrongOf(entity: Entity, field: Field): readonly [what: string, next: string] | null {
  if (!entity.fields.some(({ signIn }) => signIn))
    return [
      'a password, but nobody signs in with this entity',
      'Move it to the entity with the sign-in field, or write text with the note write-only.',
    ];
  const first = entity.fields.find(({ type }) => type.kind === 'password');
  if (first !== field)
    return [`a second password; a person has the one in ${first?.name ?? ''}`, 'Remove one of them.'];
  const note = NOTES.find(([, has]) => has(field))?.[0];
  return note === undefined ? null : [`a password, which cannot be ${note}`, 'Remove that note.'];
}

const NOTES: readonly (readonly [note: string, has: (field: Field) => boolean])[] = [
  ['computed', ({ computed }) => computed !== null],
  ['given by default', (field) => field.default !== null],
  ['set by the product', ({ byProduct }) => byProduct],
  ['asked for by an event', ({ askedOn }) => askedOn.length > 0],
  ['unique', ({ unique }) => unique],
  ['the sign-in field', ({ signIn }) => signIn],
  ['required or shown on a condition', (field) => field.requiredWhen !== null || field.shownWhen !== null],
];
