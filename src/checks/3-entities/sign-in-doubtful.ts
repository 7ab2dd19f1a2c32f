import type { Field } from '../../model/model.ts';
import { defineCheck } from '../check.ts';

export const check = defineCheck({
  code: 'sign-in-doubtful',
  point: 3,
  severity: 'warning',
  about: 'A field that people sign in with, and that two of them may share, or that may be empty.',
  *findIn({ model }) {
    for (const entity of model.entities) {
      for (const field of entity.fields) {
        if (!field.signIn || field.standing !== 'stated') continue;
        for (const { why, next } of doubts(
          field,
          entity.unique.some(
            ({ fields, where }) => where === null && fields.length === 1 && fields[0]?.name === field.name,
          ),
        ))
          yield {
            element: field.id,
            at: field.at,
            message: `People sign in with ${field.name} of ${entity.name}, ${why}.`,
            next,
          };
      }
    }
  },
});

function doubts({ name, required, unique, type, computed }: Field, isKey: boolean): { why: string; next: string }[] {
  const found = [];
  if (!unique && !isKey) found.push({ why: 'and two people may have the same one', next: `Mark ${name} with unique.` });
  if (!required && computed === null)
    found.push({ why: 'and it may be empty: whoever has none can never sign in', next: `Make ${name} required.` });
  if (!['email', 'text', 'unknown'].includes(type.kind))
    found.push({
      why: `which is neither an e-mail address nor a text`,
      next: 'Mark the e-mail field with sign-in instead.',
    });
  return found;
}
