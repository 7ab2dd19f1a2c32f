import { entityAt } from '../expressions/machine-formulas.ts';
import type { Call, Effect, Field, Model, Screen, ScreenKind } from '../model/model.ts';
import type { Element } from '../model/place.ts';
import { schemaOf } from '../model/schema.ts';

/** Something of the Model that is read and not done yet. */
export interface NotYet {
  readonly element: Element;
  readonly what: string;
}

/** What is not done yet, in words; the ledger names each at what it concerns. */
export const NOT_YET = {
  series: 'number series of lines are not counted, and such a field stays empty',
  shown: 'a field of lines is drawn also while its “shown when” does not hold; a value is refused then',
  writeOnce: 'a write-only field is filled in with a new record and never changed',
  boards: 'a board by a field that leads to other records has no columns',
  filters: 'filters and switches of a screen that is no list are kept and not drawn',
  sections: 'sections without fields, and those of a screen that is no record or form, are kept and not drawn',
  lines:
    'a line does nothing by itself, an effect that makes a line, or reaches into one of another record, is refused, and “on delete: cascade” of a line restricts',
  warnings: 'a rule that only warns is told of after the write, and not while one types',
  query: 'a name in the query of a call that is no field of what it lists is refused',
  shapes: 'a call of a shape of its own takes and gives the fields of its entity',
} as const;

interface Entry {
  readonly what: string;
  readonly in: (model: Model) => readonly Element[];
}

/** All that the notation reads and this version does not do. A release fails while this list is not empty. */
const ENTRIES: readonly Entry[] = [
  {
    what: NOT_YET.boards,
    in: ({ screens, entities }) => {
      const boards = screens.filter(({ kind }) => kind === 'board');
      const typeOf = ({ entity, by }: Screen) =>
        entities.find(({ name }) => name === entity)?.fields.find(({ name }) => name === by)?.type.kind;
      return boards.filter((screen) => typeOf(screen) === 'reference');
    },
  },
  {
    what: NOT_YET.filters,
    in: ({ screens }) => screens.filter(({ filters, kind }) => filters.length > 0 && !LISTS.has(kind)),
  },
  {
    what: NOT_YET.sections,
    in: ({ screens }) =>
      screens.filter(
        ({ kind, sections }) =>
          sections.some(({ fields }) => fields.length === 0) ||
          (sections.length > 0 && kind !== 'record' && kind !== 'form'),
      ),
  },
  {
    what: NOT_YET.series,
    in: (model) =>
      model.entities.flatMap((entity) =>
        entity.fields.filter(({ type }) => type.kind === 'number series' && entity.belongsTo !== null),
      ),
  },
  {
    what: NOT_YET.shown,
    in: ({ entities }) =>
      entities.flatMap((entity) =>
        entity.belongsTo === null ? [] : entity.fields.filter(({ shownWhen }) => shownWhen !== null),
      ),
  },
  {
    what: NOT_YET.writeOnce,
    in: (model) => fields(model).filter(({ writeOnly }) => writeOnly),
  },
  { what: NOT_YET.lines, in: ofLines },
  {
    what: NOT_YET.warnings,
    in: (model) => model.rules.filter(({ severity }) => severity === 'warning'),
  },
  {
    what: NOT_YET.query,
    in: (model) => model.calls.filter((call) => hasUnknownQuery(model, call)),
  },
  {
    what: NOT_YET.shapes,
    in: (model) => model.calls.filter((call) => call.does.kind !== 'outside' && hasOwnShape(call)),
  },
];

/** Screens that show many records one by one, and so what filters narrow. */
const LISTS: ReadonlySet<ScreenKind> = new Set(['table', 'list', 'board', 'calendar']);

const UNDERSTOOD: ReadonlySet<string> = new Set(['filter', 'sort', 'page', 'q', 'limit', 'total']);

/** What of this Model is not done yet, in the order of the points. */
export function notYet(model: Model): NotYet[] {
  return ENTRIES.flatMap(({ what, in: find }) => find(model).map((element) => ({ element, what })));
}

function hasUnknownQuery({ entities, machines }: Model, { does, query }: Call): boolean {
  if (query.length === 0 || does.kind === 'outside') return false;
  const listed = does.kind === 'list' ? does.entity : null;
  const fields = entities.find(({ name }) => name === listed)?.fields.map(({ name }) => name) ?? [];
  const states = machines.filter(({ entity }) => entity === listed).map(({ name }) => name);
  const known = new Set([...fields, ...states, ...(listed === null ? [] : UNDERSTOOD)]);
  return query.some(({ name }) => !known.has(name));
}

function hasOwnShape({ sendsShape, gets }: Call): boolean {
  return sendsShape !== null || gets.trimStart().startsWith('{');
}

/** Lines stand in their record, and are written with it. */
function ofLines(model: Model): Element[] {
  const { entities, machines } = model;
  const lines = new Set(entities.flatMap(({ belongsTo, name }) => (belongsTo === null ? [] : [name])));
  if (lines.size === 0) return [];
  const schema = schemaOf(model);
  const cascading = entities.flatMap((entity) =>
    lines.has(entity.name) ? entity.fields.filter(({ onDelete }) => onDelete === 'cascade') : [],
  );
  const reaches = (entity: string, effect: Effect): boolean => {
    if (effect.kind === 'create') return lines.has(effect.entity);
    const path = effect.kind === 'raise' || effect.kind === 'set' ? effect.on : null;
    const target = path === null ? null : entityAt(schema, entity, path.tree);
    const own = schema.entities
      .get(entity)
      ?.entity.fields.some(({ type }) => type.kind === 'list' && type.entity === target);
    return target !== null && lines.has(target) && !(effect.kind === 'set' && own === true);
  };
  const acting = machines.flatMap(({ entity, transitions }) =>
    transitions.filter(
      ({ timer, effects }) =>
        (timer !== null && lines.has(entity)) || effects.some((effect) => reaches(entity, effect)),
    ),
  );
  return [...cascading, ...acting];
}

function fields(model: Model): Field[] {
  return model.entities.flatMap((entity) => entity.fields);
}
