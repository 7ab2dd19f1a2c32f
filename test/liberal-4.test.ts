import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Effect, Transition } from '../src/model/types/model.ts';
import { readDocument } from '../src/notation/read.ts';

const ENTITIES = `## 3. Entities and their fields

**Person**
- Name: text
- Role: clerk, lead

**Order**
- Title: text
- Sold: integer
- Stock: integer
- Owner: Person
- Closed at: date and time
- Valid until: date
- Cancel reason: text
- State: see point 4
`;
const ROLES = '\n## 6. Roles and permissions\n\n- **clerk**\n  - sees all orders\n- **lead**\n  - sees all orders\n';
const HEAD_LINES = `# Specification: X\n\n${ENTITIES}\n## 4. States and transitions\n\n`.split('\n').length - 1;

const LISTED = '- States of an order: draft, open, closed, cancelled\n';

function effectText(effect: Effect): string {
  switch (effect.kind) {
    case 'ask':
      return `${effect.optional ? 'may ask' : 'asks'} ${effect.field}`;
    case 'set':
      return `${effect.field} = ${effect.value.text}`;
    case 'notify':
      return `tells ${effect.to.text}`;
    default:
      return effect.kind;
  }
}

/** `draft → open by lead if …: effects`; `nobody`: who does it is not known, `unknown`: its condition is not. */
function wordsOf({ from, to, who, timer, guard, guardShown, effects, event }: Transition): string {
  const by =
    timer !== null
      ? timer.kind === 'when'
        ? `when ${timer.condition.text}`
        : 'delay' in timer
          ? `${timer.kind} ${timer.delay.text}${timer.from === null ? '' : ` from ${timer.from.text}`}`
          : `on ${timer.entity.name} ${timer.event.name}`
      : who === null
        ? 'by nobody known'
        : who.length === 0
          ? 'by anybody'
          : `by ${who.map(({ name }) => name).join(', ')}`;
  const condition = guardShown ? (guard === null ? '' : ` if ${guard.text}`) : ' if unknown';
  const then = effects.length === 0 ? '' : `: ${effects.map(effectText).join(', ')}`;
  const called = event === null || event.startsWith('to ') ? '' : ` (${event})`;
  return `${from ?? 'new'} → ${to} ${by}${condition}${then}${called}`;
}

function read(text: string, before = '') {
  const { model, diagnostics } = readDocument(
    `# Specification: X\n\n${ENTITIES}\n## 4. States and transitions\n\n${before}${text}\n${ROLES}`,
  );
  const machine = model.machines.find(({ entity }) => entity === 'Order');
  const first = HEAD_LINES + before.split('\n').length;
  return {
    ways: (machine?.transitions ?? []).filter(({ from }) => from !== null).map(wordsOf),
    initial: machine?.initial ?? null,
    final: (machine?.states ?? []).filter(({ final }) => final).map(({ name }) => name),
    states: (machine?.states ?? []).map(({ name }) => name),
    unread: diagnostics
      .filter(({ code, point }) => code === 'not-read' && point === 4)
      .map(({ at }) => at.line - first + 1),
  };
}

/** What a text tells, and the lines of it of which something is reported as not read. */
const TELLS: readonly (readonly [string, readonly string[], readonly number[]])[] = [
  ['- draft -> open: lead', ['draft → open by lead'], []],
  ['- draft -> open: lead approves', ['draft → open by lead (approve)'], []],
  ['- draft -> open: clerk or lead', ['draft → open by clerk, lead'], []],
  ['- draft -> open: clerk | lead', ['draft → open by clerk, lead'], []],
  ['- draft -> open: lead, title mandatory', ['draft → open by lead: asks Title'], []],
  ['- draft -> open: lead, title optional', ['draft → open by lead: may ask Title'], []],
  ['- open -> cancelled: lead, reason mandatory', ['open → cancelled by lead: asks Cancel reason'], []],
  ['- open -> cancelled: lead; a reason is necessary for this', ['open → cancelled by lead: asks Cancel reason'], []],
  ['- open -> closed: lead. This cannot be undone.', ['open → closed by lead'], []],
  ['- open <-> draft: lead', ['open → draft by lead', 'draft → open by lead'], []],
  // The product does it, when it is known when and when it is not.
  ['- open -> closed: auto when sold = stock', ['open → closed when Sold == Stock'], []],
  ['- open -> cancelled: auto, valid until passed', ['open → cancelled when this["Valid until"] < today'], []],
  ['- open -> closed: automatically after 5 days', ['open → closed after 5 days'], []],
  ['- open -> closed: auto at dawn', ['open → closed when false if unknown'], [1]],
  ['- open -> closed: auto on full moon', ['open → closed when false if unknown'], [1]],
  // Somebody who is not known does not become anybody, and the name of a field is no condition.
  ['- draft -> open: supplier', ['draft → open by nobody known'], [1]],
  ['- draft -> open: title', ['draft → open by nobody known'], [1]],
  ['- draft -> open: lead | supplier', ['draft → open by lead'], [1]],
  ['- draft -> open: supplier, title optional', ['draft → open by nobody known: may ask Title'], [1]],
  // What is asked for on the way to another state is not asked for here, and what is not understood refuses.
  ['- draft -> open: lead, reason mandatory', ['draft → open by lead if unknown'], [1]],
  ['- draft -> open: lead, only if the moon is full', ['draft → open by lead if unknown'], [1]],
  // People who are named for a part that is not understood do not take the whole way.
  ['- draft -> open: clerk; returns: lead only', ['draft → open by clerk if unknown'], [1]],
];

