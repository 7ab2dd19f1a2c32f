import { createHash } from 'node:crypto';
import type { StoredClaim, StoredLine } from './baseline-store.ts';

/** The permissions, states and rules of the expense document, as a developer would write them by hand. */
export interface Me {
  readonly id: string;
  readonly isManager: boolean;
  readonly isFinance: boolean;
}

const LIMIT = 500_000;
const RECEIPT_FREE = 2_500;
const WINDOW_DAYS = 90;

export function mayRead(me: Me, claim: StoredClaim): boolean {
  return (
    claim.owner === me.id ||
    (me.isManager && claim.owner_manager === me.id) ||
    (me.isFinance && claim.status !== 'Draft')
  );
}

const mayReadNote = (me: Me, claim: StoredClaim) =>
  claim.owner === me.id || (me.isManager && claim.owner_manager === me.id);

export interface Drafted {
  readonly title: string;
  readonly category: string;
  readonly spentOn: string;
  readonly note: string | null;
  readonly total: number;
  readonly receipt: string | null;
  readonly lines: readonly { readonly what: string; readonly amount: number }[];
}

/** Codes of the rules that hold on every change. */
export function broken(claim: Pick<Drafted, 'spentOn' | 'total' | 'lines'>, today: string): string[] {
  const oldest = new Date(Date.parse(today) - WINDOW_DAYS * 86_400_000).toISOString().slice(0, 10);
  return [
    ...(claim.spentOn <= today ? [] : ['FUTURE_EXPENSE']),
    ...(claim.spentOn >= oldest ? [] : ['TOO_OLD']),
    ...(claim.total <= LIMIT ? [] : ['OVER_LIMIT']),
    ...claim.lines.flatMap(({ amount }) => (amount > 0 ? [] : ['NOT_POSITIVE'])),
  ];
}

type Code = string | null;

/** What this person can do with the claim now: null or the code that refuses it. */
export function canOf(me: Me, claim: StoredClaim, lines: readonly StoredLine[], today: string) {
  const isOwner = claim.owner === me.id;
  const isTheirManager = me.isManager && claim.owner_manager === me.id && !isOwner;
  const when = (allowed: boolean, state: string): Code =>
    allowed ? (claim.status === state ? null : 'WRONG_STATE') : 'NOT_ALLOWED';
  const change = when(isOwner, 'Draft');
  const submit = when(isOwner, 'Draft') ?? refusedSubmit(claim, lines, today);
  const withdraw = when(isOwner, 'Submitted');
  // What takes back what was done: the other of the two, where that would not be refused.
  const back = {
    ...(submit === null ? { submit: 'withdraw' } : {}),
    ...(withdraw === null && refusedSubmit(claim, lines, today) === null ? { withdraw: 'submit' } : {}),
  };
  return {
    delete: isOwner && claim.status === 'Draft' ? null : 'NOT_ALLOWED',
    change: { title: change, category: change, spentOn: change, lines: change, receipt: change, note: change },
    events: {
      submit,
      withdraw,
      approve: when(isTheirManager, 'Submitted'),
      reject: when(isTheirManager, 'Submitted'),
      reopen: when(isOwner, 'Rejected'),
      pay: when(me.isFinance && !isOwner, 'Approved'),
    },
    ...(Object.keys(back).length > 0 ? { back } : {}),
  };
}

function refusedSubmit(claim: StoredClaim, lines: readonly StoredLine[], today: string): Code {
  if (claim.total <= 0) return 'NOT_MET';
  const failing = broken({ spentOn: claim.spent_on, total: claim.total, lines }, today);
  if (claim.total > RECEIPT_FREE && claim.receipt === null) failing.push('RECEIPT_MISSING');
  return failing.length > 1 ? 'INVALID' : (failing[0] ?? null);
}

const money = (cents: number): string => (cents / 100).toFixed(2);
const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** A claim as this person reads it, with its tag, its labels and what they can do. */
export function answerOf(me: Me, claim: StoredClaim, lines: readonly StoredLine[], today: string) {
  const values = {
    title: claim.title,
    owner: claim.owner,
    category: claim.category,
    spentOn: claim.spent_on,
    lines: lines.map(({ id, what, amount }) => ({ id, what, amount: money(amount) })),
    total: money(claim.total),
    receipt: claim.receipt,
    ...(me.isFinance && !me.isManager && claim.owner !== me.id ? { note: null } : {}),
    ...(mayReadNote(me, claim) ? { note: claim.note } : {}),
    submittedAt: instant(claim.submitted_at),
    paidAt: instant(claim.paid_at),
    refusal: claim.refusal,
    status: claim.status,
    id: claim.id,
    createdAt: instant(claim.created_at),
    createdBy: claim.created_by,
  };
  const etag = `"${createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22)}"`;
  const labels = {
    owner: claim.owner_name,
    ...(claim.creator_name === null ? {} : { createdBy: claim.creator_name }),
  };
  const can = canOf(me, claim, lines, today);
  return { ...values, _: { entity: 'Claim', etag, title: claim.title, labels, can } };
}
