import { treesWithin } from '../../expressions/syntax/trees.ts';
import { parametersOf, recordParameter } from '../../model/lookups/call-record.ts';
import { keyOf } from '../../model/lookups/record-key.ts';
import type { Tree } from '../../model/types/formula.ts';
import type { Entity, Field, Model, Permission } from '../../model/types/model.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns whether the text in a URL is a record id rather than a readable key. */
export const isId = (text: string): boolean => ID.test(text);

/** Stands for the id of a record that a path names by a text which cannot be the number by which records are named. */
export const NO_KEY = 'no key';

/** How URLs identify the records of an entity. */
export interface RecordAddress {
  /**
   * The unique field that identifies a record in URLs: the field after which a parameter of a route or path is named,
   * as in `/tickets/:number`. Null if URLs contain only ids.
   */
  readonly field: Field | null;
  /** The field by which the stated calls name records, in paths, bodies and parameters; null: they name them by ids. */
  readonly key: Field | null;
  /** The name of the parameter of `field` in the path. */
  readonly parameter: string | null;
  /**
   * Returns the URL at which a record is read: the path of the stated read call that has one parameter, else the
   * generic endpoint.
   */
  readonly of: (id: string) => string;
  /** Whether `of` is the generic endpoint. */
  readonly isOurs: boolean;
  /**
   * Whether knowing the value of that field grants read access to some people. Such a URL is a secret and not only an
   * identifier.
   */
  readonly linked: boolean;
}

/**
 * Returns how URLs identify the records of each entity. It depends on the document alone, so it is computed once and
 * not per request.
 */
export function addressesOf({ entities, screens, calls, permissions }: Model): ReadonlyMap<string, RecordAddress> {
  const linked = new Set(permissions.flatMap((each) => (dependsOnLink(each) ? each.entity : [])));
  return new Map(
    entities.map((entity) => {
      const own = calls.filter(({ does }) => 'entity' in does && does.entity === entity.name);
      const read = own.find(({ does, path }) => does.kind === 'read' && parametersOf(path).length === 1);
      const routes = screens.flatMap((screen) => (screen.entity === entity.name ? screen.route : []));
      const named = namedIn(entity, [...routes, ...own.map(({ path }) => path)]);
      const { field = null, parameter = null } = named ?? {};
      const of = read === undefined ? ours(entity.name) : readAt(read.path);
      return [
        entity.name,
        { field, parameter, key: keyOf(entity), of, isOurs: read === undefined, linked: linked.has(entity.name) },
      ];
    }),
  );
}

function ours(entity: string): RecordAddress['of'] {
  const before = `/_/records/${encodeURIComponent(entity)}/`;
  return (id) => before + encodeURIComponent(id);
}

/** Returns a function that puts an id in the place of the path's only parameter. */
function readAt(path: string): RecordAddress['of'] {
  const [before = '', after = ''] = encodeURI(path).split(/:[^/]+/);
  return (id) => before + encodeURIComponent(id) + after;
}

function dependsOnLink({ operation, grant }: Permission): boolean {
  const where = operation === 'read' && grant.kind === 'yes' ? (grant.where?.tree ?? null) : null;
  return where !== null && callsLink(where);
}

const callsLink = (tree: Tree): boolean =>
  (tree.op === 'call' && tree.name === 'link') || treesWithin(tree).some(callsLink);

function namedIn(
  entity: Entity,
  paths: readonly string[],
): { readonly field: Field; readonly parameter: string } | null {
  if (entity.belongsTo !== null) return null;
  const parameters = paths.flatMap((path) => recordParameter(path, entity.name) ?? []);
  for (const parameter of parameters) {
    const field = addressField(entity, parameter);
    if (field !== undefined) return { field, parameter };
  }
  return null;
}

/**
 * Returns the field after which a path parameter is named, if no two records can have the same value of it: no two at
 * all, or none with the same values of the fields in `given`. Case and punctuation are ignored.
 */
export function addressField(
  entity: Entity,
  parameter: string,
  given: ReadonlySet<string> = NOTHING,
): Field | undefined {
  const wanted = folded(parameter);
  const isUnique = ({ name, type, unique }: Field): boolean =>
    unique || type.kind === 'number series' || isUniqueWithin(entity, name, given);
  return entity.fields.find(
    (field) => [folded(field.name), folded(entity.name + field.name)].includes(wanted) && isUnique(field),
  );
}

const NOTHING: ReadonlySet<string> = new Set();

/** Whether no two records with the same values of the given fields have the same value of this one. */
function isUniqueWithin({ unique }: Entity, field: string, given: ReadonlySet<string>): boolean {
  return unique.some(({ fields, where }) => {
    const names = fields.map(({ name }) => name);
    return where === null && names.includes(field) && names.every((name) => name === field || given.has(name));
  });
}

const folded = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
