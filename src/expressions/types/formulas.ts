import type { Attribute, Schema } from '../../model/lookups/schema.ts';
import type { Point } from '../../model/types/element.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Field, Model, Screen } from '../../model/types/model.ts';
import { bodyShapeOf, formulasIn } from '../syntax/body-shape.ts';
import { choiceTree } from '../syntax/choice-tree.ts';
import { choiceOf, namesIn } from './constant-choices.ts';
import { CONDITION } from './kinds.ts';
import { recipientFormulas } from './letter-formulas.ts';
import { otherRecordFormulas, timerFormulas, wantedBy } from './machine-formulas.ts';
import type { StaticType } from './static.ts';
import { staticTypeOf } from './static-of.ts';

/** The type that an expression must have: a condition, a value of this type, or null for anything. */
export type RequiredType = StaticType | null;

/** A formula of the Model, with its entity and the type that it must have. */
export interface StatedFormula {
  readonly formula: Formula;
  /** Id of the element that it belongs to. */
  readonly element: string;
  readonly point: Point;
  /** The entity whose record is `this`; null if there is no record. */
  readonly entity: string | null;
  readonly wants: RequiredType;
  /** What the formula is, in the words of a message: "the filter", "the guard". */
  readonly what: string;
  /** The formula as the Model states it, if it is not `formula` itself. */
  readonly stated?: Formula;
}

/** Returns every formula of the Model, in the order of the points. */
export function formulasOf(schema: Schema): StatedFormula[] {
  const { model } = schema;
  return [
    ...ofScreens(model),
    ...ofEntities(schema),
    ...ofMachines(schema),
    ...ofRules(model),
    ...ofRelations(model),
    ...ofPermissions(model),
    ...ofBodies(schema),
    ...ofCalls(model),
    ...ofConstants(schema),
  ];
}

function ofScreens(model: Model): StatedFormula[] {
  return model.screens.flatMap((screen) => [
    ...[
      { element: screen.id, filter: screen.filter },
      ...screen.numbers.map(filtered),
      ...screen.charts.map(filtered),
      ...screen.filters.map(filtered),
    ].flatMap(({ element, filter }) =>
      stated(filter, { element, point: 2, entity: screen.entity, wants: CONDITION, what: 'the filter' }),
    ),
    ...ofScreen(screen),
  ]);
}

/**
 * Returns the formulas about the screen itself: for its record if its route leads to one, otherwise only for the
 * person.
 */
function ofScreen({ id, route, entity, menu, guard, refresh }: Screen): StatedFormula[] {
  const about = { element: id, point: 2, entity: null } as const;
  const record = route.split('/').some((step) => step.startsWith(':')) ? entity : null;
  return [
    ...stated(menu?.when ?? null, { ...about, wants: CONDITION, what: 'the condition of the menu' }),
    ...stated(guard, { ...about, entity: record, wants: CONDITION, what: 'the condition of the screen' }),
    ...stated(refresh, { ...about, wants: null, what: 'the time between two fetches' }),
  ];
}

function filtered(part: { readonly id: string; readonly filter: Formula | null }) {
  return { element: part.id, filter: part.filter };
}

function ofEntities(schema: Schema): StatedFormula[] {
  return schema.model.entities.flatMap(({ name, fields, unique }) => [
    ...fields.flatMap((field) => {
      const wants = staticTypeOf(field.type, field.id);
      const about = { element: field.id, point: 3, wants } as const;
      return [
        ...stated(field.default, { ...about, entity: name, what: 'the default' }),
        ...stated(field.computed, { ...about, entity: name, what: 'the value' }),
        ...ofChoice(field, name),
      ];
    }),
    ...unique.flatMap(({ id, where }) =>
      stated(where, { element: id, point: 3, entity: name, wants: CONDITION, what: 'the condition of the key' }),
    ),
  ]);
}

/** Returns the condition of the records that a reference may lead to, as a query over them. */
function ofChoice({ among, type, id }: Field, entity: string): StatedFormula[] {
  if (among === null || (type.kind !== 'reference' && type.kind !== 'references')) return [];
  const { tree } = among;
  const formula = tree === null ? among : { ...among, tree: choiceTree(tree, type.entity, null) };
  const what = 'the condition of the records';
  return [{ formula, stated: among, element: id, point: 3, entity, wants: CONDITION, what }];
}

