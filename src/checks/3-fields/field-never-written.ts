import type { Effect, Entity, Field, Machine, Model } from '../../model/types/model.ts';
import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck, type Finding } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'field-never-written',
  point: 3,
  severity: 'warning',
  about: 'A field that the product sets, but no effect, default or formula does.',
  *find(context) {
    if (context.model.points.some(({ point, standing }) => point === 4 && standing === 'not shown')) return;
    const waiting = waitingIn(context);
    const written = waiting.length === 0 ? new Set() : writtenIn(context);
    for (const { entity, fields } of waiting) {
      const never = fields.filter((field) => {
        const isWritten = written.has(keyOf(entity.name, field.name)) || written.has(keyOf('', field.name));
        return !isWritten && !mayBeSaid(field, entity, context.model);
      });
      // Fields that are stated in one line are reported together.
      for (const fields of Map.groupBy(never, ({ at }) => at?.from).values()) yield* findingOf(fields, entity, context);
    }
  },
});

function* findingOf(fields: readonly Field[], entity: Entity, context: CheckContext): Generator<Finding> {
  const [first] = fields;
  if (first === undefined) return;
  const names = joinNames(fields.map(({ name }) => name));
  const [it, is] = fields.length === 1 ? ['it is', `${names} is`] : ['they are', `${names} are`];
  yield {
    element: first.id,
    at: first.at,
    message: `Nothing ever sets ${names} of ${entity.name}: ${it} not entered by people, and no transition writes ${fields.length === 1 ? 'it' : 'them'}.`,
    next: `State a formula, as in = \`…\`; write \`${first.name} = …\` under Then of a transition in point 4; or let people fill it in.`,
    witness: witnessOf(context, { entity: entity.name, outcome: `${is} always empty` }),
  };
}

function waitingIn({ model }: CheckContext): readonly { readonly entity: Entity; readonly fields: readonly Field[] }[] {
  const waiting = model.entities.map((entity) => ({ entity, fields: entity.fields.filter(waitsForProduct) }));
  return waiting.filter(({ fields }) => fields.length > 0);
}

function waitsForProduct(field: Field): boolean {
  return (
    field.standing === 'stated' &&
    field.byProduct &&
    field.default === null &&
    field.computed === null &&
    field.askedOn.length === 0 &&
    field.type.kind !== 'number series' &&
    field.type.kind !== 'unknown'
  );
}

/** Unread text may say what sets the field: its own note, or a text around it that names the field. */
function mayBeSaid({ name, help }: Field, entity: Entity, { points }: Model): boolean {
  const around = points.filter(({ point }) => point === 3 || point === 4 || point === 5);
  return help !== '' || [entity, ...around].some((each) => each.help.includes(name));
}

/** Returns the fields that effects write. If the entity is not known, the name counts for all entities. */
function writtenIn({ model, typed }: CheckContext): ReadonlySet<string> {
  const written = new Set<string>();
  const take = (machine: Machine, effect: Effect) => {
    if (effect.kind === 'create') for (const { field } of effect.values) written.add(keyOf(effect.entity, field));
    if (effect.kind === 'ask') written.add(keyOf(machine.entity, effect.field));
    if (effect.kind !== 'set') return;
    const type = effect.on === null ? null : (typed(effect.on)?.type ?? null);
    const target = type?.t === 'list' ? type.of : type;
    written.add(keyOf(effect.on === null ? machine.entity : target?.t === 'record' ? target.entity : '', effect.field));
  };
  for (const machine of model.machines) {
    for (const { effects } of machine.transitions) for (const effect of effects) take(machine, effect);
  }
  return written;
}

function keyOf(entity: string, field: string): string {
  return JSON.stringify([entity, field]);
}
