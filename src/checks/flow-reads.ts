import type { Typed } from '../expressions/types/typed.ts';
import { partsWithin } from '../expressions/types/walk.ts';
import type { CheckContext } from './check.ts';

/** A value that an expression reads. */
export interface Read {
  readonly entity: string;
  readonly field: string;
  /** Of the record at hand itself, or of its lines; not behind a reference, of the person, or of other records. */
  readonly own: boolean;
  /** Where in the expression. Of what a computed field reads, where that field stands. */
  readonly from: number;
  readonly to: number;
  /** The computed field that the expression names, where the value is one of those behind it. */
  readonly behind: { readonly entity: string; readonly field: string } | null;
}

/** The value of any such record, where it is named by no part of a formula. `id` stands for whether there are such records. */
export const anywhere = (entity: string, field: string): Read => ({
  ...{ entity, field, own: false, from: 0, to: 0, behind: null },
});

/**
 * All values that an expression hangs on, each once: those that it names, whether there are records that it counts, and
 * what the computed fields among them are computed from.
 */
export function readsOf(typed: Typed, context: CheckContext): readonly Read[] {
  const found = new Map<string, Read>();
  for (const read of named(typed, NO_LINES, context)) add(found, read);
  // The list grows while it is walked through: computed fields of computed fields.
  const open = [...found.values()];
  for (const read of open) {
    const attribute = context.schema.entities.get(read.entity)?.attributes.get(read.field);
    const computed = attribute?.kind === 'field' ? context.typed(attribute.field.computed) : null;
    if (computed === null) continue;
    for (const behind of named(computed, NO_LINES, context)) {
      const moved = {
        ...behind,
        own: behind.own && read.own,
        from: read.from,
        to: read.to,
        behind: read.behind ?? read,
      };
      if (add(found, moved)) open.push(moved);
    }
  }
  return [...found.values()];
}

function add(found: Map<string, Read>, read: Read): boolean {
  const key = `${read.own}\n${read.entity}\n${read.field}`;
  if (found.has(key)) return false;
  found.set(key, read);
  return true;
}

const NO_LINES: ReadonlySet<string> = new Set();

/** `lines`: the locals that stand for lines of the record at hand. */
function named(typed: Typed, lines: ReadonlySet<string>, context: CheckContext, found: Read[] = []): readonly Read[] {
  const { from, to } = typed;
  if (typed.op === 'field') {
    found.push({ entity: typed.entity, field: typed.field, own: isOwn(typed.of, lines), from, to, behind: null });
    // Which of several records there are, and how many, shows only to who reads each of them.
    const several = severalIn(typed, context);
    if (several !== null) found.push({ entity: several, field: 'id', own: false, from, to, behind: null });
  }
  if (typed.op === 'query') found.push({ entity: typed.entity, field: 'id', own: false, from, to, behind: null });
  if ((typed.op === 'macro' || typed.op === 'aggregate') && isLines(typed.of, lines, context)) {
    named(typed.of, lines, context, found);
    if (typed.body !== null) named(typed.body, new Set([...lines, typed.local]), context, found);
  } else for (const part of partsWithin(typed)) named(part, lines, context, found);
  return found;
}

/** The entity of the records that a field of several names; null where it is something else. */
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