describe('behind an arrow', () => {
  for (const [text, ways, unread] of TELLS)
    test(text.slice(2), () => {
      const found = read(text, LISTED);
      assert.deepEqual(found.ways, ways);
      assert.deepEqual([...new Set(found.unread)], unread);
    });
});

const PROSE: readonly (readonly [string, readonly string[], readonly number[]])[] = [
  ['- The lead approves a Draft order. It is then Open.', ['draft → open by lead (approve)'], []],
  ['- A lead closes an order that is Open. It then becomes Closed.', ['open → closed by lead (close)'], []],
  [
    '- The clerk cancels a Draft order, or one that is Open. It is then Cancelled.',
    ['draft → cancelled by clerk (cancel)', 'open → cancelled by clerk (cancel)'],
    [],
  ],
  ['- When the lead publishes, every Draft order becomes Open.', ['draft → open by lead (publish)'], []],
  ['- When the lead starts the round, every Draft order becomes Open.', ['draft → open by lead (start round)'], []],
  ['- A clerk may take an order that is Open back to Draft.', ['open → draft by clerk (take)'], []],
  [
    '- All orders that are still Open become Cancelled by themselves after 3 days.',
    ['open → cancelled after 3 days'],
    [],
  ],
  [
    '- The lead approves a Draft order. It is then Open.\n- The lead can also cancel it. It is then Cancelled.',
    ['draft → open by lead (approve)', 'draft → cancelled by lead (cancel)'],
    [],
  ],
  // Who or when is not understood.
  ['- The supplier approves a Draft order. It is then Open.', ['draft → open by nobody known'], [1]],
  ['- When the moon is full, every Draft order becomes Open.', ['draft → open by nobody known if unknown'], [1]],
  // From where is not said.
  ['- The lead waits for the moon. It is then Closed.', [], [1]],
];

describe('sentences', () => {
  for (const [text, ways, unread] of PROSE)
    test(text.slice(2), () => {
      const found = read(text, '- An order is in one of these states: Draft, Open, Closed, Cancelled.\n');
      assert.deepEqual(
        found.ways.map((way) => way.replace(/^\w+ → \w+/, (names) => names.toLowerCase())),
        ways,
      );
      assert.deepEqual([...new Set(found.unread)], unread);
    });

  test('“it” stands in the state that the text begins with', () => {
    const found = read(
      '- An order is Draft first. It becomes Open when a lead approves it, and Cancelled when a clerk cancels it. After 7 days it becomes Closed by itself.\n  - Cancelled and Closed are final.',
    );
    assert.deepEqual(found.ways, [
      'Draft → Open by lead (approve)',
      'Draft → Cancelled by clerk (cancel)',
      'Draft → Closed after 7 days',
    ]);
    assert.equal(found.initial, 'Draft');
    assert.deepEqual(found.final, ['Cancelled', 'Closed']);
    assert.deepEqual(found.unread, []);
  });
});

test('all states in a row above the steps are no steps, whatever hyphens their arrows are made of', () => {
  const found = read(
    'Order: draft -> open -> closed / cancelled\n\n- draft -> open: lead\n- open -> closed: clerk\n- final: closed, cancelled',
  );
  assert.deepEqual(found.states, ['draft', 'open', 'closed', 'cancelled']);
  assert.deepEqual(found.ways, ['draft → open by lead', 'open → closed by clerk']);
  assert.equal(found.initial, 'draft');
  assert.deepEqual(found.final, ['closed', 'cancelled']);
});

describe('somebody is told before the product acts', () => {
  const NOTICES: readonly (readonly [string, readonly string[], boolean])[] = [
    [
      '- open -> closed: automatically after 5 days; the owner gets a notice after 2',
      ['open → closed after 5 days', 'open → open after 2 days: tells Owner'],
      false,
    ],
    [
      '- open -> closed: automatically after 5 days; the owner is informed after 3 days',
      ['open → closed after 5 days', 'open → open after 3 days: tells Owner'],
      false,
    ],
    // After it has acted nobody is told any more; and who is told must be known.
    [
      '- open -> closed: automatically after 5 days; the owner gets a notice after 7',
      ['open → closed after 5 days'],
      true,
    ],
    [
      '- open -> closed: automatically after 5 days; the moon gets a notice after 2',
      ['open → closed after 5 days'],
      true,
    ],
    ['- open -> closed: lead; the owner gets a notice after 2', ['open → closed by lead'], true],
  ];
  for (const [text, ways, isUnread] of NOTICES)
    test(text.slice(2), () => {
      const found = read(text, LISTED);
      assert.deepEqual(
        found.ways.map((way) => way.replace(/ if unknown$/, '')),
        ways,
      );
      assert.equal(found.unread.length > 0, isUnread);
    });
});
