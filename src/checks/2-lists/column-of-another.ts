import type { Reference, Screen } from '../../model/types/model.ts';
import { statedGroupingOf } from '../../model/types/screen.ts';
import { attributeAt } from '../lookups/name-uses.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'column-of-another',
  point: 2,
  severity: 'warning',
  about: 'A column, sort order or figure by a field of another record, which screens do not support.',
  *find({ entities }) {
    for (const context of entities) {
      for (const screen of context.screens) {
        if (screen.standing !== 'stated') continue;
        for (const { name, at, what } of namedOn(screen)) {
          const path = name.split('.');
          if (path.length < 2 || !isOfAnother(name, path, context)) continue;
          const own = path.map((step, index) => (index === 0 ? step : capital(step))).join('');
          yield {
            element: screen.id,
            at: at ?? screen.at,
            message: `${screen.name} uses ${name} as ${what}, but it is a field of another record, so it is left out.`,
            next: `Give ${context.entity.name} a field ${own} = \`${name}\` in point 3, and use that field.`,
            witness: witnessOf(context, {
              who: screen.roles?.[0]?.name ?? null,
              screen,
              outcome: `${name} is missing`,
            }),
          };
        }
      }
    }
  },
});

interface Named extends Reference {
  readonly what: string;
}

function namedOn(screen: Screen): readonly Named[] {
  const { fields, kind, numbers, charts, sections, sort } = screen;
  const grouped = statedGroupingOf(screen);
  const what = kind === 'form' ? 'an input' : 'a column';
  return [
    ...fields.map((field) => ({ ...field, what })),
    ...sections.flatMap((section) => section.fields.map((field) => ({ ...field, what: 'a field of a section' }))),
    ...sort.map(({ at, field }) => ({ name: field, at, what: 'its sort order' })),
    ...(grouped === null ? [] : [{ name: grouped.field, at: grouped.at, what: 'its groups' }]),
    ...[...numbers, ...charts].flatMap(({ at, field, name }) =>
      field === null ? [] : [{ name: field, at, what: `the field of “${name}”` }],
    ),
    ...charts.map(({ at, by, name }) => ({ name: by, at, what: `the grouping of “${name}”` })),
  ];
}

function isOfAnother(name: string, path: readonly string[], { entity, schema }: EntityContext): boolean {
  if (schema.entities.get(entity.name)?.attributes.has(name) !== false) return false;
  return attributeAt(schema, entity.name, path) !== null;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
