import { getsText, sendsText, shapeText } from './call-bodies.ts';
import type { ContractText } from './document-text.ts';
import { entitiesText, tableRow } from './entities-text.ts';
import { entityFields, isLinked } from './entity-fields.ts';
import { asNode, listAt, type Node, nodeAt, resolved, textAt } from './openapi-node.ts';
import { type Operation, operationsOf } from './operations.ts';
import { type Deed, namedPath, resourcesOf } from './resources.ts';

/** Writes what is certain of a document that others wrote. What is not is not shown, and noted. */
export function foreignContract(source: Node, notes: string[]): ContractText {
  const operations = operationsOf(source).filter(({ node }) => node['x-ninefold-assumed'] === undefined);
  const resources = resourcesOf(source, operations);
  const entities = entityFields(source, resources);
  const deeds = new Map(
    [...resources.deeds].filter(([operation, deed]) => isLinked(operation, deed, resources, entities)),
  );
  const used = usedEntities(deeds, entities);
  const isComplete = (operation: Operation): boolean =>
    operation.answer !== null && !queryOf(operation).some((name) => PAGING.test(name));
  const lists = [...deeds].filter(([, { kind }]) => kind === 'list').map(([operation]) => operation);
  const areComplete = lists.length > 0 && lists.every(isComplete);
  const usual = usualBodies([...deeds.keys()]);
  const rows: string[] = [];
  const parts: string[] = [];
  for (const operation of operations) {
    const deed = deeds.get(operation);
    const { method, path, name } = operation;
    const place = `${method} ${path}`;
    const address = `${method} ${namedPath(path, resources).path}`;
    if (deed === undefined) {
      notes.push(`${place}: what it does is not certain; write it under Does, and what it takes and answers.`);
      rows.push(tableRow([name, address, 'not shown.', '', '']));
      continue;
    }
    const sends = sendsText(source, operation, deed, entities);
    const gets = getsText(source, operation, deed, entities);
    const inputs = queryInputsOf(operation, deed, entities);
    const query = inputs.length === 0 ? '' : `?${inputs.map((each) => `${each}=`).join('&')}`;
    rows.push(tableRow([name, `${address}${query}`, `${deed.kind} ${deed.entity}`, sends, gets]));
    const keys = [
      ...statusKey(operation, deed, gets),
      ...(deed.kind === 'list' && !areComplete && isComplete(operation) ? ['- Paging: none'] : []),
      ...headersKey(source, operation),
      ...bodiesKey(operation, usual),
    ];
    const parameters = deed.kind === 'list' ? queryOf(operation) : [];
    for (const parameter of queryOf(operation).filter((each) => !parameters.includes(each) && !inputs.includes(each)))
      notes.push(`${place}: the parameter ${parameter} is left out, because what it does is not stated.`);
    for (const parameter of parameters)
      notes.push(`${place}: what the parameter ${parameter} does is not stated; write it in the part ${name}.`);
    const table = [
      '| Parameter | Filters by |',
      '| --- | --- |',
      ...parameters.map((each) => tableRow([each, 'not shown.'])),
    ];
    if (keys.length > 0 || parameters.length > 0)
      parts.push(
        `### ${name}`,
        '',
        ...(keys.length === 0 ? [] : [...keys, '']),
        ...(parameters.length === 0 ? [] : [...table, '']),
      );
  }
  if (operations.some(({ node }) => hasErrorBody(source, node)))
    notes.push(
      'What is answered when something is refused is not stated; write the key Body and the codes in point 8.',
    );
  return {
    entities: entitiesText(used, notes),
    keys: [
      ...(operations.some((each) => hasHeader(each, 'if-match')) ? [] : ['- If-Match: not used']),
      ...(operations.some(({ request }) => refusesMore(source, request)) ? [] : ['- Unknown members: ignored']),
      ...(areComplete ? ['- Paging: none'] : []),
      ...(usual === 'JSON' ? [] : [`- Bodies: ${usual}`]),
    ],
    columns: ['Call', 'Method and path', 'Does', 'Sends', 'Gets'],
    rows,
    parts: [...parts, ...used.flatMap(shapeText)],
    errors: [],
  };
}

