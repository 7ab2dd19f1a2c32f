import type { Relation } from '../types/relation.ts';

export type Parameter = Extract<Relation, { readonly r: 'parameter' }>;

/** Returns the direct parts of a relation, in a fixed order. */
export function relationParts(relation: Relation): readonly Relation[] {
  switch (relation.r) {
    case 'same':
    case 'order':
    case 'arithmetic':
      return [relation.left, relation.right];
    case 'among':
      return [relation.item, ...(isListed(relation.list) ? relation.list : [relation.list])];
    case 'and':
    case 'or':
      return relation.parts;
    case 'not':
    case 'digits':
    case 'cased':
      return [relation.of];
    case 'conditional':
      return [relation.test, relation.yes, relation.no];
    case 'lines':
      return relation.body === null ? [] : [relation.body];
    case 'several':
      return relation.body === null ? [relation.list] : [relation.list, relation.body];
    case 'those':
      return [relation.list, relation.where];
    case 'query':
      return [relation.where, relation.body].filter((part) => part !== null);
    case 'text':
      return [relation.of, relation.needle];
    case 'word':
      return [relation.of, relation.begins];
    default:
      return [];
  }
}

/** Returns the relation with its direct parts replaced. */
export function withRelationParts(relation: Relation, replace: (part: Relation) => Relation): Relation {
  switch (relation.r) {
    case 'same':
    case 'order':
    case 'arithmetic':
      return { ...relation, left: replace(relation.left), right: replace(relation.right) };
    case 'among': {
      const { list } = relation;
      return { ...relation, item: replace(relation.item), list: isListed(list) ? list.map(replace) : replace(list) };
    }
    case 'and':
    case 'or':
      return { ...relation, parts: relation.parts.map(replace) };
    case 'not':
    case 'digits':
    case 'cased':
      return { ...relation, of: replace(relation.of) };
    case 'conditional':
      return { ...relation, test: replace(relation.test), yes: replace(relation.yes), no: replace(relation.no) };
    case 'lines':
      return relation.body === null ? relation : { ...relation, body: replace(relation.body) };
    case 'several': {
      const { list, body } = relation;
      return { ...relation, list: replace(list), body: body && replace(body) };
    }
    case 'those':
      return { ...relation, list: replace(relation.list), where: replace(relation.where) };
    case 'query': {
      const { where, body } = relation;
      return { ...relation, where: where && replace(where), body: body && replace(body) };
    }
    case 'text':
      return { ...relation, of: replace(relation.of), needle: replace(relation.needle) };
    case 'word':
      return { ...relation, of: replace(relation.of), begins: replace(relation.begins) };
    default:
      return relation;
  }
}

/** Returns the parameters within relations, in order. */
export function parametersIn(relations: readonly Relation[]): Parameter[] {
  const found: Parameter[] = [];
  const visit = (relation: Relation): void => {
    if (relation.r === 'parameter') found.push(relation);
    else for (const part of relationParts(relation)) visit(part);
  };
  for (const relation of relations) visit(relation);
  return found;
}

/** Whether no part of a relation is unanswerable. */
export function isAnswerable(relation: Relation): boolean {
  return relation.r !== 'unanswerable' && relationParts(relation).every(isAnswerable);
}

/**
 * Returns the relation with everything that depends on an unanswerable part made unknown: a comparison would treat that
 * part as empty, and a search for "none" would succeed. What `and` and `or` decide without it stays.
 */
export function withUnknowns(relation: Relation): Relation {
  switch (relation.r) {
    case 'and':
    case 'or':
    case 'not':
      return withRelationParts(relation, withUnknowns);
    case 'conditional': {
      const test = withUnknowns(relation.test);
      if (test.r === 'unanswerable') return test;
      return { ...relation, test, yes: withUnknowns(relation.yes), no: withUnknowns(relation.no) };
    }
    default:
      return unanswerableIn(relation) ?? relation;
  }
}

function unanswerableIn(relation: Relation): Relation | null {
  if (relation.r === 'unanswerable') return relation;
  for (const part of relationParts(relation)) {
    const found = unanswerableIn(part);
    if (found !== null) return found;
  }
  return null;
}

const isListed = (list: readonly Relation[] | Relation): list is readonly Relation[] => Array.isArray(list);
