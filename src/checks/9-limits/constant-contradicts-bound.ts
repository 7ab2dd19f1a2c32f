import { partsOf } from '../../expressions/parts.ts';
import type { Constant, Entity, Field, Rule } from '../../model/model.ts';
import type { Place } from '../../model/place.ts';
import { boundsOf, boundValue } from '../bounds.ts';
import { type CheckContext, defineCheck } from '../check.ts';
import { isOfSize, ruleBound } from '../rule-bounds.ts';

export const check = defineCheck({
  code: 'constant-contradicts-bound',
  point: 9,
  severity: 'warning',
  about: 'A constant that by its name bounds a field, while the field or a rule bounds it with another number.',
  *find(context) {
    const named = context.model.constants.flatMap((constant) => namedBound(constant, context));
    if (named.length === 0) return;
    const subjects = subjectsOf(context);
    const rules = Map.groupBy(context.model.rules, ({ entity }) => entity);
    for (const { constant, side, subject, number } of named) {
      const [found, ...others] = subjects.get(subject) ?? [];
      if (found === undefined || others.length > 0) continue;
      const { entity, field } = found;
      for (const bound of boundsOfField(found, side, rules.get(entity.name) ?? [], context)) {
        if (bound.number === number || bound.constant !== null) continue;
        const says = `${side === 'max' ? 'at most' : 'at least'} ${bound.number}`;
        yield {
          element: constant.id,
          at: constant.value?.at ?? constant.at,
          also: [bound.at],
          message: `${constant.name} is ${number}, and ${field.name} of ${entity.name} takes ${says}${bound.by}.`,
          next: `If both are the same, write ${constant.name} where ${bound.number} stands; if not, give the constant a name that tells them apart.`,
        };
      }
    }
  },
});

interface NamedBound {
  readonly constant: Constant;
  readonly side: 'min' | 'max';
  readonly subject: string;
  readonly number: number;
}

/** `MAX_LINE_ITEMS`, `TITLE_MAX_LENGTH`, `minGuests`: what they bound, and on which side. */
function namedBound(constant: Constant, { schema }: CheckContext): NamedBound[] {
  const words = wordsOf(constant.name);
  const side = words.some((word) => MOST.has(word)) ? 'max' : words.some((word) => LEAST.has(word)) ? 'min' : null;
  if (side === null || constant.value?.tree?.op !== 'number') return [];
  const number = boundValue({ constant: constant.name }, schema);
  const subject = keyOf(words.filter((word) => !MOST.has(word) && !LEAST.has(word) && !MEASURE.has(word)));
  return number === null || subject === '' ? [] : [{ constant, side, subject, number }];
}

const MOST: ReadonlySet<string> = new Set(['max', 'maximum', 'most']);
const LEAST: ReadonlySet<string> = new Set(['min', 'minimum', 'least']);
const MEASURE: ReadonlySet<string> = new Set(['length', 'chars', 'characters', 'count', 'number', 'of']);

interface Subject {
  readonly entity: Entity;
  readonly field: Field;
}

/** By what a name may call them: a field by its name, alone or behind its entity's; a list by what stands in it. */
function subjectsOf({ model }: CheckContext): ReadonlyMap<string, readonly Subject[]> {
  const found = new Map<string, Subject[]>();
  for (const entity of model.entities) {
    for (const field of entity.fields) {
      const { type, name } = field;
      if (boundsOf(type) === null) continue;
      const lines = type.kind === 'list' || type.kind === 'references' ? [wordsOf(type.entity)] : [];
      const names = [wordsOf(name), [...wordsOf(entity.name), ...wordsOf(name)], ...lines];
      for (const key of new Set(names.map(keyOf))) {
        const known = found.get(key);
        if (known === undefined) found.set(key, [{ entity, field }]);
        else known.push({ entity, field });
      }
    }
  }
  return found;
}

interface FieldBound {
  readonly number: number;
  readonly constant: string | null;
  readonly by: string;
  readonly at: Place | null;
}

function boundsOfField(
  { entity, field: { name, type, at } }: Subject,
  side: 'min' | 'max',
  rules: readonly Rule[],
  { typed }: CheckContext,
): FieldBound[] {
  const bound = boundsOf(type)?.[side] ?? null;
  const own = bound === null || 'constant' in bound ? [] : [{ number: bound.value, constant: null, by: '', at }];
  const ofRules = rules.flatMap((rule): FieldBound[] => {
    const condition = rule.standing === 'stated' ? typed(rule.condition) : null;
    const bounds = condition === null ? [] : partsOf(condition).map((part) => ruleBound(part, entity.name));
    return bounds.flatMap((each) =>
      each === null || each.field !== name || each.side !== side || (each.what === 'size') !== isOfSize(type)
        ? []
        : [
            {
              number: each.number,
              constant: each.constant,
              by: `, by the rule ${rule.name}`,
              at: rule.condition?.at ?? rule.at,
            },
          ],
    );
  });
  return [...own, ...ofRules];
}

function wordsOf(name: string): string[] {
  const words = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== '');
}

/** One or several are the same. */
function keyOf(words: readonly string[]): string {
  return words.join(' ').replace(/(?<=[^s])s$/, '');
}
