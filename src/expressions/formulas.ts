import type { Formula, Tree } from '../model/formula.ts';
import type { Model } from '../model/model.ts';
import type { Point } from '../model/place.ts';
import type { Attribute, Schema } from '../model/schema.ts';
import { parseShape, type ShapeEntry } from './parse.ts';
import type { StaticType } from './static.ts';
import { staticTypeOf } from './static-of.ts';

/** What an expression must come to: a condition, a value of this type, or anything. */
export type Wanted = StaticType | null;

/** A formula of the Model, with what it may speak of and what it must come to. */
export interface StatedFormula {
  readonly formula: Formula;
  /** The element that it belongs to. */
  readonly element: string;
  readonly point: Point;
  /** The entity whose record is `this`; null where there is none. */
  readonly entity: string | null;
  readonly wants: Wanted;
  /** What it is, in the words of a message: "the filter", "the guard". */
  readonly what: string;
}

const CONDITION: StaticType = { t: 'boolean' };

/** Every formula that the Model states, in the order of the points. */
export function formulasOf(schema: Schema): StatedFormula[] {
  const { model } = schema;
  return [
    ...ofScreens(model),
    ...ofFields(schema),
    ...ofMachines(schema),
    ...ofRules(model),
    ...ofPermissions(model),
    ...ofBodies(model),
    ...ofConstants(model),
  ];
}

function ofScreens(model: Model): StatedFormula[] {
  return model.screens.flatMap((screen) =>
    [
      { element: screen.id, filter: screen.filter },
      ...screen.numbers.map(filtered),
      ...screen.charts.map(filtered),
    ].flatMap(({ element, filter }) =>
      stated(filter, { element, point: 2, entity: screen.entity, wants: CONDITION, what: 'the filter' }),
    ),
  );
}

function filtered(part: { readonly id: string; readonly filter: Formula | null }) {
  return { element: part.id, filter: part.filter };
}

function ofFields(schema: Schema): StatedFormula[] {
  return schema.model.entities.flatMap((entity) =>
    entity.fields.flatMap((field) => {
      const wants = staticTypeOf(field.type, field.id);
      const about = { element: field.id, point: 3, wants } as const;
      return [
        ...stated(field.default, { ...about, entity: null, what: 'the default' }),
        ...stated(field.computed, { ...about, entity: entity.name, what: 'the value' }),
      ];
    }),
  );
}

function ofMachines(schema: Schema): StatedFormula[] {
  return schema.model.machines.flatMap((machine) =>
    machine.transitions.flatMap((transition) => {
      const about = { element: transition.id, point: 4, entity: machine.entity } as const;
      const { timer } = transition;
      const delay = timer !== null && 'delay' in timer ? timer.delay : null;
      return [
        ...stated(transition.guard, { ...about, wants: CONDITION, what: 'the guard' }),
        ...stated(delay, { ...about, entity: null, wants: { t: 'duration' }, what: 'the delay' }),
        ...transition.effects.flatMap((effect) => {
          if (effect.kind === 'set') {
            const attribute = schema.entities.get(machine.entity)?.attributes.get(effect.field);
            return stated(effect.value, { ...about, wants: typeOf(attribute), what: 'the effect' });
          }
          return effect.kind === 'notify'
            ? stated(effect.to, { ...about, wants: null, what: 'the person to notify' })
            : [];
        }),
      ];
    }),
  );
}

function typeOf(attribute: Attribute | undefined): Wanted {
  return attribute === undefined ? null : staticTypeOf(attribute.type, attribute.id);
}

function ofRules(model: Model): StatedFormula[] {
  return model.rules.flatMap((rule) =>
    stated(rule.condition, { element: rule.id, point: 5, entity: rule.entity, wants: CONDITION, what: 'the rule' }),
  );
}

function ofPermissions(model: Model): StatedFormula[] {
  return model.permissions.flatMap((cell) =>
    cell.grant.kind === 'yes'
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

/** What the body of an outside call is made of, over the record whose transition makes the call. */
function ofBodies(model: Model): StatedFormula[] {
  const bodies = model.calls.flatMap((call) => (call.sendsShape === null ? [] : [{ call, shape: call.sendsShape }]));
  if (bodies.length === 0) return [];
  const callers = model.machines.flatMap(({ entity, transitions }) =>
    transitions.flatMap(({ effects }) =>
      effects.flatMap((effect) => (effect.kind === 'call' ? [{ entity, name: effect.call }] : [])),
    ),
  );
  return bodies.flatMap(({ call, shape }) => {
    const entities = new Set(callers.filter(({ name }) => name === call.name).map(({ entity }) => entity));
    const trees = treesOf(parseShape(shape.text).entries ?? []);
    return [...entities].flatMap((entity) =>
      trees.map((tree) => ({
        formula: { ...shape, tree },
        element: call.id,
        point: 7 as const,
        entity,
        wants: null,
        what: 'the body',
      })),
    );
  });
}

function treesOf(entries: readonly ShapeEntry[]): Tree[] {
  return entries.flatMap(({ value }) => ('op' in value ? [value] : treesOf(value)));
}

function ofConstants(model: Model): StatedFormula[] {
  return model.constants.flatMap((constant) =>
    stated(constant.value, { element: constant.id, point: 9, entity: null, wants: null, what: 'the value' }),
  );
}

function stated(formula: Formula | null, about: Omit<StatedFormula, 'formula'>): StatedFormula[] {
  return formula === null ? [] : [{ formula, ...about }];
}
