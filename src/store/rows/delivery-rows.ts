import { EMAIL } from '../../expressions/syntax/recipients.ts';
import { all, type DbProgram, get, run, type SqlRow } from '../core/db-program.ts';
import type { Deliveries, Delivery } from '../core/deliveries.ts';
import type { Layout } from '../core/layout.ts';
import type { DialectTexts } from '../sql/dialect.ts';

const IS_ID = /^\d{1,15}$/;

/** Creates the outbox of outgoing calls. `perform` runs each method in a separate transaction. */
export function createDeliveries(
  perform: <T>(steps: () => DbProgram<T>) => Promise<T>,
  words: DialectTexts,
  layout: () => Layout,
): Deliveries {
  return {
    take: (calls, now, leaseMs, limit) => perform(() => takeDue(words, layout(), calls, { now, leaseMs, limit })),
    takeNow: async (id, now, leaseMs) => {
      if (!IS_ID.test(id)) return null;
      const [found = null] = await perform(() => takeById(layout(), Number(id), { now, leaseMs }));
      return found;
    },
    settle: async (id, settlement) => {
      const due = settlement.state === 'waiting' ? settlement.due : null;
      const problem = settlement.state === 'sent' ? null : settlement.problem;
      // The body is not needed after it was sent.
      const body = settlement.state === 'sent' ? ', body = NULL' : '';
      const sql = `UPDATE deliveries SET state = ?, due = coalesce(?, due), problem = ?, claimed = 0${body} WHERE id = ?`;
      await perform(() => run(sql, [settlement.state, due, problem, Number(id)]));
    },
    retry: async (id, now) => {
      if (!IS_ID.test(id)) return false;
      const sql = `UPDATE deliveries SET state = 'waiting', due = ?, attempts = 0 WHERE id = ? AND state = 'dead'`;
      return (await perform(() => run(sql, [now, Number(id)]))) > 0;
    },
    counts: async () => {
      const sql = `SELECT count(CASE WHEN state = 'waiting' THEN 1 END), count(CASE WHEN state = 'dead' THEN 1 END) FROM deliveries`;
      const row = await perform(() => get(sql));
      return { waiting: Number(row?.[0] ?? 0), dead: Number(row?.[1] ?? 0) };
    },
  };
}

/**
 * Takes due deliveries. A waiting delivery blocks later ones of the same record and call, so that they are sent in
 * order. E-mails do not wait for one another: each goes to another recipient.
 */
function* takeDue(
  words: DialectTexts,
  layout: Layout,
  calls: readonly string[],
  { now, leaseMs, limit }: { readonly now: number; readonly leaseMs: number; readonly limit: number },
): DbProgram<Delivery[]> {
  const due = `SELECT d.id FROM deliveries d JOIN outbox o ON o.id = d.id
    WHERE d.state = 'waiting' AND d.due <= ? AND d.claimed <= ? AND o.call ${words.inList('?')}
    AND NOT EXISTS (SELECT 1 FROM deliveries e JOIN outbox p ON p.id = e.id
      WHERE o.call <> '${EMAIL}' AND e.state = 'waiting' AND p.record = o.record AND p.entity = o.entity AND p.call = o.call AND p.id < o.id)
    ORDER BY d.id LIMIT ?`;
  // The condition is checked again by the update: of two processes that found the same delivery, one gets it.
  const taken = yield* all(
    `UPDATE deliveries SET claimed = ?, attempts = attempts + 1
     WHERE id IN (${due}) AND state = 'waiting' AND claimed <= ? RETURNING id, key, body, person, attempts`,
    [now + leaseMs, now, now, JSON.stringify(calls), limit, now],
  );
  return yield* withOutbox(layout, taken);
}

function* takeById(
  layout: Layout,
  id: number,
  { now, leaseMs }: { readonly now: number; readonly leaseMs: number },
): DbProgram<Delivery[]> {
  const taken = yield* all(
    `UPDATE deliveries SET claimed = ?, attempts = attempts + 1, state = 'waiting'
     WHERE id = ? AND state <> 'sent' AND claimed <= ? RETURNING id, key, body, person, attempts`,
    [now + leaseMs, id, now],
  );
  return yield* withOutbox(layout, taken);
}

function* withOutbox(layout: Layout, taken: readonly SqlRow[]): DbProgram<Delivery[]> {
  const found: Delivery[] = [];
  for (const row of taken) {
    const about = yield* get('SELECT entity, record, call, event FROM outbox WHERE id = ?', [Number(row[0])]);
    const entity = about === undefined ? undefined : layout.byPhysical.get(String(about[0]))?.entity;
    if (about !== undefined && entity !== undefined) found.push(deliveryOf(row, about, entity));
  }
  return found.sort((one, other) => Number(one.id) - Number(other.id));
}

function deliveryOf(
  [id, key, body, person, attempts]: SqlRow,
  [, record, call, event]: SqlRow,
  entity: string,
): Delivery {
  return {
    id: String(id),
    entity,
    record: String(record),
    call: String(call),
    event: String(event),
    body: typeof body === 'string' ? body : null,
    key: String(key),
    person: typeof person === 'string' ? person : null,
    attempts: Number(attempts),
  };
}
