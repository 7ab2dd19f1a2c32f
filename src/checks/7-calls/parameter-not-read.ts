import { checkExpression } from '../../expressions/infer/check.ts';
import {
  type ParameterPlace,
  parameterCondition,
  typeOfParameter,
} from '../../expressions/syntax/parameter-condition.ts';
import { CONDITION } from '../../expressions/types/kinds.ts';
import { effectiveOptions } from '../../model/lookups/call-options.ts';
import { pagingNames } from '../../model/lookups/call-parameters.ts';
import type { EntitySchema } from '../../model/lookups/schema.ts';
import type { CallParameter } from '../../model/types/call-parameter.ts';
import type { Call } from '../../model/types/model.ts';
import type { Type } from '../../model/types/types.ts';
import { whyNotInDatabase } from '../lookups/database-conditions.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'parameter-not-read',
  point: 7,
  severity: 'error',
  about:
    'A parameter of a call that has no effect, whose requests are always refused, or that replaces one of its pages.',
  *find(context) {
    for (const call of context.model.calls) {
      const entity = 'entity' in call.does ? context.schema.entities.get(call.does.entity) : undefined;
      if (call.standing !== 'stated' || entity === undefined) continue;
      const rows = new Set<string>();
      for (const row of call.parameters) {
        const named = row.option === null ? row.name : `${row.name}=${row.option}`;
        const problem = rows.has(named)
          ? { message: 'is stated twice', next: 'Remove one of the rows.' }
          : problemOf(context, call, entity, row);
        rows.add(named);
        if (problem !== null)
          yield {
            element: call.id,
            at: row.at ?? call.at,
            message: `The parameter ${named} of ${call.name} ${problem.message}.`,
            next: problem.next,
          };
      }
    }
  },
});

/** The parameters of pages where the call states none. */
const USUAL_PAGING: readonly string[] = ['page', 'limit'];

interface Problem {
  readonly message: string;
  readonly next: string;
}

function problemOf(context: CheckContext, call: Call, entity: EntitySchema, row: CallParameter): Problem | null {
  const { effect } = row;
  const { paging } = effectiveOptions(context.model.api.options, call.options);
  if (call.does.kind === 'list' && (paging === null ? USUAL_PAGING : pagingNames(paging)).includes(row.name))
    return {
      message: 'has the name of a parameter that asks for pages, so that nobody could ask for other pages',
      next: 'Give it another name, or state other names for pages under Paging.',
    };
  // What a parameter shows is checked with the shapes.
  if (effect.kind === 'shows') return null;
  if (call.does.kind !== 'list')
    return {
      message: 'has no effect, because the call does not list records',
      next: 'Remove it, or state what it shows: `shows owner as Person`.',
    };
  if (effect.kind === 'order') {
    const unknown = effect.sort.find(({ field }) => !entity.attributes.has(field));
    return unknown === undefined
      ? null
      : {
          message: `orders by “${unknown.field}”, which is not a field of ${entity.entity.name}`,
          next: 'Name a field.',
        };
  }
  return effect.kind === 'filter' ? problemOfFilter(context, entity, row) : null;
}

function problemOfFilter(context: CheckContext, entity: EntitySchema, row: CallParameter): Problem | null {
  const place: ParameterPlace = { schema: context.schema, entity, keyOf: () => null };
  const written = row.effect.kind === 'filter' ? row.effect.formula.text : '';
  const type = typeOfParameter(row, place);
  if (type === null && row.type !== null)
    return {
      message: `has the type “${row.type}”, which is not known`,
      next: 'Name a type, such as `integer` or `date`.',
    };
  const tree = type === null ? null : parameterCondition(row, row.option ?? sampleOf(type), place);
  if (tree === null)
    return {
      message: `filters by \`${written}\`, which is neither a field of ${entity.entity.name} nor a condition`,
      next: 'Name a field or a path, or write a condition with `value`, as in `title.contains(value)`.',
    };
  const { typed, problems } = checkExpression(tree, {
    schema: context.schema,
    entity: entity.entity.name,
    wants: CONDITION,
  });
  const problem = problems.find(({ severity }) => severity === 'error');
  if (problem !== undefined || typed === null)
    return {
      message: `is not read: ${(problem?.message ?? 'its condition does not check').replace(/\.$/, '')}`,
      next: problem?.next ?? 'Correct the condition.',
    };
  const why = whyNotInDatabase(typed, context);
  if (why === null) return null;
  return {
    message: `contains ${why}, which a database cannot evaluate, so every request with it is refused`,
    next: 'Compare a computed field instead.',
  };
}

/** Returns a value of a type as a request would send it. */
function sampleOf(type: Type): string {
  switch (type.kind) {
    case 'integer':
    case 'decimal':
    case 'money':
    case 'number series':
      return '1';
    case 'boolean':
      return 'true';
    case 'date':
      return '2026-01-01';
    case 'date and time':
      return '2026-01-01T00:00:00Z';
    case 'time':
      return '12:00';
    case 'choice':
      return type.options[0]?.name ?? '';
    default:
      return 'text';
  }
}
