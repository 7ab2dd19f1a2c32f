import type { Field, Rule } from '../../model/types/model.ts';
import { type Asking, refusal, rowOf } from './asking.ts';
import { compute, type Draft, draftOf } from './draft.ts';
import { within } from './evaluate.ts';
import { entityNamed } from './names.ts';
import { may, mayAtAll, reads } from './permissions.ts';
import { failing, taken } from './rules.ts';
import { seenBy } from './seen.ts';
import type { Row } from './value.ts';
import type { Answer, Fault, Json, Request, Seen, Stored, Trash } from './world.ts';
import { grantsTooMuch, matched, type Written } from './writes.ts';

type Asked<Kind extends Request['kind']> = Extract<Request, { readonly kind: Kind }>;

/** The deleted records that this person could read as they were. All that can be done with one is to bring it back. */
export function deleted(asking: Asking, trash: Trash, { entity }: Asked<'deleted'>): Answer {
  const { model } = asking;
  if (!mayAtAll(asking, 'read', entity) || !mayAtAll(asking, 'restore', entity)) return refusal(model, 'NOT_ALLOWED');
  const list = [...trash.values()].flatMap((stored): Seen[] => {
    const seen = stored.entity === entity ? seenBy(asking, stored) : null;
    if (seen === null) return [];
    const refused = isAllowed(asking, rowOf(model, stored), draftOf(stored)) ? [] : ['NOT_ALLOWED'];
    return [{ ...seen, can: { delete: refused, change: new Map(), events: new Map(), back: new Map() } }];
  });
  return { allowed: true, values: null, seen: null, list };
}

/** A deleted record comes back as it was, unless what happened meanwhile is in its way. */
export function restore(asking: Asking, trash: Trash, asked: Asked<'restore'>): Written {
  const { model } = asking;
  if (!mayAtAll(asking, 'read', asked.entity) || !mayAtAll(asking, 'restore', asked.entity))
    return refusal(model, 'NOT_ALLOWED');
  const stored = trash.get(asked.id);
  if (stored === undefined || stored.entity !== asked.entity || !may(asking, 'read', rowOf(model, stored)))
    return refusal(model, 'NOT_FOUND');
  const row = rowOf(model, stored);
  const draft = draftOf(stored);
  if (!isAllowed(asking, row, draft)) return refusal(model, 'NOT_ALLOWED');
  const late = matched(asking, asked.match);
  if (late !== null) return late;
  const back = returned(asking, stored);
  if (back.allowed) return back;
  const known = (fault: Fault): Fault => (reads(asking, topOf(fault), row) ? fault : { ...fault, path: '' });
  return { ...back, faults: back.faults.map(known) };
}

/** The record as it is once it is there again, whoever asks; or what is in its way. */
export function returned(asking: Asking, stored: Stored): Written {
  const draft = draftOf(stored);
  const lost = withoutLost(asking, draft.entity, draft.values, '', draft.id);
  for (const [name, value] of lost.values) draft.values.set(name, value);
  compute(asking, draft);
  const occasion = { event: 'create', editable: true };
  const later = failing(asking, draft, null, occasion, isAskedAgain).map((fault) => ({
    ...fault,
    later: true as const,
  }));
  const faults = [...lost.faults, ...taken(asking, draft)];
  if (faults.length > 0) return refusal(asking.model, 'INVALID', [...faults, ...later]);
  draft.later.push({ old: null, occasion });
  return { allowed: true, draft };
}

/** What looks at other records has to hold again once all of it is back. */
export function isAskedAgain({ condition }: Rule): boolean {
  const tree = condition?.tree ?? null;
  return tree === null || within(tree).some((part) => part.op === 'query');
}

const topOf = ({ path }: Fault): string => path.split('[')[0] ?? '';

function isAllowed(asking: Asking, row: Row, draft: Draft): boolean {
  const fields = entityNamed(asking.model, row.entity)?.fields ?? [];
  return (
    may(asking, 'restore', row) && !fields.some((field) => grantsTooMuch(asking, 'change', field, draft, null, row))
  );
}

interface Left {
  readonly values: ReadonlyMap<string, Json>;
  readonly faults: readonly Fault[];
}

/** A field that may be emptied is, of what it leads to and is not there any more; else that is a fault. */
function withoutLost(
  asking: Asking,
  entity: string,
  values: ReadonlyMap<string, Json>,
  prefix: string,
  itself: string,
): Left {
  const left = new Map(values);
  const faults: Fault[] = [];
  const isThere = (id: Json, of: string) => id === itself || asking.world.get(String(id))?.entity === of;
  for (const { name, type, onDelete } of entityNamed(asking.model, entity)?.fields ?? ([] as readonly Field[])) {
    const json = values.get(name) ?? null;
    const path = `${prefix}${name}`;
    if (json === null) continue;
    if (type.kind === 'list' && Array.isArray(json)) {
      const lines = json.map((line: Json, index) => {
        const inside = new Map(Object.entries(line ?? {}) as [string, Json][]);
        const found = withoutLost(asking, type.entity, inside, `${path}[${index}].`, itself);
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
