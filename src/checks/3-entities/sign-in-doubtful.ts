import { clearsField } from '../../model/lookups/clears-field.ts';
import type { Field } from '../../model/types/model.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'sign-in-doubtful',
  point: 3,
  severity: 'warning',
  about: 'A sign-in field that two people may share, or that may be empty.',
  *find({ entities }) {
    for (const { model } of entities) {
      for (const entity of model.entities) {
        for (const field of entity.fields) {
          if (!field.signIn || field.standing !== 'stated') continue;
          const isKey = entity.unique.some(
            ({ fields, where }) => where === null && fields.length === 1 && fields[0]?.name === field.name,
          );
          const isEmptied = model.machines
            .filter((machine) => machine.entity === entity.name)
            .flatMap(({ transitions }) => transitions.flatMap(({ effects }) => effects))
            .some((effect) => clearsField(effect, field.name));
          for (const { why, next } of doubts(field, { isKey, isEmptied }))
            yield {
              element: field.id,
              at: field.at,
              message: `People sign in with ${field.name} of ${entity.name}, ${why}.`,
              next,
            };
        }
      }
    }
  },
});

interface Intended {
  /** Whether no two people share a value. */
  readonly isKey: boolean;
  /** Whether an event empties the field, so that people who leave cannot sign in again. */
  readonly isEmptied: boolean;
}

function doubts(
  { name, required, unique, type, computed }: Field,
  { isKey, isEmptied }: Intended,
): { why: string; next: string }[] {
  const found = [];
  if (!unique && !isKey) found.push({ why: 'but two people may have the same one', next: `Mark ${name} with unique.` });
  if (!required && !isEmptied && computed === null)
    found.push({ why: 'but it may be empty, and then a person can never sign in', next: `Make ${name} required.` });
  if (!['email', 'text', 'unknown'].includes(type.kind))
    found.push({
      why: 'which is neither an e-mail address nor a text',
      next: 'Mark the e-mail field with sign-in instead.',
    });
  return found;
}
