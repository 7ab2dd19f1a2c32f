import { conjunctsOf } from '../../expressions/types/conjuncts.ts';
import type { Place } from '../../model/types/element.ts';
import type { Entity, Field, Rule } from '../../model/types/model.ts';
import type { CheckContext } from '../runner/check.ts';
import { boundsOf } from './bound-values.ts';
import { isOfSize, ruleBound } from './rule-bounds.ts';

/** Words of a name that say which side it bounds, or how it measures. */
export const MOST: ReadonlySet<string> = new Set(['max', 'maximum', 'most']);
export const LEAST: ReadonlySet<string> = new Set(['min', 'minimum', 'least']);
export const MEASURE: ReadonlySet<string> = new Set(['length', 'chars', 'characters', 'count', 'number', 'of']);

export interface Subject {
  readonly entity: Entity;
  readonly field: Field;
}

/**
 * Returns fields by the names that may refer to them: the name of the field, alone or after the name of its entity; for
 * a list also the name of its items.
 */
export function subjectsOf({ model }: CheckContext): ReadonlyMap<string, readonly Subject[]> {
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

export interface FieldBound {
  readonly number: number;
  readonly constant: string | null;
  readonly by: string;
  readonly at: Place | null;
}

/** Returns the literal bounds of a field on one side, from its type and from rules. */
export function boundsOfField(
  { entity, field: { name, type, at } }: Subject,
  side: 'min' | 'max',
  rules: readonly Rule[],
  { typed }: CheckContext,
): FieldBound[] {
  const bound = boundsOf(type)?.[side] ?? null;
  const own = bound === null || 'constant' in bound ? [] : [{ number: bound.value, constant: null, by: '', at }];
  const ofRules = rules.flatMap((rule): FieldBound[] => {
    const condition = rule.standing === 'stated' ? typed(rule.condition) : null;
    const bounds = condition === null ? [] : conjunctsOf(condition).map((part) => ruleBound(part, entity.name));
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

/** Returns the lower-case words of a name such as `MAX_LINE_ITEMS` or `minGuests`. */
export function wordsOf(name: string): string[] {
  const words = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== '');
}

/** Returns a key that is the same for the singular and the plural. */
export function keyOf(words: readonly string[]): string {
  return words.join(' ').replace(/(?<=[^s])s$/, '');
}

/** A bound that a constant may be meant for, because its name refers to the field. */
export interface LikelyBound extends FieldBound {
  readonly entity: Entity;
  readonly field: Field;
  readonly side: 'min' | 'max';
}

/**
 * Returns the literal bound that a constant is probably meant for: all words of its name refer to one field, by the
 * name of the field, its entity or its lines. Null if no field matches, or more than one does.
 */
export function likelyBound(name: string, context: CheckContext): LikelyBound | null {
  const words = wordsOf(name);
  const side = words.some((word) => LEAST.has(word)) ? 'min' : 'max';
  const about = words.filter((word) => !MOST.has(word) && !LEAST.has(word) && !MEASURE.has(word) && !LINKS.has(word));
  if (about.length === 0) return null;
  const found = context.model.entities.flatMap((entity) =>
    entity.fields.flatMap((field): LikelyBound[] => {
      if (boundsOf(field.type) === null || !refersTo(about, entity, field)) return [];
      const rules = context.model.rules.filter((rule) => rule.entity === entity.name);
      const bounds = boundsOfField({ entity, field }, side, rules, context).filter(({ constant }) => constant === null);
      return bounds.slice(0, 1).map((bound) => ({ ...bound, entity, field, side }));
    }),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Whether every word refers to the field, its entity or its lines, and at least one not only to the entity. */
function refersTo(about: readonly string[], entity: Entity, { name, type }: Field): boolean {
  const lines = type.kind === 'list' || type.kind === 'references' ? wordsOf(type.entity) : [];
  const own = new Set([...wordsOf(name), ...lines].map((word) => keyOf([word])));
  const all = new Set([...own, ...wordsOf(entity.name).map((word) => keyOf([word]))]);
  const keys = about.map((word) => keyOf([word]));
  return keys.every((key) => all.has(key)) && keys.some((key) => own.has(key));
}

const LINKS: ReadonlySet<string> = new Set(['per', 'a', 'an', 'in', 'for', 'the', 'on', 'each', 'limit', 'allowed']);
