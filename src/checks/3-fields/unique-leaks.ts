import { mentions } from '../../expressions/types/conjuncts.ts';
import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { Place } from '../../model/types/element.ts';
import type { Field, Operation, Permission, Reference } from '../../model/types/model.ts';
import { visibilityLookup } from '../access/hidden-values.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'unique-leaks',
  point: 3,
  severity: 'note',
  about: 'A unique value that reveals records or values that a role may not read.',
  *find({ entities }) {
    for (const context of entities) {
      const { access, entity, schema } = context;
      const keys = entity.belongsTo === null ? keysOf(context) : [];
      if (keys.length === 0 || access.cells(entity.name, 'read').length === 0) continue;
      const visibility = visibilityLookup(context);
      for (const { id, at, fields } of keys) {
        const names = fields.map(({ name }) => name);
        const learning = [...schema.roles.keys()].filter((role) => {
          if (!access.canHold(role) || isOpen(role, names, context) || !writes(role, fields, context)) return false;
          return ['id', ...names].some((name) => visibility(role, entity.name, name).hidden !== null);
        });
        const [first] = learning;
        if (first === undefined) continue;
        const whole = learning.some((role) => visibility(role, entity.name, 'id').hidden !== null);
        const value = joinNames(names);
        const hidden = whole ? `that a hidden ${entity.name} exists` : `a hidden ${value}`;
        yield {
          element: id,
          at,
          also: readingCells(first, context)
            .map((cell) => cell.at)
            .slice(0, 1),
          message: `${joinNames(learning)} can find out ${hidden}: ${value} of ${entity.name} ${names.length === 1 ? 'is' : 'together are'} unique, so a value that is taken is refused.`,
          next: `If this is intended, leave it. Otherwise make it unique among the records that they read, as in \`Unique: owner, ${names[0]}\`; or let them read the others.`,
          witness: witnessOf(context, {
            who: first,
            entity: entity.name,
            opens: 'form',
            outcome: `they enter ${value} of ${whole ? `a hidden record` : 'another record'}, and learn that it is taken`,
          }),
        };
      }
    }
  },
});

interface Key {
  readonly id: string;
  readonly at: Place | null;
  readonly fields: readonly Field[];
}

/** Returns the unique keys with at least one field that people enter. Values that the product sets reveal nothing. */
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

/** Whether a holder of the role can enter some part of the key. */
function writes(role: string, fields: readonly Field[], context: EntityContext): boolean {
  const held = context.access.certainRoles(role);
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
  const held = context.access.certainRoles(role);
  return context.access.cells(context.entity.name, 'read').filter((cell) => held.has(cell.role));
}

/**
 * Whether it is not known what is hidden, or the key itself decides whose record it is: if people read only their own
 * records, a value that is unique per owner can only collide with records that they read.
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
