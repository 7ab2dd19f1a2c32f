import type { FlowKind } from '../information-flow/flow-sources.ts';
import { type Flow, recordFlows } from '../information-flow/information-flows.ts';
import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck, type Finding } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'hidden-flows',
  point: null,
  severity: 'note',
  about: 'A value that a role may never read but that decides something the role notices.',
  *find(context) {
    // Another check reports unique keys. Obstacles to restoring are reported as obstacles to deleting.
    const flows = recordFlows(context).filter(
      ({ hidden, kind, indirect }) => hidden === 'always' && kind !== 'unique' && kind !== 'restoring' && !indirect,
    );
    // One finding per kind. `check --flows` lists all of them.
    for (const [group, ...others] of Map.groupBy(grouped(flows), ({ first }) => first.kind).values())
      if (group !== undefined) yield findingOf(group, others, context);
  },
});

interface Group {
  readonly first: Flow;
  readonly fields: readonly string[];
  readonly roles: readonly string[];
}

/** Groups flows: values of one entity that decide the same for the same roles are one finding. */
function grouped(flows: readonly Flow[]): readonly Group[] {
  const byField = Map.groupBy(flows, ({ element, entity, field, shows }) =>
    JSON.stringify([element, entity, field, shows]),
  );
  const groups = new Map<string, { first: Flow; fields: string[]; roles: readonly string[] }>();
  for (const [first, ...others] of byField.values()) {
    if (first === undefined) continue;
    const { element, entity, field, shows } = first;
    const roles = [first, ...others].map(({ role }) => role);
    const key = JSON.stringify([element, entity, shows, roles]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { first, fields: [field], roles });
    else known.fields.push(field);
  }
  return [...groups.values()];
}

/** What to do about a flow, by its kind. */
const INSTEAD: Readonly<Record<FlowKind, string>> = {
  'row condition': 'use only fields that the role may read in the permission',
  guard: 'use only fields that the role may read in the guard',
  who: 'name a role under Who',
  timer: 'use only fields that the role may read in the row',
  effect: 'write another value',
  notice: 'notify somebody else',
  elsewhere: 'remove the effects on other records',
  bound: 'remove the bound',
  deletion: 'say `on delete: cascade`',
  restoring: 'let other roles restore it',
  cascade: 'say `on delete: clear`',
  rule: 'apply the rule to other roles only',
  unique: 'remove the key',
  computed: 'hide the computed field too',
  default: 'use another default',
  filter: 'use only fields that the role may read on the screen',
  screen: 'use only fields that the role may read on the screen',
  relation: 'use another field for the relation',
  mention: 'remove the comments from that screen',
};

/** The plural name of each kind, for the number of further cases. */
const KIND_NAMES: Readonly<Record<FlowKind, string>> = {
  'row condition': 'permissions',
  guard: 'guards',
  who: 'fields under Who',
  timer: 'timers and triggers',
  effect: 'effects',
  notice: 'notifications',
  elsewhere: 'effects on other records',
  bound: 'bounds',
  deletion: 'refused deletions',
  restoring: 'refused restorations',
  cascade: 'cascading deletions',
  rule: 'rules',
  unique: 'unique keys',
  computed: 'computed fields',
  default: 'defaults',
  filter: 'filters',
  screen: 'conditions of screens',
  relation: 'roles from a relation',
  mention: 'mentions',
};

function more(count: number, kind: FlowKind): string {
  return count === 0
    ? ''
    : ` There ${count === 1 ? 'is 1 more such case' : `are ${count} more such cases`}, through ${KIND_NAMES[kind]}.`;
}

function findingOf({ first, fields, roles }: Group, others: readonly Group[], context: CheckContext): Finding {
  const { element, at, entity, kind, shows, on } = first;
  // The existence of records says more than their values.
  const isExistence = fields.includes('id');
  const hidden = isExistence ? `any ${entity}` : `${joinNames(fields, 'or')} of ${entity}`;
  const attribute = context.schema.entities.get(entity)?.attributes.get(first.field);
  const all = isExistence || roles.every((role) => context.access.may(role, entity, 'read') === 'no');
  const rows = all ? [`“${entity}: read”`] : fields.map((field) => `“${entity}.${field}: read”`);
  const it = isExistence ? 'their existence' : fields.length === 1 ? 'it' : 'each of them';
  return {
    element,
    at,
    also: [attribute?.kind === 'field' ? attribute.field.at : null, ...others.map((other) => other.first.at)],
    message: `${joinNames(roles)} may not read ${hidden}, but ${it} decides ${shows}.${more(others.length, kind)}`,
    next: `Grant ${joinNames(rows)} in point 6, or ${INSTEAD[kind]}. If this is intended, leave it. \`ninefold check --flows\` lists all flows.`,
    witness: witnessOf(context, {
      who: roles[0] ?? null,
      entity: on,
      opens: kind === 'row condition' || kind === 'filter' ? 'list' : 'record',
      outcome: `${hidden} is hidden from them but decides ${shows}`,
    }),
  };
}
