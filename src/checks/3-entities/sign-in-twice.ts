import type { Field } from '../../model/types/model.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'sign-in-twice',
  point: 3,
  severity: 'error',
  about: 'More than one sign-in field.',
  *find(context) {
    const [first, ...others] = signInFields(context);
    for (const { entity, field } of others) {
      yield {
        element: field.id,
        at: field.at,
        also: [first?.field.at ?? null],
        message: `${entity}.${field.name} is marked with sign-in, but people already sign in with ${first?.entity ?? ''}.${first?.field.name ?? ''}.`,
        next:
          first?.entity === entity
            ? `Only the first counts. Remove sign-in from one of them.`
            : `Only the first counts, and the records of ${first?.entity ?? ''} are the people. Merge both entities, with a field of type Role to tell the people apart.`,
      };
    }
  },
});

function signInFields({ model }: CheckContext): readonly { readonly entity: string; readonly field: Field }[] {
  return model.entities.flatMap(({ name, fields }) =>
    fields.filter(({ signIn }) => signIn).map((field) => ({ entity: name, field })),
  );
}
