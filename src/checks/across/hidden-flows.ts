import type { FlowKind } from '../information-flow/flow-sources.ts';
import { type Flow, flowsIn } from '../information-flow/information-flows.ts';
import { listed } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck, type Finding } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'hidden-flows',
  point: null,
  severity: 'note',
  about: 'A value that a role may never read decides something that the role notices.',
  *find(context) {
    // Keys have a check of their own; what is in the way of bringing back is so for whoever may delete.
    const flows = context
      .gather(flowsIn)
      .flat()
      .filter(
        ({ hidden, kind, indirect }) => hidden === 'always' && kind !== 'unique' && kind !== 'restoring' && !indirect,
      );
    // One finding a kind: all of them are listed by `check --flows`.
    for (const [group, ...others] of Map.groupBy(grouped(flows), ({ first }) => first.kind).values())
      if (group !== undefined) yield findingOf(group, others, context);
  },
});

interface Group {
  readonly first: Flow;
  readonly fields: readonly string[];
  readonly roles: readonly string[];
}

/** Values of one entity that decide the same for the same roles are one finding. */
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

/** What can be done about it, by what lets it through. */
const INSTEAD: Readonly<Record<FlowKind, string>> = {
  'row condition': 'let the permission go by what the role reads',
  guard: 'let the guard go by what the role reads',
  who: 'name a role under Who',
  timer: 'let the row go by what the role reads',
  effect: 'write something else',
  notice: 'tell somebody else',
  elsewhere: 'do nothing to other records',
  bound: 'drop the bound',
  deletion: 'let the deletion take them along',
  restoring: 'let others bring it back',
  cascade: 'say `on delete: clear`',
  rule: 'let the rule hold for others only',
  unique: 'drop the key',
  computed: 'hide the outcome too',
  default: 'begin with something else',
  filter: 'let the screen go by what the role reads',
  screen: 'let the screen go by what the role reads',
  relation: 'let another field lead to them',
  mention: 'let the record have no comments there',
};

/** By what a value shows itself, where there are several. */
const WAYS: Readonly<Record<FlowKind, string>> = {
  'row condition': 'permissions',
  guard: 'guards',
  who: 'fields under Who',
  timer: 'timers and triggers',
  effect: 'effects',
  notice: 'notices',
  elsewhere: 'effects at other records',
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
    : ` There ${count === 1 ? 'is 1 more such case' : `are ${count} more such cases`}, through ${WAYS[kind]}.`;
}

function findingOf({ first, fields, roles }: Group, others: readonly Group[], context: CheckContext): Finding {
  const { element, at, entity, kind, shows, on } = first;
  // That there are such records says more than what stands in them.
  const whole = fields.includes('id');
  const hidden = whole ? `any ${entity}` : `${listed(fields, 'or')} of ${entity}`;
  const attribute = context.schema.entities.get(entity)?.attributes.get(first.field);
  const all = whole || roles.every((role) => context.access.may(role, entity, 'read') === 'no');
  const rows = all ? [`“${entity}: read”`] : fields.map((field) => `“${entity}.${field}: read”`);
  const it = whole || fields.length === 1 ? 'it' : 'each of them';
  return {
    element,
    at,
    also: [attribute?.kind === 'field' ? attribute.field.at : null, ...others.map((other) => other.first.at)],
    message: `${listed(roles)} may not read ${hidden}, and ${it} decides ${shows}.${more(others.length, kind)}`,
    next: `Grant ${listed(rows)} in point 6, or ${INSTEAD[kind]}. If it is meant, leave it: \`ninefold check --flows\` lists all such.`,
    witness: witnessOf(context, {
      who: roles[0] ?? null,
      entity: on,
      opens: kind === 'row condition' || kind === 'filter' ? 'list' : 'record',
      happens: `${hidden} is kept from them, and it decides ${shows} all the same`,
    }),
  };
}