function ofMachines(schema: Schema): StatedFormula[] {
  return schema.model.machines.flatMap((machine) =>
    machine.transitions.flatMap((transition) => {
      const about = { element: transition.id, point: 4, entity: machine.entity } as const;
      const elsewhere = [
        ...timerFormulas(schema, machine.entity, transition.timer),
        ...transition.effects.flatMap((effect) => otherRecordFormulas(schema, machine.entity, effect)),
      ];
      return [
        ...stated(transition.guard, { ...about, wants: CONDITION, what: 'the guard' }),
        ...elsewhere.map((formula) => ({ ...about, ...formula })),
        ...transition.effects.flatMap((effect) => {
          if (effect.kind === 'set' && effect.on === null) {
            const attribute = schema.entities.get(machine.entity)?.attributes.get(effect.field);
            const wants = wantedBy(effect, typeOf(attribute), schema, machine.entity);
            return stated(effect.value, { ...about, wants, what: 'the effect' });
          }
          return recipientFormulas(schema, effect, about);
        }),
      ];
    }),
  );
}

function typeOf(attribute: Attribute | undefined): RequiredType {
  return attribute === undefined ? null : staticTypeOf(attribute.type, attribute.id);
}

function ofRules(model: Model): StatedFormula[] {
  return model.rules.flatMap((rule) =>
    stated(rule.condition, { element: rule.id, point: 5, entity: rule.entity, wants: CONDITION, what: 'the rule' }),
  );
}

/** Returns the paths that give roles. */
function ofRelations(model: Model): StatedFormula[] {
  return model.roles.flatMap(({ id, relation }) =>
    relation.flatMap(({ entity, path }) =>
      stated(path, { element: id, point: 6, entity, wants: null, what: 'the path' }),
    ),
  );
}

function ofPermissions(model: Model): StatedFormula[] {
  return model.permissions.flatMap((cell) =>
    'where' in cell.grant
      ? stated(cell.grant.where, {
          element: cell.id,
          point: 6,
          entity: cell.entity,
          wants: CONDITION,
          what: 'the condition',
        })
      : [],
  );
}

/** Returns the formulas in bodies of outside calls, for the record whose transition makes the call. */
function ofBodies(schema: Schema): StatedFormula[] {
  const { model } = schema;
  const bodies = model.calls.flatMap((call) => (call.sendsShape === null ? [] : [{ call, shape: call.sendsShape }]));
  if (bodies.length === 0) return [];
  const callers = model.machines.flatMap(({ entity, transitions }) =>
    transitions.flatMap(({ effects }) =>
      effects.flatMap((effect) => (effect.kind === 'call' ? [{ entity, name: effect.call }] : [])),
    ),
  );
  return bodies.flatMap(({ call, shape }) => {
    const entities = new Set(callers.filter(({ name }) => name === call.name).map(({ entity }) => entity));
    return [...entities].flatMap((entity) =>
      formulasIn(bodyShapeOf(shape.text, entity, schema)).map(({ tree, entity: of }) => ({
        formula: { ...shape, tree },
        element: call.id,
        point: 7 as const,
        entity: of,
        wants: null,
        what: 'the body',
      })),
    );
  });
}

/** Returns the formulas of constants. Their names may be choices: of the first choice that has all of them. */
/** The conditions of the records of calls. */
function ofCalls(model: Model): StatedFormula[] {
  return model.calls.flatMap(({ id, does, where }) =>
    'entity' in does
      ? stated(where, { element: id, point: 7, entity: does.entity, wants: CONDITION, what: 'the condition' })
      : [],
  );
}

function ofConstants(schema: Schema): StatedFormula[] {
  return schema.model.constants.flatMap(({ id, value, table }) => {
    const cells = table?.cells.flat() ?? [value];
    const names = namesIn(
      cells.flatMap((cell) => (cell?.tree == null ? [] : [cell.tree])),
      schema,
    );
    const choice = names === null ? null : choiceOf(names, null, schema);
    const wants =
      choice !== null && table === null && value?.tree?.op === 'list' ? ({ t: 'list', of: choice } as const) : choice;
    return cells.flatMap((cell) => stated(cell, { element: id, point: 9, entity: null, wants, what: 'the value' }));
  });
}

function stated(formula: Formula | null, about: Omit<StatedFormula, 'formula'>): StatedFormula[] {
  return formula === null ? [] : [{ formula, ...about }];
}
