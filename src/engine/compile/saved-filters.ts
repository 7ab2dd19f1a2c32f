import { CONDITION } from '../../expressions/types/kinds.ts';
import type { Relation } from '../../expressions/types/relation.ts';
import type { Screen } from '../../model/types/model.ts';
import { SCREEN_KINDS } from '../../model/types/screen-kinds.ts';
import { applyReadPolicy } from '../access/apply-read-policy.ts';
import { readPolicyFor } from '../access/read-policy.ts';
import type { CompiledSavedFilter } from '../compiled/compiled-formula.ts';
import type { CompiledModel, CompiledScreen } from '../compiled/compiled-model.ts';
import { isReadableSomewhere } from '../context/permissions.ts';
import type { Principal } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuse } from '../errors/error-catalogue.ts';

/** Whether the screen shows many records, or figures over them, so that filters apply. */
export const supportsFilters = ({ kind }: Pick<Screen, 'kind'>): boolean =>
  ['records', 'figures'].includes(SCREEN_KINDS[kind].shows);

/**
 * The query parameter that lists the active filters and switches of a screen. Without it the initially active ones
 * apply.
 */
export const FILTERS = 'filters';

/**
 * Returns the filters and switches of a screen that these roles can toggle: those that read only what the roles may
 * read on some record. The others stay in their initial state, so that toggling one never reveals hidden values.
 */
export function toggleableFilters(
  model: CompiledModel,
  principal: Principal,
  screen: CompiledScreen,
): readonly CompiledSavedFilter[] {
  return screen.saved.filter(
    (each) => isOffered(model, principal, each) && gated(model, principal, screen, each) !== null,
  );
}

/** Returns the conditions of the active filters and switches. `asked` undefined: the initial state. */
export function activeFilterRelations(
  model: CompiledModel,
  principal: Principal,
  screen: CompiledScreen,
  asked: string | undefined,
): { readonly where: readonly Relation[]; readonly shape: readonly string[] } | Refusal {
  const offered = new Set(toggleableFilters(model, principal, screen));
  const chosen = asked === undefined ? null : namesIn(asked);
  const names = new Set([...offered].map(({ saved }) => saved.name));
  const unknown = chosen?.find((name) => !names.has(name));
  if (unknown !== undefined) return refuse(model, 'UNREADABLE', { reason: `it has no filter “${unknown}”` });
  const where: Relation[] = [];
  const shape: string[] = [];
  for (const each of screen.saved) {
    const { saved, filter } = each;
    const isOpen = offered.has(each);
    const isOn = isOpen && chosen !== null ? chosen.includes(saved.name) : saved.on;
    // A filter that is off and a switch that is on exclude nothing.
    if (isOn === (saved.kind === 'switch')) continue;
    const relation = isOpen ? (gated(model, principal, screen, each) ?? filter.relation) : filter.relation;
    where.push(isOn ? relation : without(relation));
    shape.push(saved.id);
  }
  return { where, shape };
}

/** Returns the condition of a filter for a principal who turns it on; null if they can't toggle it. */
export function filterRelation(model: CompiledModel, principal: Principal, id: string): Relation | null {
  for (const screen of model.screens.values()) {
    const filter = toggleableFilters(model, principal, screen).find(({ saved }) => saved.id === id);
    if (filter !== undefined) return gated(model, principal, screen, filter);
  }
  return null;
}

function isOffered(model: CompiledModel, principal: Principal, { filter }: CompiledSavedFilter): boolean {
  return filter.fields.every(
    ({ entity, field }) => model.entities.has(entity) && isReadableSomewhere({ model, principal }, entity, field),
  );
}

/** Returns the condition restricted to what the principal may read; null if that can't be expressed. */
function gated(
  model: CompiledModel,
  principal: Principal,
  { screen }: CompiledScreen,
  { filter }: CompiledSavedFilter,
): Relation | null {
  return applyReadPolicy(filter.relation, screen.entity ?? '', (name) => {
    const entity = model.entities.get(name);
    return entity === undefined ? null : { entity, policy: readPolicyFor(model, entity, principal) };
  });
}

/** Returns the negation: rows for which the condition is not true, including unknown. */
function without(relation: Relation): Relation {
  const holds: Relation = { r: 'parameter', value: () => true, type: CONDITION };
  return { r: 'same', left: relation, right: holds, negated: true };
}

/** Splits the list. Each name is percent-encoded, because a name may contain a comma. */
function namesIn(text: string): string[] {
  return text.split(',').flatMap((part) => (part === '' ? [] : [unescaped(part)]));
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
