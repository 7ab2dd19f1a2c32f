import type { Field, Rule } from '../../model/types/model.ts';
import { within } from '../evaluator/evaluate.ts';
import { entityNamed } from '../evaluator/names.ts';
import type { Row } from '../evaluator/value.ts';
import type { Answer, Fault, Json, ReadableRecord, Request, Stored, Trash } from '../evaluator/world.ts';
import { compute, type Draft, draftOf } from '../oracle-rules/draft.ts';
import { may, mayAtAll, mayReadField } from '../oracle-rules/permissions.ts';
import { type RequestContext, refusal, rowOf } from '../oracle-rules/request-context.ts';
import { duplicateFaults, failingRules } from '../oracle-rules/rules.ts';
import { grantsTooMuch } from './granted-roles.ts';
import { readableRecord } from './readable-record.ts';
import { versionRefusal } from './version-refusal.ts';
import type { WriteResult } from './writes.ts';

type RequestOf<Kind extends Request['kind']> = Extract<Request, { readonly kind: Kind }>;

/** Returns the deleted records that the person could read. Restoring is the only possible action. */
export function listDeleted(context: RequestContext, trash: Trash, { entity }: RequestOf<'deleted'>): Answer {
  const { model } = context;
  if (!mayAtAll(context, 'read', entity) || !mayAtAll(context, 'restore', entity)) return refusal(model, 'NOT_ALLOWED');
  const list = [...trash.values()].flatMap((stored): ReadableRecord[] => {
    const seen = stored.entity === entity ? readableRecord(context, stored) : null;
    if (seen === null) return [];
    const refused = isAllowed(context, rowOf(model, stored), draftOf(stored)) ? [] : ['NOT_ALLOWED'];
    return [{ ...seen, can: { delete: refused, change: new Map(), events: new Map(), back: new Map() } }];
  });
  return { allowed: true, values: null, record: null, list };
}

/** Restores a deleted record as it was, unless later changes prevent it. */
export function restore(context: RequestContext, trash: Trash, request: RequestOf<'restore'>): WriteResult {
  const { model } = context;
  if (!mayAtAll(context, 'read', request.entity) || !mayAtAll(context, 'restore', request.entity))
    return refusal(model, 'NOT_ALLOWED');
  const stored = trash.get(request.id);
  if (stored === undefined || stored.entity !== request.entity || !may(context, 'read', rowOf(model, stored)))
    return refusal(model, 'NOT_FOUND');
  const row = rowOf(model, stored);
  const draft = draftOf(stored);
  if (!isAllowed(context, row, draft)) return refusal(model, 'NOT_ALLOWED');
  const late = versionRefusal(context, request.match);
  if (late !== null) return late;
  const back = restoredRecord(context, stored);
  if (back.allowed) return back;
  const known = (fault: Fault): Fault => (mayReadField(context, topOf(fault), row) ? fault : { ...fault, path: '' });
  return { ...back, faults: back.faults.map(known) };
}

/** Returns the restored record, or what prevents the restoration. */
export function restoredRecord(context: RequestContext, stored: Stored): WriteResult {
  const draft = draftOf(stored);
  const lost = withoutLost(context, draft.entity, draft.values, '', draft.id);
  for (const [name, value] of lost.values) draft.values.set(name, value);
  compute(context, draft);
  const occasion = { event: 'create', editable: true };
  const later = failingRules(context, draft, null, occasion, isCheckedAgain).map((fault) => ({
    ...fault,
    afterOthers: true as const,
  }));
  const faults = [...lost.faults, ...duplicateFaults(context, draft)];
  if (faults.length > 0) return refusal(context.model, 'INVALID', [...faults, ...later]);
  draft.later.push({ old: null, occasion });
  return { allowed: true, draft };
}

/** Whether a rule over other records must hold again after the restoration. */
export function isCheckedAgain({ condition }: Rule): boolean {
  const tree = condition?.tree ?? null;
  return tree === null || within(tree).some((part) => part.op === 'query');
}

const topOf = ({ path }: Fault): string => path.split('[')[0] ?? '';

function isAllowed(context: RequestContext, row: Row, draft: Draft): boolean {
  const fields = entityNamed(context.model, row.entity)?.fields ?? [];
  return (
    may(context, 'restore', row) && !fields.some((field) => grantsTooMuch(context, 'change', field, draft, null, row))
  );
}

interface Left {
  readonly values: ReadonlyMap<string, Json>;
  readonly faults: readonly Fault[];
}

/** Clears references to records that no longer exist if the field allows it; otherwise reports a fault. */
function withoutLost(
  context: RequestContext,
  entity: string,
  values: ReadonlyMap<string, Json>,
  prefix: string,
  itself: string,
): Left {
  const left = new Map(values);
  const faults: Fault[] = [];
  const isThere = (id: Json, of: string) => id === itself || context.world.get(String(id))?.entity === of;
  for (const { name, type, onDelete } of entityNamed(context.model, entity)?.fields ?? ([] as readonly Field[])) {
    const json = values.get(name) ?? null;
    const path = `${prefix}${name}`;
    if (json === null) continue;
    if (type.kind === 'list' && Array.isArray(json)) {
      const lines = json.map((line: Json, index) => {
        const inside = new Map(Object.entries(line ?? {}) as [string, Json][]);
        const found = withoutLost(context, type.entity, inside, `${path}[${index}].`, itself);
        faults.push(...found.faults);
        return Object.fromEntries(found.values);
      });
      left.set(name, lines);
    }
    if (type.kind !== 'reference' && type.kind !== 'references') continue;
    const ids: readonly Json[] = Array.isArray(json) ? json : [json];
    const there = ids.filter((id) => isThere(id, type.entity));
    if (there.length === ids.length) continue;
    if (onDelete !== 'clear') faults.push({ path, code: 'TARGET_DELETED' });
    else left.set(name, type.kind === 'references' && there.length > 0 ? there : null);
  }
  return { values: left, faults };
}
