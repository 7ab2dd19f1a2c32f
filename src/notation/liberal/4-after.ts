import type { Rule } from '../../model/types/model.ts';
import { type Reader, stated } from '../reader.ts';
import type { Branch } from './4-branches.ts';
import { eventTo, type WayDraft } from './4-emit.ts';
import { wordFormula } from './4-formula.ts';
import { memberText } from './4-happens.ts';

/**
 * Conditions on a field that the transition itself fills: a guard is judged before the event, when it is still empty. They
 * become rules of the event, which are judged after it.
 */
export function rulesAfter(reader: Reader, ways: readonly WayDraft[], entity: string): Rule[] {
  const found = new Map<
    string,
    { readonly way: WayDraft; readonly field: string; readonly text: string; readonly events: Set<string> }
  >();
  for (const way of ways) {
    for (const branch of way.branches) {
      for (const { field, text } of takeFilled(branch)) {
        const event = branch.event ?? way.event ?? eventTo(way.to);
        if (isShared(ways, event, way)) branch.unknown = true;
        const known = found.get(text) ?? { way, field, text, events: new Set<string>() };
        known.events.add(event);
        found.set(text, known);
      }
    }
  }
  return [...found.values()].map(({ way, field, text, events }): Rule => {
    const name = `${field} on ${[...events].join(' or ')}`;
    const at = reader.place(way.at);
    return {
      ...stated(reader, 5, reader.id('rule', name), way.at),
      name,
      entity,
      events: [...events].map((event) => ({ name: event, at })),
      states: [],
      condition: wordFormula(reader, text, way.at),
      severity: 'error',
      message: null,
      error: null,
      field: { name: field, at },
    };
  });
}

/** Takes the conditions on filled fields out of the guard. */
function takeFilled(branch: Branch): { readonly field: string; readonly text: string }[] {
  const filled = branch.effects.flatMap((effect) =>
    effect.kind === 'ask' || (effect.kind === 'set' && effect.on === null) ? [effect.field] : [],
  );
  const about = (text: string) => filled.find((field) => names(text, field)) ?? null;
  const taken =
    branch.unknown || branch.product
      ? []
      : branch.conditions.flatMap((text) => {
          const field = about(text);
          return field === null ? [] : [{ field, text }];
        });
  branch.conditions = branch.conditions.filter((text) => !taken.some((each) => each.text === text));
  return taken;
}

/** Fields of other records are no fields of this one. */
const OTHERS = /\b(?:count|sum|min|max)\([^()]* where [^()]*\)/g;

/** Whether an expression begins at the field. A counter that limits itself is judged before. */
function names(said: string, field: string): boolean {
  const text = said.replaceAll(OTHERS, 'others');
  const member = memberText(field);
  const at = text.indexOf(member);
  const before = text.charAt(at - 1);
  const after = text.charAt(at + member.length);
  return at >= 0 && !/[\w.\]"]/.test(before) && !/\w/.test(after) && !text.startsWith(`${member} < `);
}

/** The same event on another way, where the condition does not hold. */
function isShared(ways: readonly WayDraft[], event: string, way: WayDraft): boolean {
  return ways.some(
    (other) =>
      other.at !== way.at &&
      other.branches.some((branch) => (branch.event ?? other.event ?? eventTo(other.to)) === event),
  );
}
