import type { Row } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { CompiledEntity } from '../compiled/compiled-model.ts';
import { type Context, entityOf } from '../context/decision-context.ts';
import type { Erasure, Write } from '../context/verdict.ts';
import { withDependentFields } from '../rules/rules.ts';

/**
 * Returns the erasure for fields that the product cleared by its clock: their old values, and values computed from
 * them, are removed from the history. If a person cleared a field or caused it, the old value stays in the history.
 */
export function erasing(context: Context, entity: CompiledEntity, before: Row, after: Row): Write[] {
  if (!context.product || context.raiser !== null) return [];
  const lines = emptiedLines(context, entity, before, after);
  const inLines = lines.flatMap(({ list, index, fields }) => fields.map((field) => `${list}/${index}/${field}`));
  const emptied = emptiedIn(entity, before, after);
  if (emptied.length + inLines.length === 0) return [];
  const fields = [...withDependentFields(entity, new Set([...emptied, ...inLines]))].filter(
    (name) => !inLines.includes(name),
  );
  const erased: Erasure = {
    entity: before.entity,
    id: before.id,
    fields,
    lines: lines.map(({ entity: of, id, fields: names }) => ({ entity: of, id, fields: names })),
  };
  return [{ kind: 'erase', ...erased }];
}

function emptiedIn({ entity }: CompiledEntity, before: Row, after: Row): string[] {
  return entity.fields.flatMap(({ name, computed }) =>
    computed === null && (before.values[name] ?? null) !== null && (after.values[name] ?? null) === null ? [name] : [],
  );
}

interface EmptiedLine {
  readonly list: string;
  readonly index: number;
  readonly entity: string;
  readonly id: string;
  readonly fields: readonly string[];
}

function emptiedLines(context: Context, { lists }: CompiledEntity, before: Row, after: Row): EmptiedLine[] {
  return lists.flatMap(({ name, entity }) => {
    const old = new Map(linesIn(before, name).map((line) => [line.id, line] as const));
    const lines = entityOf(context.model, entity);
    return linesIn(after, name).flatMap((line, index) => {
      const oldLine = old.get(line.id);
      const emptied = oldLine === undefined ? [] : emptiedIn(lines, oldLine, line);
      return emptied.length === 0
        ? []
        : [{ list: name, index, entity, id: line.id, fields: [...withDependentFields(lines, new Set(emptied))] }];
    });
  });
}

function linesIn(row: Row, list: string): readonly Row[] {
  const lines = row.values[list] ?? null;
  return isRows(lines) ? lines : [];
}
