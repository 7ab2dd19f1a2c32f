import { checkExpression } from '../../expressions/infer/check.ts';
import { bodyShapeOf, formulasIn } from '../../expressions/syntax/body-shape.ts';
import type { ExpressionProblem } from '../../expressions/syntax/problem.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import type { Call, Reference } from '../../model/types/model.ts';
import type { CheckContext } from '../runner/check.ts';

/** One value in the body of an outside call, evaluated on the record whose transition makes the call. */
export interface BodyValue {
  readonly call: Call;
  /** The entity of that record, or of the line that holds the value. */
  readonly entity: string;
  readonly typed: Typed | null;
  readonly problems: readonly ExpressionProblem[];
}

interface CallMade extends Reference {
  readonly entity: string;
  readonly element: string;
}

/** Returns the calls that transitions make, with their places. */
export function callsMade({ model }: CheckContext): readonly CallMade[] {
  return model.machines.flatMap(({ entity, transitions }) =>
    transitions.flatMap(({ id, at, effects }) =>
      effects.flatMap((effect) =>
        effect.kind === 'call' ? [{ name: effect.call, at: effect.at ?? at, entity, element: id }] : [],
      ),
    ),
  );
}

/**
 * Returns the values in the bodies of all outside calls. A call that no transition makes has no record and is left out.
 */
export function bodiesOf(context: CheckContext): readonly BodyValue[] {
  const { model, schema } = context;
  const shaped = model.calls.filter(({ does, sendsShape }) => does.kind === 'outside' && sendsShape !== null);
  if (shaped.length === 0) return [];
  const made = Map.groupBy(callsMade(context), ({ name }) => name);
  return shaped.flatMap((call) => {
    const entities = new Set((made.get(call.name) ?? []).map(({ entity }) => entity));
    return [...entities].flatMap((entity) =>
      formulasIn(bodyShapeOf(call.sendsShape?.text ?? '', entity, schema)).map(({ tree, entity: of }) => ({
        call,
        entity: of,
        ...checkExpression(tree, { schema, entity: of, wants: null }),
      })),
    );
  });
}
