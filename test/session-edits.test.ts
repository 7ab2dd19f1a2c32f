import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { openSession, readDocument, type Session } from '../src/notation/read.ts';
import { random } from './support/documents.ts';

const SEED = Number(process.env['NINEFOLD_SEED'] ?? 7_041);

const EXAMPLES = new URL('../examples/', import.meta.url);

/** A document in plain words, in which each kind of sentence stands beside others of its kind. */
const IN_WORDS = `# Kayak club

## 1. What it does and for whom

Members book boats. About 80 people use it.

- Member: books a boat.
- Keeper: looks after the boats.

## 2. Screens

- Boats (\`/boats\`)
  - List of all boats: name, state, length. Newest first.
  - A click on a row opens the boat.
- Bookings (\`/bookings\`)
  - Columns: number, boat, starts at, state.
  - Keepers only.

## 3. Data

- **Person**
  - Name: required, up to 80 characters.
  - E-mail: used to sign in.
  - Role: Member or Keeper.
- **Boat**
  - Name: text, unique.
  - Length: number of centimetres.
  - State: Ready, Broken, Retired.
- **Booking**
  - Number: counted up from 1.
  - Boat: a boat.
  - Requester: a person. The one who made it.
  - Starts at: date and time.
  - Ends at: date and time.
  - Reason: text, up to 200 characters.
  - State: Open, Approved, Refused, Cancelled.
- **Landing place**
  - Id, name, street, town, booked by, opened at.

## 4. States

- Booking states: Open, Approved, Refused, Cancelled. It starts as Open.
- **Open to Approved**
  - Only a keeper. The boat must be Ready.
- **Open to Refused**
  - Only a keeper, with a reason.
- **Approved to Cancelled**
  - The requester or a keeper. Or by itself after 5 days.
- Boat: Ready -> Broken (by a keeper), Broken -> Ready (by a keeper), Ready -> Retired (by a keeper).

## 5. Rules

- Booking
  - Ends at: after starts at.
  - Reason: 10 to 200 characters.
- Length: at least 200.
- R-01. A booking must start at least 2 hours from now.
- R-02. Ends at must be after starts at.

## 6. Who may do what

- Member
  - Sees all boats and the own bookings.
  - Creates bookings.
- Keeper
  - May do everything with boats.
  - Sees all bookings.

## 7. Calls

- \`GET /api/boats\`. Gives the boats.
- \`POST /api/bookings\` with \`{ boatId, startsAt, endsAt, reason }\`. Gives 201 and the booking. Errors: E01.
- \`POST /api/bookings/{number}/approve\`. Errors: E02.

## 8. Errors

- **E01** (422) "Please fill in the marked fields."
- **E02** (409) "The boat is not ready."

## 9. Limits

- Page size: 20.
- Days ahead: at most 30 days.
- How long records are kept: not shown.
`;

const texts: readonly (readonly [string, string])[] = [
  ['a document in plain words', IN_WORDS],
  ...readdirSync(EXAMPLES)
    .filter((name) => name.endsWith('.md') && name !== 'seed.md')
    .map((name) => [name, readFileSync(new URL(name, EXAMPLES), 'utf8')] as const),
];

describe('an edit of a document, read on from the text before', () => {
  for (const [name, text] of texts) {
    const isShort = text === IN_WORDS;
    test(`gives what reading it anew gives: ${name}`, () => {
      const next = random(SEED + text.length);
      const session = openSession();
      session.read(text);
      const written = [text];
      for (let count = 0; count < (isShort ? 90 : 8); count += 1) {
        // From time to time what was undone is done again, so that what was kept of it comes to use.
        const now = next(4) === 0 ? (written[next(written.length)] ?? text) : edited(written.at(-1) ?? text, next);
        written.push(count % 12 === 11 ? text : now);
        assertSame(session, written.at(-1) ?? text, `after ${count + 1} edits of seed ${SEED}`);
      }
    });
  }

  test('gives what reading it anew gives where an element of the same name comes, goes and moves', () => {
    const twice = IN_WORDS.replace('- **E02**', '- **E01** (409) "Somebody was faster."\n- **E02**');
    const thrice = twice.replace('- **E01** (422)', '- **E01** (400) "This cannot be read."\n- **E01** (422)');
    const states = IN_WORDS.replace('- Boat: Ready ->', '- **Open to Approved**\n  - Only a keeper.\n- Boat: Ready ->');
    const session = openSession();
    for (const text of [IN_WORDS, twice, thrice, twice, states, IN_WORDS, thrice, states])
      assertSame(session, text, 'of the same name');
  });

  test('gives the columns of what stands behind it on its line', () => {
    const session = openSession();
    session.read(IN_WORDS);
    const longer = IN_WORDS.replace('Id, name, street', 'Id, full name, street');
    const fields = session.read(longer).model.entities.at(-1)?.fields ?? [];
    const street = fields.find(({ name }) => name === 'street');
    assert.equal(street?.at?.column, '  - Id, full name, '.length + 1);
    assertSame(session, IN_WORDS.replace('  - Id, name', '  - Name'), 'at the beginning of a line');
    assertSame(
      session,
      IN_WORDS.replace('Only a keeper, with a reason.', 'Only a keeper.  With a reason.'),
      'in a line',
    );
  });

  test('reads a guard in words by the names that are stated now', () => {
    const session = openSession();
    session.read(IN_WORDS);
    const renamed = IN_WORDS.replaceAll('Ready', 'Usable');
    const guards = session.read(renamed).model.machines.flatMap(({ transitions }) => transitions);
    const approve = guards.find(({ from, to }) => from === 'Open' && to === 'Approved');
    assert.match(approve?.guard?.text ?? '', /Usable/);
    assertSame(session, IN_WORDS, 'named as before');
  });
});

function assertSame(session: Session, text: string, when: string): void {
  assert.ok(JSON.stringify(session.read(text)) === JSON.stringify(readDocument(text)), `differs ${when}`);
}

/** The text after a letter more, a line less, moved or doubled, or another name for something. */
function edited(text: string, next: (below: number) => number): string {
  const lines = text.split('\n');
  const line = next(lines.length);
  const words = [...text.matchAll(/\p{L}{4,}/gu)];
  const word = words[next(words.length)] ?? { 0: 'word', index: 0 };
  const at = word.index + 2;
  switch (next(8)) {
    case 0:
      return lines.toSpliced(line, 1).join('\n');
    case 1:
      return lines.toSpliced(line, 0, lines[next(lines.length)] ?? '').join('\n');
    case 2: {
      const [moved = ''] = lines.splice(line, 1);
      return lines.toSpliced(next(lines.length), 0, moved).join('\n');
    }
    case 3:
      return text.replaceAll(word[0], `${word[0]}q`);
    case 4:
      return (
        text.slice(0, at) + (['.', ':', ',', '(', '`', ' not shown. ', ' and ', '"'][next(8)] ?? '') + text.slice(at)
      );
    default:
      return `${text.slice(0, at)}x${text.slice(at)}`;
  }
}