/** Names of parameters with which pages are usually asked for. */
const PAGING = /page|limit|offset|size|cursor|skip|start|after|before|count|top/i;

const queryOf = ({ parameters }: Operation): readonly string[] =>
  parameters.flatMap((each) => (textAt(each, 'in') === 'query' ? [textAt(each, 'name')] : []));

/** Returns the query parameters of a call that writes which are values of fields. */
function queryInputsOf(
  operation: Operation,
  { kind, entity }: Deed,
  entities: ReturnType<typeof entityFields>,
): readonly string[] {
  if ((kind !== 'create' && kind !== 'change') || operation.method === 'GET') return [];
  const members = entities.get(entity)?.members;
  return queryOf(operation).filter((name) => {
    const meaning = members?.get(name);
    return meaning?.kind === 'field' && meaning.field === name;
  });
}

const hasHeader = ({ parameters }: Operation, name: string): boolean =>
  parameters.some((each) => textAt(each, 'in') === 'header' && textAt(each, 'name').toLowerCase() === name);

const hasErrorBody = (source: Node, operation: Node): boolean =>
  Object.entries(nodeAt(operation, 'responses')).some(
    ([status, response]) =>
      /^(?:[45]|default$)/i.test(status) &&
      Object.keys(nodeAt(resolved(source, asNode(response)), 'content')).length > 0,
  );

/** Whether a body may have no members besides those that its schema lists. */
function refusesMore(source: Node, request: Node | null): boolean {
  if (request === null) return false;
  const schema = resolved(source, request);
  return (
    schema['additionalProperties'] === false ||
    listAt(schema, 'allOf').some((part) => refusesMore(source, asNode(part)))
  );
}

/** Writes the status where it is another one than that of the operation. */
function statusKey({ status }: Operation, { kind }: Deed, gets: string): string[] {
  const usual = kind === 'create' ? 201 : kind === 'delete' && gets === '' ? 204 : 200;
  return status === usual || ![200, 201, 202, 204].includes(status) ? [] : [`- Status: ${status}`];
}

/** Returns the formats of most bodies. */
function usualBodies(operations: readonly Operation[]): string {
  const counts = new Map([['JSON', 0]]);
  for (const { bodies } of operations)
    if (bodies.length > 0) counts.set(bodies.join(', '), (counts.get(bodies.join(', ')) ?? 0) + 1);
  return [...counts].reduce((one, other) => (other[1] > one[1] ? other : one))[0];
}

/** Writes the formats of the body where they are others than those of most calls. */
const bodiesKey = ({ bodies }: Operation, usual: string): string[] =>
  bodies.length === 0 || bodies.join(', ') === usual ? [] : [`- Bodies: ${bodies.join(', ')}`];

/** Writes the headers of the response that always have the same text. */
function headersKey(source: Node, { headers }: Operation): string[] {
  const fixed = Object.entries(headers).flatMap(([name, header]) => {
    const schema = nodeAt(resolved(source, asNode(header)), 'schema');
    const [only, ...others] = 'const' in schema ? [schema['const']] : listAt(schema, 'enum');
    return typeof only === 'string' && others.length === 0 && /^[\x20\x21\x23-\x7e]{1,200}$/.test(only)
      ? [`${name} = "${only}"`]
      : [];
  });
  return fixed.length === 0 ? [] : [`- Headers: ${fixed.join(', ')}`];
}

/** Returns the entities that calls are about, and those to which they lead. */
function usedEntities(
  deeds: ReadonlyMap<Operation, Deed>,
  entities: ReturnType<typeof entityFields>,
): ReturnType<typeof entityFields> extends ReadonlyMap<string, infer T> ? readonly T[] : never {
  const used = new Set<string>();
  const visit = (name: string): void => {
    if (used.has(name)) return;
    used.add(name);
    const { members, parents } = entities.get(name) ?? { members: new Map(), parents: [] };
    for (const each of [...members.values(), ...parents]) if ('entity' in each) visit(each.entity);
  };
  for (const { entity } of deeds.values()) visit(entity);
  return [...entities.values()].filter(({ name }) => used.has(name));
}
