import { readFileSync } from 'node:fs';

const example = (name: string) => readFileSync(new URL(`../../../examples/${name}`, import.meta.url), 'utf8');

/** Names that have broken programs before. */
export const HARD_NAMES: readonly string[] = [
  '__proto__',
  'constructor',
  'select',
  'a|b',
  'tick`tock',
  'back\\slash',
  'two words',
  'yes',
  'where',
  'not shown.',
  'after lunch',
  '(new)',
  '-',
  '#1',
  '🦊',
  'שלום',
  'é́',
  'a, b; c: d',
  '**bold**',
  'x'.repeat(64),
  'line\nbreak',
  '&#65;',
  '{curly}',
  '"quoted"',
];

const SCRAPS: readonly string[] = [
  ...HARD_NAMES,
  '',
  '|',
  '`',
  '``',
  '\\',
  '\\|',
  '`a || b`',
  'not shown.',
  '> quote',
  '- item',
  '- Key: value',
  '### Part',
  '## 4. States',
  '#### Deep',
  '```',
  '    code',
  '| a | b |',
  '| --- | --- |',
  'must be at least 3',
  'text(1..80)',
  'list of Line',
  "'draft' | 'sent'",
  'default `x`, fixed, was a, b',
  'title where `a == b`',
  'role (any)',
  'after 3 days',
  'ask note (optional); call x; y = 2',
  '600 per minute per person',
  'Belongs to Line.',
  '\r',
  '\t',
  '\uFEFF',
  '\u2028',
];

/** A small generator of numbers, the same for the same seed. */
export function random(seed: number): (below: number) => number {
  let state = (seed + 1) * 0x9e3779b9;
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
    state = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    state ^= state >>> 15;
    return (state >>> 0) % below;
  };
}

/** A document that is a few changes away from an example; the same for the same seed. */
export function documents(seed: number, name = 'expense-claims.md'): string {
  return changed(example(name), random(seed));
}

/** A text with one to eight lines taken out, moved, doubled or spoilt. */
export function changed(text: string, next: (below: number) => number): string {
  const lines = text.split('\n');
  const changes = 1 + next(8);
  for (let change = 0; change < changes; change += 1) mutate(lines, next);
  return lines.join(next(10) === 0 ? '\r\n' : '\n');
}

function mutate(lines: string[], next: (below: number) => number): void {
  const at = next(lines.length);
  const line = lines[at] ?? '';
  const scrap = SCRAPS[next(SCRAPS.length)] ?? '';
  switch (next(8)) {
    case 0:
      lines.splice(at, 1 + next(5));
      break;
    case 1:
      lines.splice(at, 0, scrap);
      break;
    case 2:
      lines.splice(next(lines.length), 0, ...lines.slice(at, at + 1 + next(6)));
      break;
    case 3:
      lines[at] = withCell(line, scrap, next);
      break;
    case 4:
      lines[at] = line.slice(0, next(line.length + 1)) + scrap + line.slice(next(line.length + 1));
      break;
    case 5:
      lines.splice(at, 1, ...line.split(' '));
      break;
    case 6:
      lines[at] = `${' '.repeat(next(6))}${line}`;
      break;
    default:
      lines[at] = withCell(line, escaped(HARD_NAMES[next(HARD_NAMES.length)] ?? ''), next);
  }
}

function withCell(line: string, cell: string, next: (below: number) => number): string {
  const cells = line.split('|');
  if (cells.length < 3) return line + cell;
  cells[1 + next(cells.length - 2)] = ` ${cell} `;
  return cells.join('|');
}

const escaped = (name: string) => name.replaceAll(/[\\`|,;:]/g, '\\$&').replaceAll('\n', '&#10;');
