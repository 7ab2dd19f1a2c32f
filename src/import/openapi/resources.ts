import { componentOf, itemsOf, type ObjectSchema, objectSchema } from './object-schema.ts';
import type { Node } from './openapi-node.ts';
import type { Operation } from './operations.ts';

/** What the operations of a document are about, as far as it is certain. */
export interface Resources {
  /** The schemas that are records, by the name of their component. */
  readonly entities: ReadonlyMap<string, ObjectSchema>;
  /** The entity whose records a path names or lists, by the path. */
  readonly records: ReadonlyMap<string, string>;
  readonly lists: ReadonlyMap<string, string>;
  /** The entity that a parameter of paths names, if it is the same one in all paths: `ownerId` names an Owner. */
  readonly parameters: ReadonlyMap<string, string>;
  /** What each operation does; an operation of which it is not certain is absent. */
  readonly deeds: ReadonlyMap<Operation, Deed>;
}

export interface Deed {
  readonly kind: 'list' | 'read' | 'create' | 'change' | 'delete';
  readonly entity: string;
}

export const endsWithParameter = (path: string): boolean => /\{[^{}/]+\}$/.test(path);

/** Returns the path that lists what a path with a parameter at its end names. */
const listPath = (path: string): string => path.replace(/\/[^/]*$/, '');

export function resourcesOf(source: Node, operations: readonly Operation[]): Resources {
  const entities = new Map<string, ObjectSchema>();
  const records = new Map<string, string>();
  const lists = new Map<string, string>();
  const objectOf = (schema: Node | null) => (schema === null ? null : objectSchema(source, schema));
  const isEntity = (name: string, schema: Node | null): boolean => {
    const object = name === '' ? null : objectOf(schema);
    if (object !== null) entities.set(name, object);
    return object !== null;
  };
  const reads = operations.filter(({ method }) => method === 'GET');
  for (const { path, answer } of reads) {
    const name = componentOf(answer ?? {});
    if (endsWithParameter(path) && isEntity(name, answer)) records.set(path, name);
  }
  const namedUnder = (path: string) =>
    [...records].find(([each]) => listPath(each) === path && endsWithParameter(each))?.[1];
  for (const { path, answer } of reads) {
    const item = answer === null ? null : itemsOf(source, answer);
    const name = componentOf(item ?? {});
    const named = namedUnder(path);
    const isShorter = named !== undefined && isPart(objectOf(item), entities.get(named));
    if (named !== undefined ? isShorter : isEntity(name, item)) lists.set(path, named ?? name);
  }
  const posts = operations.filter(({ method, path }) => method === 'POST' && !endsWithParameter(path));
  for (const { request, answer } of posts) {
    const name = componentOf(answer ?? {});
    if (name !== '' && name === componentOf(request ?? {})) isEntity(name, answer);
  }
  const sentTo = (entity: string | undefined, { request, answer }: Operation): boolean => {
    const own = entity === undefined ? undefined : entities.get(entity);
    return own !== undefined && isPart(objectOf(request), own) && (answer === null || componentOf(answer) === entity);
  };
  const deedOf = (operation: Operation): Deed | null => {
    const { method, path, request, answer, status } = operation;
    const isOne = endsWithParameter(path);
    const named = records.get(path);
    const listed = lists.get(path) ?? namedUnder(path);
    const made = componentOf(answer ?? {});
    // A body that is no part of the record, or another answer, can mean anything.
    const isNew = listed !== undefined || status === 201 || made === componentOf(request ?? {});
    const found: readonly [Deed['kind'], string | undefined] | null =
      method === 'GET'
        ? isOne
          ? ['read', named]
          : ['list', lists.get(path)]
        : method === 'POST' && !isOne && isNew && sentTo(listed ?? made, operation)
          ? ['create', listed ?? made]
          : (method === 'PUT' || method === 'PATCH') && isOne && sentTo(named, operation)
            ? ['change', named]
            : method === 'DELETE' && isOne && request === null
              ? ['delete', answer === null || made === named ? (named ?? lists.get(listPath(path))) : undefined]
              : null;
    const [kind, entity] = found ?? [];
    return kind === undefined || entity === undefined ? null : { kind, entity };
  };
  const deeds = new Map(
    operations.flatMap((operation) => {
      const deed = deedOf(operation);
      return deed === null ? [] : [[operation, deed] as const];
    }),
  );
  return { entities, records, lists, parameters: parametersOf(records), deeds };
}

/** Whether an object has members, and all of them are members of another. */
const isPart = (part: ObjectSchema | null, whole: ObjectSchema | undefined): boolean =>
  part !== null && whole !== undefined && [...part.members.keys()].every((name) => whole.members.has(name));

function parametersOf(records: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const named = Map.groupBy(records, ([path]) => /\{([^{}/]+)\}$/.exec(path)?.[1] ?? '');
  return new Map(
    [...named].flatMap(([parameter, all]) => {
      const entities = new Set(all.map(([, entity]) => entity));
      const [entity = ''] = entities;
      return entities.size === 1 ? [[parameter, entity] as const] : [];
    }),
  );
}

/**
 * Returns the path in the notation, in which parameters have the names of what they name, and the entities of these.
 * `isNamed`: it is known what each parameter names.
 */
export function namedPath(
  path: string,
  { records, lists }: Pick<Resources, 'records' | 'lists'>,
): { readonly path: string; readonly entities: readonly string[]; readonly isNamed: boolean } {
  const entities: string[] = [];
  let isNamed = true;
  const steps = path.split('/');
  const named = steps.map((step, at) => {
    const parameter = /^\{([^{}]+)\}$/.exec(step)?.[1];
    if (parameter === undefined) return step;
    const own = steps.slice(0, at + 1).join('/');
    const entity = records.get(own) ?? lists.get(listPath(own));
    if (entity === undefined || entities.includes(entity)) {
      isNamed = false;
      return `:${parameter}`;
    }
    entities.push(entity);
    return `:${entity.charAt(0).toLowerCase()}${entity.slice(1)}`;
  });
  return { path: named.join('/'), entities, isNamed };
}
