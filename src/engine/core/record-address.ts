import { treesWithin } from '../../expressions/syntax/trees.ts';
import { parametersOf, recordParameter } from '../../model/lookups/call-record.ts';
import type { Tree } from '../../model/types/formula.ts';
import type { Entity, Field, Model, Permission } from '../../model/types/model.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an address holds an id, and not what people know a record by. */
export const isId = (text: string): boolean => ID.test(text);

/** How the records of an entity are found at an address. */
export interface Addressed {
  /**
   * The field that people know a record by in addresses: one that no two records have alike, and that a route or a path of
   * the document is named after, as in `/tickets/:number`. Null: addresses hold ids alone.
   */
  readonly field: Field | null;
  /** As it is called there. */
  readonly parameter: string | null;
  /** Where such a record is read: by the call that does it by nothing else; where the document states none, by ours. */
  readonly of: (id: string) => string;
  /** Whether some may read it only by an address that holds that field: such an address says more than which record is meant. */
  readonly linked: boolean;
}

/** By entity: the document alone says it, so that no request has to ask again. */
export function addressesOf({ entities, screens, calls, permissions }: Model): ReadonlyMap<string, Addressed> {
  const linked = new Set(permissions.flatMap((each) => (speaksOfLink(each) ? each.entity : [])));
  return new Map(
    entities.map((entity) => {
      const own = calls.filter(({ does }) => 'entity' in does && does.entity === entity.name);
      const read = own.find(({ does, path }) => does.kind === 'read' && parametersOf(path).length === 1);
      const routes = screens.flatMap((screen) => (screen.entity === entity.name ? screen.route : []));
      const named = namedIn(entity, [...routes, ...own.map(({ path }) => path)]);
      const { field = null, parameter = null } = named ?? {};
      const of = read === undefined ? ours(entity.name) : readAt(read.path);
      return [entity.name, { field, parameter, of, linked: linked.has(entity.name) }];
    }),
  );
}

function ours(entity: string): Addressed['of'] {
  const before = `/_/records/${encodeURIComponent(entity)}/`;
  return (id) => before + encodeURIComponent(id);
}

/** The id in place of the one parameter of a path. */
function readAt(path: string): Addressed['of'] {
  const [before = '', after = ''] = encodeURI(path).split(/:[^/]+/);
  return (id) => before + encodeURIComponent(id) + after;
}

function speaksOfLink({ operation, grant }: Permission): boolean {
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

/** The field that a parameter of a path is named after: one that no two records have alike. */
export function addressField(entity: Entity, parameter: string): Field | undefined {
  const wanted = folded(parameter);
  return entity.fields.find(
    ({ name, type, unique }) =>
      (unique || type.kind === 'number series') && [folded(name), folded(entity.name + name)].includes(wanted),
  );
}

const folded = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
