import assert from 'node:assert/strict';
import type { WireTile } from '../../src/engine/core/wire-format.ts';
import { contract } from '../support/database/each-store.ts';
import { withLibrary } from '../support/http/library-calls.ts';
import type { Caller } from '../support/http/server.ts';

/** Figures over amounts that each name their currency. */

const DOCUMENT = `# Specification: Purchases

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/figures\` | Figures | Purchase | dashboard | Buyer |

### Figures

- Number: Sum, sum of cost
- Number: Average, average of cost
- Number: Smallest, min of cost
- Number: Largest, max of cost
- Number: How many, count
- Chart: By shop, bar, sum of cost by shop
- Chart: By month, line, sum of cost by month of paidOn

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| roles | Roles | yes | |

### Purchase

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| shop | Near, Far, Closed | no | |
| cost | money | no | |
| paidOn | date | no | |
| mine | boolean | no | |

## 6. Roles and permissions

- Buyer: buyer

| | Buyer |
| --- | --- |
| Person: read | yes |
| Purchase: read, create | yes |
| Purchase.cost: read | \`mine != false\` |

## Sample data

### Person

| name | email | roles |
| --- | --- | --- |
| Ada | ada@example.com | Buyer |
`;

const money = (amount: string, currency: string) => ({ amount, currency });

async function valuesOf(ada: Caller): Promise<readonly (readonly WireTile['points'][number]['value'][])[]> {
  const { body } = await ada.get<{ tiles: readonly WireTile[] }>('/_/tiles?screen=screen%2F%252Ffigures');
  return body.tiles.map(({ points }) => points.map(({ value }) => value));
}

const figures = (
  title: string,
  work: (ada: Caller, buy: (sent: object) => Promise<void>, today: string) => Promise<void>,
) =>
  contract(title, () =>
    withLibrary(async (server) => {
      const ada = await server.as('Ada');
      await work(
        ada,
        async (sent) => {
          const { status, text } = await ada.post('/api/purchases', sent);
          assert.equal(status, 201, text);
        },
        new Date(server.clock.now).toISOString().slice(0, 10),
      );
    }, DOCUMENT),
  );

figures('amounts of one currency have figures in it, with its own digits', async (ada, buy, today) => {
  for (const amount of ['7', '8', '31']) await buy({ shop: 'Near', cost: money(amount, 'JPY'), paidOn: today });
  await buy({ shop: 'Far', cost: null, paidOn: today });
  await buy({ shop: 'Far', cost: money('5.00', 'EUR'), mine: false });
  const [sum, average, smallest, largest, count, byShop, byMonth] = await valuesOf(ada);
  const yen = (amount: string) => money(amount, 'JPY');
  assert.deepEqual(
    [sum, average, smallest, largest, count],
    [[yen('46')], [yen('15')], [yen('7')], [yen('31')], ['5']],
  );
  assert.deepEqual(byShop, [yen('46'), yen('0'), yen('0')]);
  assert.deepEqual([byMonth?.length, byMonth?.at(-1), byMonth?.at(0)], [12, yen('46'), yen('0')]);
});

figures('amounts of several currencies have no figure; each group goes by its own', async (ada, buy) => {
  await buy({ shop: 'Near', cost: money('1.00', 'EUR') });
  await buy({ shop: 'Near', cost: money('5.00', 'USD') });
  await buy({ shop: 'Far', cost: money('7', 'JPY') });
  assert.deepEqual((await valuesOf(ada)).slice(0, 6), [
    [null],
    [null],
    [null],
    [null],
    ['3'],
    [null, money('7', 'JPY'), '0'],
  ]);
});

figures('where there is nothing the sum is nought, and the rest is empty', async (ada) => {
  assert.deepEqual((await valuesOf(ada)).slice(0, 6), [['0'], [''], [''], [''], ['0'], ['0', '0', '0']]);
});
