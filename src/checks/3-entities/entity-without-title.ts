import { fallbackTitleField } from '../../model/lookups/fallback-title.ts';
import type { Entity, Field } from '../../model/types/model.ts';
import { withArticle } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'entity-without-title',
  point: 3,
  severity: 'warning',
  about: 'An entity that others refer to but that has no title.',
  *find(context) {
    const reported = new Set<string>();
    for (const { from, field, target } of vagueIn(context)) {
      if (reported.has(target.name)) continue;
      reported.add(target.name);
      const outcome = `under ${field.name} every ${target.name} reads the same, “${target.label}”`;
      yield {
        element: target.id,
        at: target.at,
        also: [field.at],
        message: `${from.name}.${field.name} is ${withArticle(target.name)}, but nobody can tell which one: ${target.name} has no title, no text that people enter and no number.`,
        next: `Mark a field of ${target.name} with title, or add a name: \`- name: text, required, title\`.`,
        witness: witnessOf(context, { entity: from.name, opens: 'list', outcome }),
      };
    }
  },
});

interface Vague {
  readonly from: Entity;
  readonly field: Field;
  readonly target: Entity;
}

/** Returns references to entities whose records cannot be told apart. */
function vagueIn({ model, schema }: CheckContext): readonly Vague[] {
  return model.entities.flatMap((from) =>
    from.fields.flatMap((field): Vague[] => {
      const { type } = field;
      const target =
        type.kind === 'reference' || type.kind === 'references' ? schema.entities.get(type.entity) : undefined;
      if (target === undefined || target.entity.standing !== 'stated') return [];
      const isKnown = target.title !== null || fallbackTitleField(target.entity) !== null;
      return isKnown ? [] : [{ from, field, target: target.entity }];
    }),
  );
}
