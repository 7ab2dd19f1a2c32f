import type { Typed } from '../../expressions/types/typed.ts';
import { partsWithin } from '../../expressions/types/walk.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Type } from '../../model/types/types.ts';
import type { CheckContext } from '../runner/check.ts';

/** A value that an expression reads. */
export interface ValueRead {
  readonly entity: string;
  readonly field: string;
  /**
   * Whether the value is in the current record or its lines, and not behind a reference, in the person or in other
   * records.
   */
  readonly own: boolean;
  /** The position in the expression. For a value that a computed field reads, the position of that field. */
  readonly from: number;
  readonly to: number;
  /** The computed field that the expression names, if the value is read through one; otherwise null. */
  readonly through: { readonly entity: string; readonly field: string } | null;
}

/**
 * A read of a field in any record, without a place in a formula. The field `id` stands for the existence of records.
 */
export const readAnywhere = (entity: string, field: string): ValueRead => ({
  ...{ entity, field, own: false, from: 0, to: 0, through: null },
});

/**
 * Returns all values that an expression depends on, each once: those that it names, the existence of records that it
 * counts, and the values behind its computed fields.
 */
export function readsOf(typed: Typed, context: CheckContext): readonly ValueRead[] {
  const found = new Map<string, ValueRead>();
  for (const read of named(typed, NO_LINES, context)) add(found, read);
  // The list grows during the loop: computed fields may read computed fields.
  const open = [...found.values()];
  for (const read of open) {
    const attribute = context.schema.entities.get(read.entity)?.attributes.get(read.field);
    const computed = attribute?.kind === 'field' ? context.typed(attribute.field.computed) : null;
    if (computed === null) continue;
    for (const behind of named(computed, NO_LINES, context)) {
      const indirect: ValueRead = {
        ...behind,
        own: behind.own && read.own,
        from: read.from,
        to: read.to,
        through: read.through ?? read,
      };
      if (add(found, indirect)) open.push(indirect);
    }
  }
  return [...found.values()];
}

function add(found: Map<string, ValueRead>, read: ValueRead): boolean {
  const key = `${read.own}\n${read.entity}\n${read.field}`;
  if (found.has(key)) return false;
  found.set(key, read);
  return true;
}

const NO_LINES: ReadonlySet<string> = new Set();

/** `lines` are the local variables that stand for lines of the current record. */
function named(
  typed: Typed,
  lines: ReadonlySet<string>,
  context: CheckContext,
  found: ValueRead[] = [],
): readonly ValueRead[] {
  const { from, to } = typed;
  if (typed.op === 'field') {
    found.push({ entity: typed.entity, field: typed.field, own: isOwn(typed.of, lines), from, to, through: null });
    // Which records a list refers to, and how many, is visible only to readers of each of them.
    const several = severalIn(typed, context);
    if (several !== null) found.push({ entity: several, field: 'id', own: false, from, to, through: null });
  }
  if (typed.op === 'query') found.push({ entity: typed.entity, field: 'id', own: false, from, to, through: null });
  if ((typed.op === 'macro' || typed.op === 'aggregate') && isLines(typed.of, lines, context)) {
    named(typed.of, lines, context, found);
    if (typed.body !== null) named(typed.body, new Set([...lines, typed.local]), context, found);
  } else for (const part of partsWithin(typed)) named(part, lines, context, found);
  return found;
}

/** Returns the entity that a field with several references refers to; null for other fields. */
function severalIn({ entity, field }: Typed & { readonly op: 'field' }, { schema }: CheckContext): string | null {
  const { type } = schema.entities.get(entity)?.attributes.get(field) ?? {};
  return type?.kind === 'references' ? type.entity : null;
}

function isOwn(of: Typed, lines: ReadonlySet<string>): boolean {
  return of.op === 'this' || of.op === 'old' || (of.op === 'local' && lines.has(of.name));
}

function isLines(typed: Typed, lines: ReadonlySet<string>, context: CheckContext): boolean {
  if (typed.op === 'macro') return typed.name === 'filter' && isLines(typed.of, lines, context);
  if (typed.op !== 'field' || !isOwn(typed.of, lines)) return false;
  const { type } = context.schema.entities.get(typed.entity)?.attributes.get(typed.field) ?? {};
  return type?.kind === 'list' && context.schema.entities.get(type.entity)?.entity.belongsTo != null;
}

/**
 * Returns what a formula reads. If the formula is typed only as part of another one, such as a body over the items of a
 * list, returns what that one reads.
 */
export function readsAt(formula: Formula | null, element: string, context: CheckContext): readonly ValueRead[] {
  if (formula === null || formula.tree === null) return [];
  const own = context.typed(formula);
  if (own !== null) return readsOf(own, context);
  const whole = context.formulas.find(
    (each) => each.element === element && each.formula.text === formula.text && each.formula.at === formula.at,
  );
  return whole?.typed == null ? [] : readsOf(whole.typed, context);
}

/** Returns what a formula reads; nothing if it has no type. */
export function readsIn(formula: Formula | null, context: CheckContext): readonly ValueRead[] {
  const typed: Typed | null = context.typed(formula);
  return typed === null ? [] : readsOf(typed, context);
}

/** Returns what a path of names reads, step by step. */
export function pathReads(entity: string, path: string, { schema }: CheckContext): readonly ValueRead[] {
  const reads: ValueRead[] = [];
  let at: string | null = entity;
  for (const field of path.split('.')) {
    const type: Type | undefined = at === null ? undefined : schema.entities.get(at)?.attributes.get(field)?.type;
    if (at === null || type === undefined) return reads;
    reads.push({ entity: at, field, own: reads.length === 0, from: 0, to: 0, through: null });
    at = type.kind === 'reference' || type.kind === 'list' || type.kind === 'references' ? type.entity : null;
  }
  return reads;
}
