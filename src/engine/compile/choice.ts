import { checkExpression } from '../../expressions/infer/check.ts';
import { databaseQueryOf } from '../../expressions/relation/queries.ts';
import { choiceTree, fieldsOfThis } from '../../expressions/syntax/choice-tree.ts';
import { CONDITION } from '../../expressions/types/kinds.ts';
import type { Relation } from '../../expressions/types/relation.ts';
import type { Query } from '../../expressions/types/scope.ts';
import type { Tree } from '../../model/types/formula.ts';
import type { Entity, Field } from '../../model/types/model.ts';
import { withLocal } from '../access/apply-read-policy.ts';
import { type CompileContext, compiledTyped } from '../compiled/compiled-formula.ts';
import type { CompiledChoice } from '../compiled/compiled-model.ts';

/** Compiles the conditions of the reference fields whose records are limited (`among`). */
export function compileChoices({ fields }: Entity, place: CompileContext): Map<string, CompiledChoice> {
  return new Map(
    fields.flatMap((field) => {
      const { among, type, name } = field;
      if (among === null || (type.kind !== 'reference' && type.kind !== 'references')) return [];
      return [[name, choiceOf(field, type.entity, among.tree, place)] as const];
    }),
  );
}

/** Compiles one condition. A condition that does not check or that depends on something unknown permits nothing. */
function choiceOf(field: Field, entity: string, condition: Tree | null, place: CompileContext): CompiledChoice {
  const none: CompiledChoice = { field, entity, condition: null, offered: null, readsOfThis: [] };
  if (condition === null) return none;
  const several = field.type.kind === 'references';
  const chosen = queryOf(choiceTree(condition, entity, { name: field.name, several }), place);
  const all = queryOf(choiceTree(condition, entity, null), place);
  const compiled = chosen === null ? null : compiledTyped(chosen, place);
  if (all === null || compiled === null || compiled.unknown.length > 0) return none;
  return {
    field,
    entity,
    condition: compiled,
    offered: offeredBy(all, place),
    readsOfThis: fieldsOfThis(condition),
  };
}

function queryOf(tree: Tree, { schema, entity }: CompileContext): Query | null {
  const { typed } = checkExpression(tree, { schema, entity, wants: CONDITION });
  // A record may be chosen for itself unless the condition says otherwise.
  return typed?.op === 'query' ? { ...typed, others: false } : null;
}

/** Returns the condition as one about the rows of a list; null if no database can evaluate it. */
function offeredBy(query: Query, { schema, zone, byClock }: CompileContext): Relation | null {
  const where = databaseQueryOf(query, { schema, zone, byClock })?.where ?? null;
  return where === null ? null : withLocal(where, query.local, null);
}
