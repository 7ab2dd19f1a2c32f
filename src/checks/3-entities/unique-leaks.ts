import { mentions } from '../../expressions/types/conjuncts.ts';
import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { Field, Operation, Permission, Reference } from '../../model/types/model.ts';
import type { Place } from '../../model/types/place.ts';
import { defineCheck, type EntityContext } from '../check.ts';
import { secrecies } from '../hidden.ts';
import { listed } from '../places.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'unique-leaks',
  point: 3,
  severity: 'note',
  about: 'A unique value by which somebody can find out about records, or values, that they may not read.',
  *findIn(context) {
    const { access, entity, schema } = context;
    const keys = entity.belongsTo === null ? keysOf(context) : [];
    if (keys.length === 0 || access.cells(entity.name, 'read').length === 0) return;
    const secrecy = secrecies(context);
    for (const { id, at, fields } of keys) {
      const names = fields.map(({ name }) => name);
      const learning = [...schema.roles.keys()].filter((role) => {
        if (!access.canHold(role) || isOpen(role, names, context) || !writes(role, fields, context)) return false;
        return ['id', ...names].some((name) => secrecy(role, entity.name, name).hidden !== null);
      });
      const [first] = learning;
      if (first === undefined) continue;
      const whole = learning.some((role) => secrecy(role, entity.name, 'id').hidden !== null);
      const value = listed(names);
      const hidden = whole ? `that there is ${entity.name} which they may not read` : `${value} that they may not read`;
      yield {
        element: id,
        at,
        also: readingCells(first, context)
          .map((cell) => cell.at)
          .slice(0, 1),
        message: `${listed(learning)} can find out ${hidden}: of ${entity.name}, ${value} ${names.length === 1 ? 'is' : 'together are'} unique, and saving one that is taken is refused.`,
        next: `Nothing, if this is meant. Else make it unique among what they read, by a key of several fields as in \`Unique: owner, ${names[0]}\`; or let them read the others.`,
        witness: witnessOf(context, {
          who: first,
          entity: entity.name,
          opens: 'form',
          happens: `they enter ${value} of ${whole ? `a record that is kept from them` : 'another record'}, and are told that it is taken`,
        }),
      };
    }
  },
});

interface Key {
  readonly id: string;
  readonly at: Place | null;
  readonly fields: readonly Field[];
}

/** Keys with something that people fill in. What the product writes is nobody's guess. */
function keysOf({ entity }: EntityContext): readonly Key[] {
  const alone = entity.fields.filter(({ unique, standing }) => unique && standing === 'stated');
  const single = alone.map((field): Key => ({ id: field.id, at: field.at, fields: [field] }));
  const fieldsOf = (names: readonly Reference[]) =>
    names.flatMap(({ name }) => entity.fields.find((field) => field.name === name) ?? []);
  const several = entity.unique.map(({ id, at, fields }): Key => ({ id, at, fields: fieldsOf(fields) }));
  return [...single, ...several].filter(({ fields }) => fields.some(isInput));
}

function isInput({ byProduct, computed, askedOn, type }: Field): boolean {
  return !byProduct && computed === null && askedOn.length === 0 && type.kind !== 'number series';
}

/** Whether a holder of the role can fill in some part of the key. */
function writes(role: string, fields: readonly Field[], context: EntityContext): boolean {
  const held = context.access.held(role);
  return (['create', 'change'] satisfies Operation[]).some((operation) =>
    context.access.cells(context.entity.name, operation).some(
      ({ role: of, grant }) =>
        held.has(of) &&
        grant.kind === 'yes' &&
        fields.some((field) => {
          const granted = grant.fields === null || grant.fields.some(({ name }) => name === field.name);
          return granted && isInput(field) && !(operation === 'change' && field.fixed);
        }),
    ),
  );
}

function readingCells(role: string, context: EntityContext): readonly Permission[] {
  const held = context.access.held(role);
  return context.access.cells(context.entity.name, 'read').filter((cell) => held.has(cell.role));
}

/**
 * Whether it can't be told what is hidden, or the key itself says whose the record is: where each one reads their own, a
 * value that is unique for each owner clashes with what they read.
 */
function isOpen(role: string, names: readonly string[], context: EntityContext): boolean {
  return readingCells(role, context).some(({ grant }) => {
    if (grant.kind === 'unknown') return true;
    const where = 'where' in grant ? grant.where : null;
    const typed = context.typed(where);
    if (where === null || typed === null) return where !== null;
    const own = fieldsRead(typed).some(({ entity, field }) => entity === context.entity.name && names.includes(field));
    return own && mentions(typed, 'me');
  });
}
