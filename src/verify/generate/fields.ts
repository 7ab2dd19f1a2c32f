import type { FieldPlan, Sent, Value } from './plan.ts';
import type { Random } from './random.ts';
import { CHOICES, GENERATED_NOW } from './words.ts';

const DAY = 86_400_000;
const sent = (json: Extract<Sent, { readonly json: unknown }>['json']): Sent => ({ json });
const same = (text: string): Value => ({ cell: text, sent: sent(text) });
const dayText = (offset: number): string => new Date(GENERATED_NOW + offset * DAY).toISOString().slice(0, 10);

/** The kinds of field that need no other entity. */
export const KINDS = [
  'text',
  'long text',
  'email',
  'integer',
  'decimal',
  'money',
  'open money',
  'boolean',
  'date',
  'instant',
  'choice',
  'file',
] as const;

type Kind = (typeof KINDS)[number];
type Shape = Pick<FieldPlan, 'type' | 'values' | 'bad'>;

/** Returns a field of a kind with valid and invalid values. */
export function fieldOf(random: Random, name: string, kind: Kind): FieldPlan {
  const required = kind !== 'file' && random.chance(0.4);
  return { name, kind, required, notes: [], use: 'input', to: null, ...shapeOf(random, kind) };
}

function shapeOf(random: Random, kind: Kind): Shape {
  switch (kind) {
    case 'text': {
      const most = random.pick([8, 12, 40]);
      const bad = ['x'.repeat(most + 1), `${'🦉'.repeat(most)}!`].map(sent);
      return {
        type: `text(2..${most})`,
        values: ['alpha', 'Beta 2', 'ca fé', 'Ωmega'].map(same),
        bad: [...bad, sent('x'), sent(7), sent('two\nlines')],
      };
    }
    case 'long text':
      return {
        type: 'long text(..60)',
        values: ['some words', 'a longer text of words', 'Größe'].map(same),
        bad: [sent('y'.repeat(61)), sent(false)],
      };
    case 'email':
      return {
        type: 'email',
        values: ['one@example.com', 'Two@Example.org'].map(same),
        bad: ['nobody', 'a@b', 'a b@example.com'].map(sent),
      };
    case 'integer':
      return {
        type: 'integer(-50..90)',
        values: [3, 4, 6, 8].map((each) => ({ cell: String(each), sent: sent(each) })),
        bad: [sent(91), sent(-51), sent('6'), sent(1.5), sent(0), sent(-3)],
      };
    case 'decimal':
      return {
        type: 'decimal(6,2)',
        values: ['1.25', '4.50', '10.00', '20.55'].map(same),
        bad: ['1.255', '10000.00', '1,5', 'x', '-1.00', '0.00', '99.99'].map(sent),
      };
    case 'money':
      return {
        type: 'money(EUR)',
        values: ['5.00', '12.30', '40.00', '60.75'].map((each) => ({ cell: `${each} EUR`, sent: sent(each) })),
        bad: [sent('1.005'), sent(5), sent('5 EUR'), sent('0.00'), sent('-4.00'), sent('800.00')],
      };
    case 'open money':
      return {
        type: 'money',
        values: [
          { cell: '7.50 EUR', sent: sent({ amount: '7.50', currency: 'EUR' }) },
          { cell: '900 JPY', sent: sent({ amount: '900', currency: 'JPY' }) },
        ],
        bad: [sent('7.50'), sent({ amount: '7.505', currency: 'EUR' }), sent({ amount: '1.00', currency: 'ZZZ' })],
      };
    case 'boolean':
      return {
        type: 'yes/no',
        values: [
          { cell: 'yes', sent: sent(true) },
          { cell: 'no', sent: sent(false) },
        ],
        bad: [sent('yes'), sent(1)],
      };
    case 'date':
      return {
        type: 'date',
        values: [-1, -4, -9, -20].map((offset) => same(dayText(offset))),
        bad: [sent('2026-02-30'), sent('1.2.2026'), sent(dayText(1)), sent(dayText(-400)), sent(20260201)],
      };
    case 'instant':
      return {
        type: 'date and time',
        values: ['2026-08-01T08:15:00.000Z', '2026-07-03T22:30:00.000Z'].map(same),
        bad: ['2026-08-01', '2026-08-01T25:00:00Z', 'soon'].map(sent),
      };
    case 'choice': {
      const names = random.pick(CHOICES);
      return {
        type: names.join(', '),
        values: names.map(same),
        bad: [sent('Violet'), sent(names[0]?.toLowerCase() ?? ''), sent('hasOwnProperty'), sent(0)],
      };
    }
    case 'file':
      return { type: 'file(pdf, png)', values: [], bad: [sent('no-such-token')] };
  }
}
