import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import { type Gap, gapsOf } from '../../src/cli/analysis/gap-report.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';

const DOCUMENT = `# Specification: Tools

## 1. What the product does and for whom

A club lends tools.

- For: members
- Language: en

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Loans | Loan | not shown. | Member, Desk |
| \`/new\` | New loan | Loan | form: title, dueOn | Member |
| \`/loans/:id\` | Loan | Loan | record | Member, Desk |
| \`/about\` | About | | page | not shown. |
| \`/old\` | Old | | redirect | |

### Loans

- Sort: not shown.
- Actions: not shown.
- When empty: not shown.
- Filter: not shown.
- Switch: not shown.
- Link: not shown.
- Start for: not shown.
- Menu: not shown.
- Refresh: not shown.
- Page size: not shown.

### New loan

- Only if: not shown.
- Otherwise: not shown.
- Then: not shown.

### Loan

- Section: not shown.

### About

We lend tools.

### Old

- Redirects to: \`/\`

## 3. Entities and their fields

### Member

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text(1..80) | yes | title |
| email | email | yes | sign-in |
| roles | Roles | yes | |

### Loan

- Unique: not shown.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text(1..80) | not shown. | title |
| dueOn | date | no | |
| owner | Member | no | |
| extra | not shown. | no | |

## 4. States and transitions

### Loan: status

| From | Event | To | Who | Only if | Then | Error |
| --- | --- | --- | --- | --- | --- | --- |
| (new) | | Asked | | | | |
| Asked | lend | Out | not shown. | | | |
| Out | extend | Out | Desk | not shown. | | |
| Out | take back | Back | Desk | | not shown. | |
| Asked | drop | Back | Desk | \`dueOn >= today\` | | not shown. |

- Final: Back
- Editable in: not shown.

## 5. Validation rules

| Rule | On | Must hold | Message |
| --- | --- | --- | --- |
| V1 | Loan | not shown. | No. |
| V2 | Loan, lend | \`dueOn <= today + LONGEST\` | Too long. |

## 6. Roles and permissions

- Visitor: not signed in
- Member: everyone who signs in
- Desk: lends

| | Visitor | Member | Desk |
| --- | --- | --- | --- |
| Loan: read | no | not shown. | yes |
| Loan: create | no | yes | no |
| Member: read, create, change, delete | no | no | yes |

## 7. The calls it makes

| Call | Method and path | Does |
| --- | --- | --- |
| loans | GET /api/loans | not shown. |
| loan | GET /api/loans/:id | not shown. |
| new loan | POST /api/loans | not shown. |
| lend | POST /api/loans/:id/lend | not shown. |
| drop it | DELETE /api/members/:id | not shown. |

## 8. The error catalogue

| Code | Status | Message | What to do |
| --- | --- | --- | --- |
| NOT_ALLOWED | 403 | not shown. | |

## 9. Business constants and limits

| Name | Value |
| --- | --- |
| LONGEST | not shown. |
| Page size | not shown. |
| Upload size | not shown. |
| Requests | not shown. |
| Session | not shown. |
`;

const gapsIn = (text: string): readonly Gap[] => {
  const { model, diagnostics } = diagnose(text);
  return gapsOf(model, diagnostics);
};

const key = ({ finding }: Gap) => `${finding.element} ${finding.message}`;

/** The document with what a gap proposes in the place where it is missing. */
function closed({ finding, write }: Gap): string {
  const { line, from } = finding.at;
  if (finding.code === 'time-zone-assumed') return DOCUMENT.replace('- Language: en', `- Language: en\n${write}`);
  if (finding.element === 'entity/Loan' && finding.point === 6)
    return DOCUMENT.replace('| Member: read,', `${write}\n| Member: read,`);
  if (finding.element === 'machine/Loan/status') return DOCUMENT.replace('- Editable in: not shown.', write);
  const start =
    DOCUMENT.split('\n')
      .slice(0, line - 1)
      .join('\n').length + 1;
  const hole = DOCUMENT.indexOf('not shown.', DOCUMENT.startsWith('not shown.', from) ? from : start);
  assert.ok(hole >= 0 && !DOCUMENT.slice(start, hole).includes('\n'), key({ finding, write } as Gap));
  return `${DOCUMENT.slice(0, hole)}${write}${DOCUMENT.slice(hole + 'not shown.'.length)}`;
}

const RESTS = /not-read|name-unknown|expression|value-unknown|type-unknown|name-missing/;

describe('what a gap proposes to write', () => {
  const gaps = gapsIn(DOCUMENT);
  const before = diagnose(DOCUMENT)
    .diagnostics.filter(({ code }) => RESTS.test(code))
    .map(({ code, message }) => code + message);

  test('is there for every gap of the document', () => {
    assert.deepEqual(before, []);
    assert.ok(gaps.length >= 35, `${gaps.length} gaps`);
    assert.deepEqual(gaps.filter(({ write }) => write === '').map(key), []);
  });

  for (const gap of gaps) {
    test(`closes it: ${key(gap)}`, () => {
      const text = closed(gap);
      assert.ok(!gapsIn(text).some((other) => key(other) === key(gap)), gap.write);
      const { model, diagnostics } = diagnose(text);
      const rest = diagnostics.filter(({ code }) => RESTS.test(code)).map(({ code, message }) => `${code} ${message}`);
      assert.deepEqual(rest, [], gap.write);
      assert.deepEqual(
        gapsIn(printDocument(model)).filter((other) => key(other) === key(gap)),
        [],
      );
    });
  }
});

describe('what holds while it is not shown', () => {
  test('is a sentence, and never says that nothing is assumed where something is', () => {
    for (const gap of gapsIn(DOCUMENT)) assert.match(gap.meanwhile, /^\p{Lu}.*\.$/u);
    const zone = gapsIn(DOCUMENT).find(({ finding }) => finding.code === 'time-zone-assumed');
    assert.deepEqual(
      zone?.assumed.map(({ code }) => code),
      ['A-LOCALE'],
    );
    assert.deepEqual(zone?.noticedBy.roles, ['Visitor', 'Member', 'Desk']);
  });

  test('of points without states and rules is what their absence means', () => {
    const points = new Map(gapsIn('# Specification: X\n').map((gap) => [gap.finding.element, gap.meanwhile]));
    assert.match(points.get('point/4') ?? '', /no record has a state/);
    assert.match(points.get('point/5') ?? '', /fit its type/);
  });
});
