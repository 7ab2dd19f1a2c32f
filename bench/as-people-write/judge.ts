import type { Diagnostic } from '../../src/model/types/diagnostic.ts';
import type { Model } from '../../src/model/types/model.ts';
import type { Place } from '../../src/model/types/place.ts';
import type { Key, Lines } from './key.ts';
import { fold } from './names.ts';

export const KINDS = [
  'entities',
  'fields',
  'attributes',
  'routes',
  'states',
  'transitions',
  'guards',
  'calls',
  'error rows',
  'roles',
  'constants',
  'traps',
] as const;
export type Kind = (typeof KINDS)[number];

export type Outcome = 'right' | 'wrong' | 'not read' | 'lost';

/** What became of one item of the key; an element of the Model that is in no key is one that is wrong. */
export interface Judged {
  readonly kind: Kind;
  readonly line: number;
  readonly what: string;
  readonly outcome: Outcome;
  readonly detail: string;
  /** In no key. */
  readonly extra: boolean;
}

/** Before it is known whether a diagnostic speaks of what is absent. */
export interface Found {
  readonly kind: Kind;
  readonly at: Lines;
  readonly what: string;
  readonly state: 'right' | 'wrong' | 'absent';
  readonly detail: string;
}

export interface Reading {
  readonly text: string;
  readonly model: Model;
  readonly diagnostics: readonly Diagnostic[];
}

export const found = (kind: Kind, at: Lines, what: string, problem: Problem | null): Found => ({
  kind,
  at,
  what,
  state: problem === null ? 'right' : problem.state,
  detail: problem?.detail ?? '',
});

export interface Problem {
  readonly state: 'wrong' | 'absent';
  readonly detail: string;
}

export const wrong = (detail: string): Problem => ({ state: 'wrong', detail });
export const absent = (detail: string): Problem => ({ state: 'absent', detail });

/** The gravest of several: wrong before absent. */
export function gravest(problems: readonly (Problem | null)[]): Problem | null {
  const real = problems.filter((each) => each !== null);
  const state = real.some((each) => each.state === 'wrong') ? 'wrong' : 'absent';
  const details = real.filter((each) => each.state === state).map(({ detail }) => detail);
  return real.length === 0 ? null : { state, detail: details.join('; ') };
}

/** Tells what is absent apart: reported at one of its lines, or lost in silence. */
export function judged(reading: Reading, each: Found): Judged {
  const covered =
    each.state === 'absent' && coveredLines(reading).some(([from, to]) => from <= each.at.until && to >= each.at.line);
  const outcome = each.state === 'absent' ? (covered ? 'not read' : 'lost') : each.state;
  return { kind: each.kind, line: each.at.line, what: each.what, outcome, detail: each.detail, extra: false };
}

export function extra(key: Key, kind: Kind, at: Place | null, what: string): Judged | null {
  const folded = fold(what);
  if (key.harmless.some((each) => fold(each) === folded)) return null;
  return { kind, line: at?.line ?? 0, what, outcome: 'wrong', detail: 'the document does not state it', extra: true };
}

/** First and last line of each diagnostic. */
function coveredLines({ text, diagnostics }: Reading): [number, number][] {
  return diagnostics.map(({ at }) => [
    at.line,
    at.line + (text.slice(at.from, at.to).trimEnd().split('\n').length - 1),
  ]);
}
