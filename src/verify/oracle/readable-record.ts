import { attributeNamed } from '../evaluator/names.ts';
import { type Can, DEPENDS_ON_RESULT, type Json, type ReadableRecord, type Stored } from '../evaluator/world.ts';
import { sendableFields } from '../oracle-rules/draft.ts';
import { referenceExists } from '../oracle-rules/input.ts';
import { may, mayReadField, readableFields } from '../oracle-rules/permissions.ts';
import { type RequestContext, rowOf } from '../oracle-rules/request-context.ts';
import { eventsOf, isEditable } from '../oracle-rules/states.ts';
import { remove } from './removals.ts';
import { undoEventsOf } from './restored-records.ts';
import { mayEditField, raise } from './writes.ts';

/** Returns a record as the person reads it; null if they may not. */
export function readableRecord(context: RequestContext, stored: Stored): ReadableRecord | null {
  const row = rowOf(context.model, stored);
  if (!may(context, 'read', row)) return null;
  const fields = readableFields(context, stored.entity).map((name): [string, Json] => [
    name,
    mayReadField(context, name, row)
      ? readableJson(context, stored.entity, name, stored.values.get(name) ?? null)
      : null,
  ]);
  return { id: stored.id, entity: stored.entity, fields: new Map(fields), can: canOf(context, stored) };
}

/** Removes unreadable references and write-only fields of lines. */
function readableJson(context: RequestContext, entity: string, name: string, json: Json): Json {
  const type = attributeNamed(context.model, entity, name)?.type;
  if (type?.kind === 'list' && Array.isArray(json)) return json.map((line: Json) => open(context, type.entity, line));
  if (type?.kind !== 'references' || !Array.isArray(json)) return json;
  const seen = json.filter((id) => referenceExists(context, type.entity, String(id)));
  return seen.length === 0 ? null : seen;
}

function open({ model }: RequestContext, entity: string, line: Json): Json {
  if (line === null || typeof line !== 'object') return line;
  const isOpen = (name: string): boolean => {
    const thing = attributeNamed(model, entity, name);
    return thing?.kind !== 'field' || !thing.field.writeOnly;
  };
  return Object.fromEntries((Object.entries(line) as [string, Json][]).filter(([name]) => isOpen(name)));
}

/** Returns what would be answered if the person tried each action. */
function canOf(context: RequestContext, stored: Stored): Can {
  const { entity, id } = stored;
  const removed = remove(context, { kind: 'delete', entity, id, match: 'current' }, true);
  const events = eventsOf(context, entity).map((event): [string, readonly string[]] => {
    const raised = raise(context, { kind: 'event', entity, id, event, call: null, input: {}, match: 'current' }, true);
    if (!raised.allowed) return [event, codesOf(raised)];
    const { doubts = [] } = raised;
    return [event, doubts.length === 0 ? [] : [DEPENDS_ON_RESULT, ...codesOf({ code: 'INVALID', faults: doubts })]];
  });
  const change = sendableFields(context, entity, null, 'change').map((field): [string, readonly string[]] => [
    field.name,
    canChange(context, stored, field),
  ]);
  const back = events
    .filter(([, codes]) => codes.length === 0 || codes.includes(DEPENDS_ON_RESULT))
    .map(([event, codes]) => {
      const back = undoEventsOf(context, stored, event);
      return [event, codes.length === 0 ? back : { ...back, certain: false }] as const;
    });
  const codesForReader = (codes: readonly string[]) => (context.person === null ? ofGuest(codes) : codes);
  const each = (all: readonly (readonly [string, readonly string[]])[]) =>
    new Map(all.map(([name, codes]) => [name, codesForReader(codes)] as const));
  const refused = removed.allowed ? [] : codesForReader([removed.code]);
  return { delete: refused, events: each(events), change: each(change), back: new Map(back) };
}

/** A guest is also told to sign in, because somebody else may be allowed. */
const ofGuest = (codes: readonly string[]): readonly string[] =>
  codes.includes('NOT_ALLOWED') ? ['NOT_SIGNED_IN', ...codes] : codes;

function canChange(
  context: RequestContext,
  stored: Stored,
  field: Parameters<typeof mayEditField>[1],
): readonly string[] {
  const row = rowOf(context.model, stored);
  if (!may(context, 'change', row) || !mayEditField(context, field, row)) return ['NOT_ALLOWED'];
  return isEditable(context, stored) ? [] : ['WRONG_STATE'];
}

function codesOf(refused: {
  readonly code: string;
  readonly faults: readonly { readonly code: string }[];
}): readonly string[] {
  return [...new Set([refused.code, ...refused.faults.map((fault) => fault.code)])];
}
