import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { Place } from '../../model/types/element.ts';
import type { Formula } from '../../model/types/formula.ts';
import { boundValue, sizeWords } from '../lookups/bound-values.ts';
import { type Quantity, quantitiesIn, quantityOf } from '../lookups/quantities.ts';
import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck, type Finding } from '../runner/check.ts';

export const check = defineCheck({
  code: 'message-number-differs',
  point: 9,
  severity: 'warning',
  about: 'A message with one number, while the condition that raises it uses another.',
  *find(context) {
    const { schema } = context;
    const raising = Map.groupBy(context.parts.flatMap(raisingIn), ([code]) => code);
    for (const [code, raised] of raising) {
      const entry = schema.errors.get(code);
      if (entry === undefined || entry.standing !== 'stated') continue;
      yield* differing(
        { id: entry.id, at: entry.at, says: `The message of ${code}`, text: `${entry.message} ${entry.next}` },
        raised.map(([, formula]) => formula),
        context,
      );
    }
    yield* inRules(context);
    yield* ofFiles(context);
  },
});

function inRules(context: CheckContext): readonly Finding[] {
  return context.model.rules.flatMap(({ id, at, name, message, condition }) =>
    message === null || condition === null || !/\d/.test(message)
      ? []
      : [...differing({ id, at, says: `The message of ${name}`, text: message }, [condition], context)],
  );
}

/** The errors for large files: one while the file is sent, the other when it is attached. */
const TOO_LARGE: ReadonlySet<string> = new Set(['TOO_LARGE', 'TOO_BIG']);

/** Compares messages about large files with the allowed file sizes. */
function* ofFiles(context: CheckContext): Generator<Finding> {
  const sizeErrors = context.model.errors.filter(
    ({ code, message, next, standing, standsFor }) =>
      standing === 'stated' && [code, ...standsFor].some((one) => TOO_LARGE.has(one)) && /\d/.test(message + next),
  );
  const fileLimits = sizeErrors.length === 0 ? [] : fileSizes(context);
  for (const { id, at, code, message, next } of fileLimits.length === 0 ? [] : sizeErrors) {
    for (const { kind, amount, words } of quantitiesIn(`${message} ${next}`)) {
      if (kind !== 'size' || fileLimits.some((size) => size.amount === amount)) continue;
      const sizes = [...new Set(fileLimits.map((size) => sizeWords(size.amount)))];
      yield {
        element: id,
        at,
        also: fileLimits.map((size) => size.at),
        message: `The message of ${code} says “${words}”, but files may be up to ${joinNames(sizes, 'or')}.`,
        next: 'Correct one of the two, or use a constant of point 9 for both.',
      };
    }
  }
}

/** Returns the allowed file sizes. */
function fileSizes({ model, schema }: CheckContext): readonly { readonly amount: number; readonly at: Place | null }[] {
  return model.entities
    .flatMap(({ fields }) => fields)
    .flatMap(({ type, at }) => {
      const amount = type.kind === 'file' ? boundValue(type.maxSize, schema) : null;
      return amount === null ? [] : [{ amount, at }];
    });
}

interface Message {
  readonly id: string;
  readonly at: Place | null;
  readonly says: string;
  readonly text: string;
}

/** Returns the errors whose text contains a number, with the conditions that raise them. */
function raisingIn({ model, schema }: CheckContext): readonly (readonly [code: string, condition: Formula])[] {
  const found: [string, Formula][] = [];
  const take = (code: string | undefined, formula: Formula | null) => {
    const entry = code === undefined ? undefined : schema.errors.get(code);
    if (code === undefined || formula === null || entry === undefined || !/\d/.test(entry.message + entry.next)) return;
    found.push([code, formula]);
  };
  for (const { error, condition } of model.rules) take(error?.name, condition);
  for (const { transitions } of model.machines) for (const { error, guard } of transitions) take(error?.name, guard);
  return found;
}

/**
 * Reports a number in a message if the types of all conditions are known and none of their numbers of that kind is the
 * same.
 */
function* differing(
  { id, at, says, text }: Message,
  formulas: readonly Formula[],
  { typed, schema }: CheckContext,
): Generator<Finding> {
  const said = quantitiesIn(text);
  if (said.length === 0) return;
  const conditions = formulas.map((formula) => typed(formula));
  if (conditions.some((condition) => condition === null)) return;
  const known = conditions.flatMap((condition) => (condition === null ? [] : quantitiesOf(condition)));
  for (const quantity of said) {
    const alike = known.filter(({ kind }) => kind === quantity.kind);
    // Plain numbers may count anything, so they are compared only if there is one on each side.
    const isLone =
      said.filter(({ kind }) => kind === quantity.kind).length === 1 &&
      new Set(alike.map(({ amount }) => amount)).size === 1;
    if (alike.length === 0 || (quantity.kind === 'number' && !isLone)) continue;
    if (
      alike.some(({ amount, near }) => amount === quantity.amount || (near && Math.abs(amount - quantity.amount) <= 1))
    )
      continue;
    const names = [...new Set(alike.map(({ words }) => words))];
    const constant = alike.find(({ constant: name }) => name !== null)?.constant ?? null;
    yield {
      element: id,
      at,
      also: [
        ...formulas.map((formula) => formula.at),
        constant === null ? null : (schema.constants.get(constant)?.at ?? null),
      ],
      message: `${says} says “${quantity.words}”, but its condition uses ${joinNames(names, 'or')}.`,
      next:
        constant === null
          ? 'Correct one of the two, or use a constant of point 9 for both.'
          : `Write \`{${constant}}\` in the message instead of the number.`,
    };
  }
}

function quantitiesOf(typed: Typed): Quantity[] {
  const found: Quantity[] = [];
  for (const part of walk(typed)) {
    if (part.op !== 'binary') continue;
    const strict = part.operator === '<' || part.operator === '>';
    for (const side of [part.left, part.right]) {
      if (side.op !== 'literal' && side.op !== 'constant') continue;
      const quantity = quantityOf(side.value, side.type);
      if (quantity === null || (quantity.amount === 0 && side.op === 'literal')) continue;
      const name = side.op === 'constant' ? side.name : null;
      const words = name === null ? quantity.words : `${name}, which is ${quantity.words}`;
      found.push({ ...quantity, words, constant: name, near: strict && quantity.kind === 'number' });
    }
  }
  return found;
}
