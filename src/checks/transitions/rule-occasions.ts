import type { Machine, Rule, Transition } from '../../model/types/model.ts';

/**
 * Returns when a rule is checked: `create`, `change`, `delete` and `event NAME`. A rule without events is checked on creation, on
 * change, and on every event that leaves an editable state.
 */
export function occasionsOf(rule: Rule, machines: readonly Machine[]): ReadonlySet<string> {
  if (rule.events.length > 0) return new Set(rule.events.map(({ name }) => occasionNamed(name)));
  const occasions = new Set(['create', 'change']);
  for (const machine of machines) {
    for (const { from, event } of machine.transitions)
      if (event !== null && from !== null && isEditable(machine, from)) occasions.add(`event ${event}`);
  }
  return occasions;
}

/** Whether a rule with an error is certainly checked when a person takes this transition or creates a record by it. */
export function isRuleChecked(
  rule: Rule,
  machine: Machine,
  transition: Transition,
  machines: readonly Machine[],
): boolean {
  const { from, to, event, timer } = transition;
  if (rule.severity !== 'error' || timer !== null) return false;
  const own = new Set(machine.states.map(({ name }) => name));
  const inside = (state: string | null) => state !== null && rule.states.some(({ name }) => name === state);
  if (rule.states.some(({ name }) => !own.has(name)) || (rule.states.length > 0 && !inside(to))) return false;
  if (rule.states.length > 0 && rule.events.length === 0 && !inside(from)) return true;
  if (rule.events.length > 0) return rule.events.some(({ name }) => name === (event ?? 'create'));
  return from === null || (machines.length === 1 && isEditable(machine, from));
}

function isEditable({ editableIn, states }: Machine, state: string): boolean {
  const final = states.some(({ name, final: isFinal }) => isFinal && name === state);
  return !final && (editableIn ?? []).some(({ name }) => name === state);
}

function occasionNamed(name: string): string {
  return name === 'create' || name === 'change' || name === 'delete' ? name : `event ${name}`;
}
