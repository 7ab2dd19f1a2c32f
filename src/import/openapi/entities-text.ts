import { isObject, type Json, member } from '../../fields/text/json.ts';

type Node = { readonly [name: string]: Json };

/** Writes an entity for each named object of an OpenAPI document. Members whose type has no words are noted. */
export function entitiesText(source: Node, notes: string[]): string[] {
  const components = member(source, 'components');
  const found = isObject(components) ? member(components, 'schemas') : null;
  const schemas = isObject(found) ? found : {};
  const own = new Set(['Problem', 'Failure', 'RecordInfo']);
  const names = Object.keys(schemas).filter((name) => !own.has(name));
  const lines = names.flatMap((name) => {
    const schema = schemas[name] ?? null;
    const properties = isObject(schema) ? member(schema, 'properties') : null;
    if (!isObject(properties)) {
      notes.push(`The schema ${name} is not an object with members, so it is no entity.`);
      return [];
    }
    const required = isObject(schema) ? member(schema, 'required') : null;
    const needed = new Set(Array.isArray(required) ? required : []);
    const fields = Object.entries(properties).flatMap(([field, value]) => {
      if (['id', '_', 'createdAt', 'createdBy', 'changedAt', 'changedBy'].includes(field)) return [];
      const type = isObject(value) ? typeOf(value, names) : null;
      if (type === null) notes.push(`${name}.${field}: its type has no words in the notation.`);
      return type === null ? [] : [`- ${field}: ${type}${needed.has(field) ? ', required' : ''}`];
    });
    return [`### ${name}`, '', ...fields, ''];
  });
  return lines.length === 0 ? ['not shown.', ''] : lines;
}

function typeOf(schema: Node, names: readonly string[]): string | null {
  const reference =
    String(member(schema, '$ref') ?? '')
      .split('/')
      .at(-1) ?? '';
  if (reference !== '') return names.includes(reference) ? reference : null;
  const stated = member(schema, 'type');
  const kind = Array.isArray(stated) ? stated.find((each: Json) => each !== 'null') : stated;
  const choices = member(schema, 'enum');
  if (Array.isArray(choices)) {
    const options = choices.filter((each: Json) => typeof each === 'string');
    return options.length === 0 ? null : options.map((each: Json) => `'${String(each)}'`).join(' | ');
  }
  switch (kind) {
    case 'string':
      return textType(schema);
    case 'integer':
      return member(schema, 'format') === 'unix-time' ? 'date and time' : 'integer';
    case 'boolean':
      return 'boolean';
    case 'array': {
      const items = member(schema, 'items');
      if (!isObject(items)) return null;
      const item = typeOf(items, names);
      return item !== null && names.includes(item)
        ? `set of ${item}`
        : item?.startsWith('text')
          ? 'list of text'
          : null;
    }
    default:
      return null;
  }
}

function textType(schema: Node): string {
  switch (member(schema, 'format')) {
    case 'date':
      return 'date';
    case 'date-time':
      return 'date and time';
    case 'email':
      return 'email';
    default: {
      const [least, most] = [member(schema, 'minLength'), member(schema, 'maxLength')];
      return typeof most === 'number' ? `text(${typeof least === 'number' ? least : ''}..${most})` : 'text';
    }
  }
}
