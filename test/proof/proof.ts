/** How long a proof runs. `npm test` tries a two-hundredth of `short`. */
export type Extent = 'short' | 'full';

/** What one stretch of a proof came to. */
export interface Stretch {
  /** How many of the proof's units were done. */
  readonly done: number;
  /** What contradicts the promise, each with what is needed to see it again. */
  readonly failures: readonly string[];
  /** Figures worth telling beside the count. */
  readonly figures?: Figures;
  /** What somebody may look into, though it breaks no promise: in the place of what the stretches before it told. */
  readonly notes?: readonly string[];
}

export type Figures = Readonly<Record<string, number | string>>;

export interface Before {
  readonly figures: Figures;
  readonly notes: readonly string[];
}

export interface Proof {
  readonly id: string;
  readonly promise: string;
  /** What is counted: "cells", "rounds of 24 clients". */
  readonly unit: string;
  readonly counts: Readonly<Record<Extent, number>>;
  /** Done in stretches of about so many, after each of which the run can be stopped and taken up again. */
  readonly stretch: number;
  /** `always`: it measures times, or takes every core itself, so that nothing runs beside it; only then it has a `before`. */
  readonly alone?: 'always';
  /** `never`: `npm test` leaves it out, since even a small sample takes minutes. */
  readonly suite?: 'never';
  /** Does about `count` units from a seed that no other stretch has; `before`: what the stretches before it came to. */
  readonly run: (seed: number, count: number, before?: Before) => Promise<Stretch>;
}

/** Gives a proof its type. Each file of this folder whose name begins with `p` and a number exports one as `proof`. */
export const defineProof = (proof: Proof): Proof => proof;
