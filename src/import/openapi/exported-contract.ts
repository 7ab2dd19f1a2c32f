import type { ContractText } from './document-text.ts';
import { exportedEntitiesText } from './entities-text.ts';
import { asList, type Node, textAt } from './openapi-node.ts';
import { operationsOf } from './operations.ts';

const texts = (node: Node, name: string): readonly string[] =>
  asList(node[name]).flatMap((each) => (typeof each === 'string' ? [each] : []));

/** Returns the contract that `ninefold export openapi` wrote into a document; null if others wrote it. */
export function exportedContract(source: Node, notes: string[]): ContractText | null {
  const columns = texts(source, 'x-ninefold-columns');
  if (columns.length === 0) return null;
  const operations = operationsOf(source);
  const stated = operations.filter(({ node }) => texts(node, 'x-ninefold-cells').length > 0);
  return {
    entities: exportedEntitiesText(
      source,
      { names: texts(source, 'x-ninefold-entities'), signIn: texts(source, 'x-ninefold-sign-in') },
      operations,
      notes,
    ),
    keys: [textAt(source, 'x-ninefold-keys')].filter((each) => each !== ''),
    columns,
    rows: stated.map(({ node }) => `| ${texts(node, 'x-ninefold-cells').join(' | ')} |`),
    parts: [
      ...stated.map(({ node }) => textAt(node, 'x-ninefold-part')),
      ...texts(source, 'x-ninefold-shapes'),
    ].flatMap((part) => (part === '' ? [] : [part, ''])),
    errors: [textAt(source, 'x-ninefold-errors')].filter((each) => each !== ''),
  };
}
