import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';

const BIKES = `# Specification: Bikes

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| roles | Roles | yes | |

### Bike

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| label | text | yes | title |
| kind | Road, City | no | |
| price | money(EUR) | no | |
| boughtAt | date | no | |
| owner | Person | no | |
| cost | money(EUR) | no | |

## 6. Roles and permissions

- Seller: seller
- Guest: guest

| | Seller | Guest |
| --- | --- | --- |
| Person: read | yes | yes |
| Bike: read | yes | label, kind, price, boughtAt, owner |
| Bike: create, change | yes | no |

## Sample data

### Person

| name | email | roles |
| --- | --- | --- |
| Sam | sam@example.com | Seller |
| Gus | gus@example.com | Guest |
`;

describe('the history of a record', () => {
  let app: Application;
  let bike = '';
  before(async () => {
    app = await openApplication(BIKES);
    const sam = await app.server.as('Sam');
    const people = await sam.get<{ items: WireRecord[] }>('/api/persons');
    const gus = people.body.items.find(({ _ }) => _.title === 'Gus')?.id;
    const made = await sam.post<WireRecord>('/api/bikes', {
      label: 'Blue',
      kind: 'Road',
      price: '500.00',
      cost: '90.00',
    });
    assert.equal(made.status, 201, made.text);
    bike = made.body.id;
    const change = async (input: object) => {
      const { body } = await sam.get<WireRecord>(`/api/bikes/${bike}`);
      const changed = await sam.patch(`/api/bikes/${bike}`, input, { 'if-match': body._.etag });
      assert.equal(changed.status, 200, changed.text);
    };
    await change({ price: '1250.50', kind: 'City', cost: '91.00' });
    await change({ price: null, boughtAt: '2026-11-03', owner: gus });
  });
  after(() => app.stop());

  /** Of each entry that stands open the fields with what they were and are, as one reads it. */
  const told = (person: string) =>
    withPerson(app, person, `/bikes/${bike}`, async (page) => {
      const history = page.getByRole('region', { name: 'History' });
      await history.locator('.timeline-changes').nth(1).waitFor();
      assert.deepEqual(await axeFindings(page), []);
      const entries = await history.locator('.timeline-body > .timeline-changes').all();
      return Promise.all(
        entries.map(async (entry) =>
          Promise.all(
            (await entry.getByRole('listitem').all()).map(async (item) => {
              const [was, is] = [await item.locator('del').allInnerTexts(), await item.locator('ins').allInnerTexts()];
              const none = await item.locator('.timeline-empty').allInnerTexts();
              return [await item.locator('.timeline-field').innerText(), ...was, '→', ...is, ...none].join(' ');
            }),
          ),
        ),
      );
    });

  it('shows the old and new value of each field in words, newest first', async () => {
    assert.deepEqual(await told('Sam'), [
      ['Price €1,250.50 → empty', 'Bought at → 3 Nov 2026', 'Owner → Gus'],
      ['Kind Road → City', 'Price €500.00 → €1,250.50', 'Cost €90.00 → €91.00'],
    ]);
  });

  it('omits fields the reader may not read', async () => {
    assert.deepEqual(await told('Gus'), [
      ['Price €1,250.50 → empty', 'Bought at → 3 Nov 2026', 'Owner → Gus'],
      ['Kind Road → City', 'Price €500.00 → €1,250.50'],
    ]);
  });
});
