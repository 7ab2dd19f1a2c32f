import type { Place } from '../../model/types/element.ts';
import type { Model } from '../../model/types/model.ts';
import { hasQueryInputs } from '../../verify/drive/calls.ts';
import type { Coverage, Tried } from '../../verify/drive/coverage.ts';
import { ownerOf, unjudgedIn } from '../../verify/evaluator/find-unjudged-parts.ts';

/** A line of the document that verification can reach, and how often it did. */
export interface VerifiedLine {
  readonly id: string;
  /** The entity concerned; null if several. */
  readonly entity: string | null;
  readonly what: string;
  readonly at: Place | null;
  readonly tried: Tried;
  /** Why no request can reach it; null if one may. */
  readonly impossible: string | null;
}

/** How often each element was reached, and why some can't be, by id. */
export interface Reached {
  readonly coverage: Coverage;
  readonly impossible: ReadonlyMap<string, string>;
}

export interface VerifiedLineKind {
  readonly kind: string;
  readonly title: string;
  readonly of: (model: Model, reached: Reached) => readonly VerifiedLine[];
  readonly isReached: (tried: Tried) => boolean;
  /** The default reason why a line was not reached. */
  readonly lacks: string;
}

const isTried = ({ allowed, refused }: Tried): boolean => allowed + refused > 0;
const isRefused = ({ refused }: Tried): boolean => refused > 0;

const lineOf = (
  { coverage, impossible }: Reached,
  entity: string | null,
  id: string,
  what: string,
  at: Place | null,
): VerifiedLine => ({
  ...{ id, entity, what, at },
  tried: coverage.get(id) ?? { allowed: 0, refused: 0 },
  impossible: impossible.get(id) ?? null,
});

export const LINE_KINDS: readonly VerifiedLineKind[] = [
  {
    kind: 'permission',
    title: 'Permissions',
    of: (model, reached) =>
      model.permissions
        .filter(({ entity }) => ownerOf(model, entity) === entity)
        .map(({ id, entity, field, operation, role, at }) =>
          lineOf(reached, entity, id, `${entity}${field === null ? '' : `.${field}`}: ${operation} by ${role}`, at),
        ),
    isReached: isTried,
    lacks: 'no person in the sample data has this role',
  },
  {
    kind: 'transition',
    title: 'Transitions',
    of: (model, reached) =>
      model.machines.flatMap(({ entity, transitions }) =>
        transitions
          .filter(
            ({ from, timer }) => from !== null && timer?.kind !== 'operation' && ownerOf(model, entity) === entity,
          )
          .map(({ id, event, from, to, at }) =>
            lineOf(
              reached,
              entity,
              id,
              `${entity}: ${event ?? 'by itself'}${from === '' ? '' : `, ${from} → ${to}`}`,
              at,
            ),
          ),
      ),
    isReached: ({ allowed }) => allowed > 0,
    lacks: 'it never happened',
  },
  {
    kind: 'rule',
    title: 'Rules',
    of: (model, reached) =>
      model.rules.map(({ id, entity, name, at }) => lineOf(reached, ownerOf(model, entity), id, name, at)),
    isReached: isRefused,
    lacks: 'none of the values tried broke it',
  },
  {
    kind: 'error',
    title: 'Errors',
    of: (model, reached) => model.errors.map(({ id, code, at }) => lineOf(reached, null, id, code, at)),
    isReached: isRefused,
    lacks: 'no request was answered with it',
  },
  {
    kind: 'call',
    title: 'Calls',
    of: (model, reached) =>
      model.calls.flatMap((call) => {
        const { id, does, method, path, at } = call;
        if (!('entity' in does)) return [];
        const line = lineOf(reached, does.entity, id, `${method} ${path}`, at);
        return hasQueryInputs(call) ? [{ ...line, impossible: 'not judged, because its query states values' }] : [line];
      }),
    isReached: isTried,
    lacks: 'no request was sent to it',
  },
];

/** Returns whether everything that can be reached was reached. */
export function isComplete(model: Model, rounds: readonly Reached[]): boolean {
  const reached = { coverage: coveredIn(rounds), impossible: impossibleIn(rounds) };
  return LINE_KINDS.every((kind) => uncoveredLines(kind, model, reached).length === 0);
}

/** Returns the lines that can be reached and judged but were not reached. */
export function uncoveredLines(
  { of, isReached }: VerifiedLineKind,
  model: Model,
  reached: Reached,
): readonly VerifiedLine[] {
  const unknown = unjudgedIn(model).map(({ entity }) => entity);
  return of(model, reached).filter(
    ({ entity, tried, impossible }) =>
      !isReached(tried) &&
      impossible === null &&
      !unknown.includes(null) &&
      (entity === null || !unknown.includes(entity)),
  );
}

/** Returns what all rounds found impossible. */
export function impossibleIn(rounds: readonly Reached[]): ReadonlyMap<string, string> {
  const [first, ...others] = rounds;
  return new Map([...(first?.impossible ?? [])].filter(([id]) => others.every(({ impossible }) => impossible.has(id))));
}

/** Adds up the counts of several rounds. Rounds that share one count are counted once. */
export function coveredIn(rounds: readonly { readonly coverage: Coverage }[]): Coverage {
  const coverage: Coverage = new Map();
  for (const [id, { allowed, refused }] of [...new Set(rounds.map((round) => round.coverage))].flatMap((each) => [
    ...each,
  ])) {
    const { allowed: allowedBefore, refused: refusedBefore } = coverage.get(id) ?? { allowed: 0, refused: 0 };
    coverage.set(id, { allowed: allowedBefore + allowed, refused: refusedBefore + refused });
  }
  return coverage;
}
