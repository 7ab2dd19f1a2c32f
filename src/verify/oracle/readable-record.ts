import { thingNamed } from '../evaluator/names.ts';
import { type Can, type Json, PERHAPS, type Seen, type Stored } from '../evaluator/world.ts';
import { sendable } from '../oracle-rules/draft.ts';
import { isThere } from '../oracle-rules/input.ts';
import { everRead, may, reads } from '../oracle-rules/permissions.ts';
import { type RequestContext, rowOf } from '../oracle-rules/request-context.ts';
import { eventsOf, isEditable } from '../oracle-rules/states.ts';
import { remove } from './removals.ts';
import { backOf } from './restored-records.ts';
import { mayTouch, raise } from './writes.ts';

/** A record as this person reads it; null where they don't. */
export function seenBy(asking: RequestContext, stored: Stored): Seen | null {
  const row = rowOf(asking.model, stored);
  if (!may(asking, 'read', row)) return null;
  const fields = everRead(asking, stored.entity).map((name): [string, Json] => [
    name,
    reads(asking, name, row) ? told(asking, stored.entity, name, stored.values.get(name) ?? null) : null,
  ]);
  return { id: stored.id, entity: stored.entity, fields: new Map(fields), can: canOf(asking, stored) };
}

/** Of several records those that this person reads; of lines nothing that is only taken in. */
function told(asking: RequestContext, entity: string, name: string, json: Json): Json {
  const type = thingNamed(asking.model, entity, name)?.type;
  if (type?.kind === 'list' && Array.isArray(json)) return json.map((line: Json) => open(asking, type.entity, line));
  if (type?.kind !== 'references' || !Array.isArray(json)) return json;
  const seen = json.filter((id) => isThere(asking, type.entity, String(id)));
  return seen.length === 0 ? null : seen;
}

function open({ model }: RequestContext, entity: string, line: Json): Json {
  if (line === null || typeof line !== 'object') return line;
  const isOpen = (name: string): boolean => {
    const thing = thingNamed(model, entity, name);
    return thing?.kind !== 'field' || !thing.field.writeOnly;
  };
  return Object.fromEntries((Object.entries(line) as [string, Json][]).filter(([name]) => isOpen(name)));
}

/** What would be answered if this person tried. */
function canOf(asking: RequestContext, stored: Stored): Can {
  const { entity, id } = stored;
  const gone = remove(asking, { kind: 'delete', entity, id, match: 'current' }, true);
  const events = eventsOf(asking, entity).map((event): [string, readonly string[]] => {
    const raised = raise(asking, { kind: 'event', entity, id, event, call: null, input: {}, match: 'current' }, true);
    if (!raised.allowed) return [event, codesOf(raised)];
    const { doubts = [] } = raised;
    return [event, doubts.length === 0 ? [] : [PERHAPS, ...codesOf({ code: 'INVALID', faults: doubts })]];
  });
  const change = sendable(asking, entity, null, 'change').map((field): [string, readonly string[]] => [
    field.name,
    canChange(asking, stored, field),
  ]);
  const back = events
    .filter(([, codes]) => codes.length === 0 || codes.includes(PERHAPS))
    .map(([event, codes]) => {
      const back = backOf(asking, stored, event);
      return [event, codes.length === 0 ? back : { ...back, certain: false }] as const;
    });
  const told = (codes: readonly string[]) => (asking.person === null ? ofGuest(codes) : codes);
  const each = (all: readonly (readonly [string, readonly string[]])[]) =>
    new Map(all.map(([name, codes]) => [name, told(codes)] as const));
  const refused = gone.allowed ? [] : told([gone.code]);
  return { delete: refused, events: each(events), change: each(change), back: new Map(back) };
}

/** Whoever has not signed in is told so, where somebody else may. */
const ofGuest = (codes: readonly string[]): readonly string[] =>
  codes.includes('NOT_ALLOWED') ? ['NOT_SIGNED_IN', ...codes] : codes;

function canChange(asking: RequestContext, stored: Stored, field: Parameters<typeof mayTouch>[1]): readonly string[] {
  const row = rowOf(asking.model, stored);
  if (!may(asking, 'change', row) || !mayTouch(asking, field, row)) return ['NOT_ALLOWED'];
  return isEditable(asking, stored) ? [] : ['WRONG_STATE'];
}

function codesOf(refused: {
  readonly code: string;
  readonly faults: readonly { readonly code: string }[];
}): readonly string[] {
  return [...new Set([refused.code, ...refused.faults.map((fault) => fault.code)])];
}
