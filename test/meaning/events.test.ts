import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assume } from '../../src/model/defaults/assume.ts';
import { eventMeaning } from '../../src/model/meaning/event-meaning.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { exampleText } from '../support/http/server.ts';

/** The events that lead on, and those that call a record off, each with the states in which they do. */
function meanings(document: string, entity: string): { readonly forward: string; readonly danger: string } {
  const { machines } = assume(readDocument(exampleText(`${document}.md`)).model);
  const machine = machines.find((each) => each.entity === entity);
  assert.ok(machine);
  const events = [...new Set(machine.transitions.flatMap(({ event }) => event ?? []))];
  const list = (kind: 'forward' | 'danger') =>
    events
      .map((event) => [event, eventMeaning(machine, event)[kind]] as const)
      .filter(([, states]) => states.length > 0)
      .map(([event, states]) => `${event}: ${states.join(' ')}`)
      .join(', ');
  return { forward: list('forward'), danger: list('danger') };
}

describe('the next step and what calls a record off, in the examples', () => {
  const expected: readonly (readonly [document: string, entity: string, forward: string, danger: string])[] = [
    [
      'helpdesk',
      'Ticket',
      'take: New, assign: New, start: Assigned, go on: Waiting for requester, take over: Escalated, resolve: In progress, it works: Resolved',
      'cancel: New Assigned',
    ],
    ['helpdesk', 'Approval', 'grant: Pending', 'refuse: Pending'],
    [
      'expense-claims',
      'Claim',
      'submit: Draft, approve: Submitted, pay: Approved',
      'withdraw: Submitted, reject: Submitted',
    ],
    [
      'tasks',
      'Job',
      'start: To do, hand in: Doing, accept: Review, go on: Blocked',
      'drop: To do Doing Blocked Review',
    ],
    [
      'lending',
      'Loan',
      'send request: Draft, approve: Requested, hand out: Approved, take back: Picked up Partly returned',
      'empty: Draft, reject: Requested, cancel: Requested Approved',
    ],
    ['invoices', 'Invoice', 'send: draft', 'void: sent partially_paid'],
  ];
  for (const [document, entity, forward, danger] of expected)
    test(`${document}: ${entity}`, () => assert.deepEqual(meanings(document, entity), { forward, danger }));
});
