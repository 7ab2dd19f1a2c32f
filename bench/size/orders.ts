import { v7 } from 'uuid';

export interface Seller {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: 'Seller' | 'Boss';
}

/** `amount` in cents; dates as `YYYY-MM-DD`. */
export interface Order {
  readonly id: string;
  readonly number: string;
  readonly owner: string;
  readonly customer: string;
  readonly status: string;
  readonly priority: string;
  readonly region: string;
  readonly amount: number;
  readonly quantity: number;
  readonly orderedOn: string;
  readonly dueOn: string | null;
  readonly reference: string | null;
  readonly note: string | null;
}

/** Columns of an order besides its id, in the order of `cellsOf`. */
export const ORDER_FIELDS = [
  'number',
  'owner',
  'customer',
  'status',
  'priority',
  'region',
  'amount',
  'quantity',
  'orderedOn',
  'dueOn',
  'reference',
  'note',
] as const;

export const cellsOf = (order: Order): readonly (string | number | null)[] => [
  order.id,
  ...ORDER_FIELDS.map((field) => order[field]),
];

/** Returns the time that the id of an order contains. */
export const createdAtOf = ({ id }: Order): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

const SELLERS = 10;
const DAY = 86_400_000;

/** Ten sellers, each of whom owns a tenth of the orders, and one boss. */
export function sellers(from: number): readonly Seller[] {
  const all = Array.from({ length: SELLERS + 1 }, (_, index) => index);
  return all.map((index) => ({
    id: v7({ msecs: from + index }),
    name: index === SELLERS ? 'Boss' : `Seller ${index}`,
    email: `person${index}@example.com`,
    role: index === SELLERS ? 'Boss' : 'Seller',
  }));
}

const statuses = ['Open', 'Packed', 'Sent', 'Paid', 'Paid', 'Cancelled'];
const priorities = ['Low', 'Normal', 'Normal', 'High'];
const regions = ['North', 'East', 'South', 'West'];

/** The same id in every server of a run. */
function bytesOf(index: number): Uint8Array {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setUint32(12, index);
  return bytes;
}

/** Orders of the last year, the same for every server of a run. */
export function* orders(owners: readonly Seller[], count: number, now: number): Generator<Order> {
  for (let index = 0; index < count; index++) {
    // A linear congruence, so that neighbours differ in every field.
    const random = (index * 2_654_435_761 + 97) % 4_294_967_296;
    const at = now - 364 * DAY + Math.floor((index / count) * 364 * DAY);
    const day = (days: number) => new Date(at + days * DAY).toISOString().slice(0, 10);
    yield {
      id: v7({ msecs: at, random: bytesOf(index) }),
      number: `O-${String(index).padStart(8, '0')}`,
      owner: owners[index % SELLERS]?.id ?? '',
      customer: `Customer ${random % 5_000}`,
      status: statuses[(random >>> 7) % statuses.length] ?? 'Open',
      priority: priorities[(random >>> 11) % priorities.length] ?? 'Low',
      region: regions[(random >>> 13) % regions.length] ?? 'North',
      amount: 500 + (random % 500_000),
      quantity: 1 + (random % 40),
      orderedOn: day(0),
      dueOn: index % 9 === 0 ? null : day(30),
      reference: index % 3 === 0 ? `PO ${random % 100_000}` : null,
      note: index % 2 === 0 ? `Deliver to gate ${random % 12} and ask for the warehouse of order ${index}.` : null,
    };
  }
}
