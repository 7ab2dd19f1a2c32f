import { tableRow } from './entities-text.ts';
import type { EntityFields, MemberMeaning } from './entity-fields.ts';
import { componentOf, itemsOf, objectSchema } from './object-schema.ts';
import type { Node } from './openapi-node.ts';
import type { Operation } from './operations.ts';
import type { Deed } from './resources.ts';

type Entities = ReadonlyMap<string, EntityFields>;

/** Writes what a call sends: the names of fields, or a shape where members have other names. */
export function sendsText(source: Node, { request }: Operation, { entity }: Deed, entities: Entities): string {
  const own = entities.get(entity);
  const object = request === null ? null : objectSchema(source, request);
  if (own === undefined || object === null) return '';
  const sent = [...object.members].flatMap(([member, node]): [string, string][] => {
    const value = node['readOnly'] === true ? null : sentValue(own.members.get(member), entities);
    return value === null ? [] : [[member, value]];
  });
  if (sent.every(([member, value]) => member === value)) return sent.map(([member]) => member).join(', ');
  return `\`{ ${sent.map(([member, value]) => `"${member}": ${value}`).join(', ')} }\``;
}

function sentValue(meaning: MemberMeaning | undefined, entities: Entities): string | null {
  switch (meaning?.kind) {
    case 'field':
    case 'reference':
      return meaning.field;
    case 'nested': {
      const one = `{ "${naming(entities.get(meaning.entity))}": ${meaning.field} }`;
      return meaning.several ? `[${one}]` : one;
    }
    default:
      return null;
  }
}

/** Returns the member that names a record in a body. */
const naming = (entity: EntityFields | undefined): string =>
  entity?.key !== undefined && entity.key !== null && !entity.key.isNumber ? entity.key.field : 'id';

/** Writes what a call answers: the shape of the entity, or members of a shorter one. */
export function getsText(source: Node, { answer }: Operation, { kind, entity }: Deed, entities: Entities): string {
  if (answer === null) return '';
  if (kind !== 'list') return componentOf(answer) === entity ? entity : '';
  const items = itemsOf(source, answer) ?? {};
  if (componentOf(items) === entity) return `\`[${entity}]\``;
  const own = entities.get(entity);
  const members = [...(objectSchema(source, items)?.members.keys() ?? [])].flatMap((member) => {
    const value = answeredValue(member, own?.members.get(member));
    return value === null ? [] : [`"${member}": ${value === '' ? member : value}`];
  });
  return `\`[{ ${members.join(', ')} }]\``;
}

/** Writes the shape in which records of an entity are answered. */
export function shapeText({ name, schema, members }: EntityFields): string[] {
  const rows = [...members].flatMap(([member, meaning]) => {
    const value = schema.members.get(member)?.['writeOnly'] === true ? null : answeredValue(member, meaning);
    return value === null ? [] : [tableRow([member, /\s/.test(value) ? `\`${value}\`` : value])];
  });
  return [`### Shape: ${name}`, '', `- Of: ${name}`, '', '| Member | Value |', '| --- | --- |', ...rows, ''];
}

/** Returns the value of a member; empty if it is the field of that name, null if it is not known. */
function answeredValue(member: string, meaning: MemberMeaning | undefined): string | null {
  switch (meaning?.kind) {
    case 'id':
    case 'built-in':
      return '';
    case 'field':
    case 'reference':
      return meaning.field === member ? '' : meaning.field;
    case 'nested':
      return `${meaning.field} as ${meaning.entity}`;
    case 'records':
      return `${meaning.entity} by ${meaning.by} as ${meaning.entity}`;
    default:
      return null;
  }
}
