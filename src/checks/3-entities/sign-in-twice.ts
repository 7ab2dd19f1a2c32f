import type { Field } from '../../model/types/model.ts';
import { defineCheck, type PartContext } from '../check.ts';

export const check = defineCheck({
  code: 'sign-in-twice',
  point: 3,
  severity: 'error',
  about: 'More than one field that people sign in with.',
  *find({ gather }) {
    const [first, ...others] = gather(signInFields).flat();
    for (const { entity, field } of others) {
      yield {
        element: field.id,
        at: field.at,
        also: [first?.field.at ?? null],
        message: `People sign in with ${first?.entity ?? ''}.${first?.field.name ?? ''} already; ${entity}.${field.name} is marked with sign-in too.`,
        next:
          first?.entity === entity
            ? `Only the first counts. Remove sign-in from one of them.`
            : `Only the first counts, and the records of ${first?.entity ?? ''} are the people. Make one entity of both, with a field of type Role to tell them apart.`,
      };
    }
  },
});

function signInFields({ model }: PartContext): readonly { readonly entity: string; readonly field: Field }[] {
  return model.entities.flatMap(({ name, fields }) =>
    fields.filter(({ signIn }) => signIn).map((field) => ({ entity: name, field })),
  );
}
