import type { Formula, Tree } from '../../src/model/types/formula.ts';
import { fold } from './names.ts';

const LENGTHS = new Map<string, number>([
  ['ms', 1],
  ['millisecond', 1],
  ['s', 1000],
  ['sec', 1000],
  ['second', 1000],
  ['min', 60_000],
  ['minute', 60_000],
  ['h', 3_600_000],
  ['hour', 3_600_000],
]);
const SIZES = new Map<string, number>([
  ['byte', 1],
  ['kb', 1e3],
  ['mb', 1e6],
  ['gb', 1e9],
]);

/** A value as its document writes it, in one spelling: `60 seconds` and `1 minute` are one, `20 %` is 0.2. */
export function canonicalText(text: string): string {
  const plain = text.trim().replace(/^["'`“]|["'`”]$/gu, '');
  if (plain.startsWith('[') && plain.endsWith(']')) {
    return `[${plain.slice(1, -1).split(',').map(canonicalText).join(',')}]`;
  }
  const found = /^(-?[\d_,]*\.?\d+)\s*([^\d]*)$/u.exec(plain.replace(/(?<=\d)[,_](?=\d{3})/gu, ''));
  if (found === null) return truth(fold(plain));
  return withUnit(Number(found[1]), found[2] ?? '');
}

/** The same of a formula; null when it does not parse or is none of these. */
export function canonicalFormula(formula: Formula | null): string | null {
  if (formula === null || formula.tree === null) return null;
  return canonicalTree(formula.tree) ?? canonicalText(formula.text);
}

function canonicalTree(tree: Tree): string | null {
  switch (tree.op) {
    case 'number':
      return withUnit(Number(tree.digits.replaceAll('_', '')), tree.unit ?? '');
    case 'boolean':
      return String(tree.value);
    case 'text':
      return canonicalText(tree.value);
    case 'name':
      return truth(fold(tree.name));
    case 'list':
      return `[${tree.items.map((item) => canonicalTree(item) ?? '?').join(',')}]`;
    case 'unary': {
      const of = canonicalTree(tree.of);
      return of === null ? null : `-${of}`;
    }
    default:
      return null;
  }
}

const truth = (text: string) => (text === 'yes' ? 'true' : text === 'no' ? 'false' : text);

function withUnit(value: number, unit: string): string {
  const name = fold(unit.replace('€', 'EUR').replace('%', ' percent').replace('£', 'GBP').replace('$', 'USD'));
  if (name === '') return String(value);
  if (name === 'percent') return String(value / 100);
  const length = LENGTHS.get(name);
  if (length !== undefined) return `${value * length} ms`;
  const size = SIZES.get(name);
  if (size !== undefined) return `${value * size} bytes`;
  if (name === 'd') return `${value} day`;
  if (['wd', 'workday', 'businessday'].includes(name)) return `${value} workingday`;
  if (name === 'week') return `${value * 7} day`;
  if (name === 'eur' || name === 'gbp' || name === 'usd') return `${value} ${name}`;
  return `${value} ${name}`;
}

/** What a limit's plain number may mean: a count, milliseconds, or bytes of either kind of kilobyte. */
export function limitMeans(value: number, expected: string): boolean {
  const canonical = canonicalText(expected);
  if ([String(value), `${value} ms`, `${value} bytes`].includes(canonical)) return true;
  if (canonical === `${value / 86_400_000} day`) return true;
  const mega = /^([\d.]+)\s*(kB|MB|GB)$/iu.exec(expected.trim());
  const power = mega === null ? 0 : { kb: 1, mb: 2, gb: 3 }[(mega[2] ?? '').toLowerCase()];
  return mega !== null && value === Number(mega[1]) * 1024 ** (power ?? 0);
}
