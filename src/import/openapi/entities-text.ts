import type { EntityFields, MemberMeaning } from './entity-fields.ts';
import { componentOf, itemsOf, objectSchema } from './object-schema.ts';
import { asNode, listAt, type Node, nodeAt, oneLine, textAt } from './openapi-node.ts';
import type { Operation } from './operations.ts';
import { scalarType } from './scalar-type.ts';

/** Writes point 3. Members that are no fields, and fields without a type, are noted. */
export function entitiesText(entities: Iterable<EntityFields>, notes: string[]): string[] {
  const lines = [...entities].flatMap(({ name, schema, key, members, parents }) => {
    const rows = [
      ...(key?.isNumber === true ? [[key.field, 'number series(0)', 'yes', '']] : []),
      ...parents.map(({ field, entity }) => [field, entity, 'yes', 'fixed']),
      ...[...members].flatMap(([member, meaning]) => {
        if (meaning.kind === 'unknown') notes.push(`${name}.${member}: ${meaning.why}`);
        return fieldRow(meaning, schema.members.get(member) ?? {}, key?.field === member);
      }),
    ];
    return entityLines(name, key === null ? [] : [`- Key: ${key.field}`, ''], rows);
  });
  return lines.length === 0 ? ['not shown.', ''] : lines;
}

function entityLines(name: string, keys: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const table = ['| Field | Type | Required | Notes |', '| --- | --- | --- | --- |', ...rows.map(tableRow), ''];
  return [`### ${name}`, '', ...keys, ...(rows.length === 0 ? [] : table)];
}

export const tableRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

function fieldRow(meaning: MemberMeaning, node: Node, isKey: boolean): string[][] {
  switch (meaning.kind) {
    case 'field':
      return [[meaning.field, meaning.type, yesOrNo(meaning.isRequired), notesOf(node, isKey)]];
    case 'reference':
      return [[meaning.field, meaning.entity, yesOrNo(meaning.isRequired), '']];
    case 'nested':
      return meaning.several
        ? [[meaning.field, `set of ${meaning.entity}`, 'no', '']]
        : [[meaning.field, meaning.entity, yesOrNo(meaning.isRequired), '']];
    default:
      return [];
  }
}

const yesOrNo = (isRequired: boolean): string => (isRequired ? 'yes' : 'no');

/** Writes uniqueness of a key, a pattern, and whether nobody reads it. */
function notesOf(node: Node, isKey: boolean): string {
  const pattern = textAt(node, 'pattern');
  return [
    isKey ? 'unique' : '',
    pattern === '' || /[`\n]/.test(pattern) ? '' : `pattern \`/${pattern.replaceAll(/(?<!\\)\//g, '\\/')}/\``,
    node['writeOnly'] === true ? 'write-only' : '',
  ]
    .filter((note) => note !== '')
    .join(', ');
}

/** The members that the product itself answers of every record. */
const OWN: ReadonlySet<string> = new Set(['id', '_', 'createdAt', 'createdBy', 'changedAt', 'changedBy']);

/** What an exported document says about its entities. */
interface ExportedEntities {
  readonly names: readonly string[];
  /** The entity of the people and the field with which they sign in; empty: there are none. */
  readonly signIn: readonly string[];
}

/**
 * Writes point 3 of a document that `export` wrote: fields are the members of the entity's schema, or of the bodies that
 * create and change its records where no call answers it.
 */
export function exportedEntitiesText(
  source: Node,
  { names, signIn: [people, signIn = ''] }: ExportedEntities,
  operations: readonly Operation[],
  notes: string[],
): string[] {
  const schemas = nodeAt(nodeAt(source, 'components'), 'schemas');
  const lines = names.flatMap((name) => {
    const ofEntity = operations.filter(({ node }) => listAt(node, 'tags')[0] === name);
    const described = [asNode(schemas[name]), ...ofEntity.map(({ request }) => request ?? {})];
    const fields = new Map<string, string[]>();
    for (const schema of described) {
      const object = objectSchema(source, schema);
      for (const [field, node] of object?.members ?? []) {
        if (OWN.has(field) || fields.has(field)) continue;
        const type = exportedType(source, node, names);
        if ('why' in type) notes.push(`${name}.${field}: ${type.why}`);
        else fields.set(field, [field, type.type, yesOrNo(object?.required.has(field) === true), '']);
      }
    }
    if (name === people) {
      const [, type = 'text'] = fields.get(signIn) ?? [];
      fields.set(signIn, [signIn, type, 'yes', 'unique, sign-in']);
    }
    return entityLines(name, [], [...fields.values()]);
  });
  return lines.length === 0 ? ['not shown.', ''] : lines;
}

function exportedType(source: Node, node: Node, names: readonly string[]): ReturnType<typeof scalarType> {
  const items = itemsOf(source, node);
  const target = componentOf(items ?? node);
  if (names.includes(target)) return { type: items === null ? target : `set of ${target}` };
  const options = [...listAt(node, 'anyOf'), ...listAt(node, 'oneOf')].map(asNode);
  const [only, ...others] = options.filter((each) => textAt(each, 'type') !== 'null');
  return only !== undefined && others.length === 0 ? exportedType(source, only, names) : scalarType(source, node);
}

/** Writes a name of the document on one line. */
export const titleOf = (source: Node): string => oneLine(textAt(nodeAt(source, 'info'), 'title')) || 'Application';
