import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assume } from '../../src/model/defaults/assume.ts';
import { schemaOf } from '../../src/model/lookups/schema.ts';
import { attributeTones } from '../../src/model/meaning/attribute-tones.ts';
import { means } from '../../src/model/meaning/words.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { exampleText } from '../support/http/server.ts';

/** The colours of a field or machine as `option colour` lines; an option without a colour has a dash. */
function tones(text: string, entity: string, name: string): string {
  const attribute = schemaOf(assume(readDocument(text).model))
    .entities.get(entity)
    ?.attributes.get(name);
  assert.ok(attribute !== undefined && attribute.type.kind === 'choice');
  const found = attributeTones(attribute);
  return attribute.type.options.map((option) => `${option.name} ${found.get(option.name) ?? '-'}`).join(', ');
}

describe('the colours of states in the examples', () => {
  const expected: readonly (readonly [document: string, entity: string, machine: string, tones: string])[] = [
    [
      'helpdesk',
      'Ticket',
      'state',
      'New grey, Assigned blue, In progress blue, Waiting for requester amber, Escalated amber, Resolved blue, Closed green, Cancelled grey',
    ],
    ['helpdesk', 'Approval', 'state', 'Pending amber, Granted green, Refused red, Expired grey'],
    ['expense-claims', 'Claim', 'status', 'Draft grey, Submitted amber, Approved blue, Rejected red, Paid green'],
    ['tasks', 'Job', 'status', 'To do grey, Doing blue, Blocked amber, Review amber, Done green, Dropped grey'],
    [
      'lending',
      'Loan',
      'state',
      'Draft grey, Requested amber, Cancelled grey, Approved blue, Rejected red, Picked up blue, Expired grey, Partly returned blue, Returned blue, Closed green',
    ],
    ['lending', 'Item', 'state', 'Available grey, On loan blue, In repair blue, Retired grey, Lost red'],
    ['lending', 'DamageReport', 'state', 'Open grey, Assessed amber, Dismissed grey, Settled green'],
    ['lending', 'Charge', 'state', 'Open grey, Paid green, Waived grey'],
    ['invoices', 'Invoice', 'status', 'draft grey, sent blue, partially_paid blue, paid green, void grey'],
    ['invoices', 'Client', 'status', 'active grey, archived grey'],
    ['invoices', 'TeamMember', 'state', 'invited grey, active green'],
    ['invoices', 'PdfJob', 'state', 'queued grey, running blue, ready green, failed red'],
    ['invoices', 'OpenDraft', 'save', 'idle grey, dirty blue, saved green, saving blue, error red'],
  ];
  for (const [document, entity, machine, wanted] of expected)
    test(`${document}: ${entity} ${machine}`, () =>
      assert.equal(tones(exampleText(`${document}.md`), entity, machine), wanted));
});

test('choices have colours only if they are a scale of urgency', () => {
  assert.equal(tones(exampleText('tasks.md'), 'Job', 'priority'), 'Urgent red, High orange, Normal -, Low grey');
  assert.equal(tones(exampleText('helpdesk.md'), 'Ticket', 'priority'), 'P1 red, P2 orange, P3 -, P4 grey');
  assert.equal(tones(exampleText('helpdesk.md'), 'Ticket', 'impact'), 'one person -, team -, site -, company -');
  const fields =
    '- title: text\n- a: niedrig, mittel, hoch, kritisch\n- b: منخفض, عادي, عاجل\n- c: High, Tide\n- d: Normal, Regular';
  const text = `# Specification: Scales\n\n## 3. Entities\n\n### Note\n\n${fields}\n`;
  assert.equal(tones(text, 'Note', 'a'), 'niedrig grey, mittel -, hoch orange, kritisch red');
  assert.equal(tones(text, 'Note', 'b'), 'منخفض grey, عادي -, عاجل red');
  assert.equal(tones(text, 'Note', 'c'), 'High -, Tide -');
  assert.equal(tones(text, 'Note', 'd'), 'Normal -, Regular -');
});

test('words have their meaning in English, German and Arabic, and lose it if they hold in part', () => {
  for (const name of ['Rejected', 'abgelehnt', 'المرفوض']) assert.ok(means('refused', name), name);
  for (const name of ['Cancelled', 'Storniert', 'ملغى']) assert.ok(means('ended', name), name);
  for (const name of ['Paid', 'erledigt', 'مكتمل']) assert.ok(means('good', name), name);
  for (const name of ['On hold', 'wartet auf Kunden', 'قيد الانتظار']) assert.ok(means('waiting', name), name);
  for (const name of ['partially_paid', 'Not paid', 'unpaid', 'teilweise bezahlt'])
    assert.ok(!means('good', name), name);
});
