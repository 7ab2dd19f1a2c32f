import { formulasOfAnswer } from '../../engine/compile/shape-formulas.ts';
import type { CompiledCall, CompiledEntity, CompiledModel } from '../../engine/compiled/compiled-model.ts';
import { ANSWER_MEMBERS } from '../../expressions/shapes/answer-members.ts';
import { membersOfShape } from '../../expressions/shapes/resolve-member.ts';
import type { ShapeEntry } from '../../expressions/shapes/resolve-shape.ts';
import type { NamedShape } from '../../model/types/model.ts';

/** Returns the members of a named shape as answers have them; null if it contains itself. */
export function shapeMembers(
  shape: NamedShape,
  { schema: entity }: CompiledEntity,
  { schema }: CompiledModel,
): readonly ShapeEntry[] | null {
  return membersOfShape(shape, entity, { schema, answer: ANSWER_MEMBERS, within: [] })?.shape ?? null;
}

/** Compiles the expressions of a shape, for their types. */
export function formulasOfShape(
  each: { readonly entries: readonly ShapeEntry[] },
  { name }: CompiledEntity,
  model: CompiledModel,
): CompiledCall['shapeFormulas'] {
  return formulasOfAnswer({ kind: 'record', each, several: false }, [], name, {
    schema: model.schema,
    zone: model.format.zone,
    byClock: model.byClock,
  });
}
