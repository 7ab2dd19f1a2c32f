import type { Model } from '../model/model.ts';
import type { Place } from '../model/place.ts';
import type { Covered, Tried } from '../verify/drive/covered.ts';
import { unraised } from '../verify/drive/raised.ts';
import { ownerOf, unjudgedIn } from '../verify/oracle/unjudged.ts';

/** What of a document can be reached, and how often it was. */
export interface Line {
  readonly id: string;
  /** Whose records it is about; null: those of several. */
  readonly entity: string | null;
  readonly what: string;
  readonly at: Place | null;
  readonly tried: Tried;
  /** Why no request that `verify` sends can reach it; null: one might. */
  readonly impossible: string | null;
}

export interface Kind {
  readonly kind: string;
  readonly title: string;
  readonly of: (model: Model, covered: Covered) => readonly Line[];
  readonly isReached: (tried: Tried) => boolean;
  /** Why one was not reached, where nothing more is known of it. */
  readonly lacks: string;
}

const isMet = ({ allowed, refused }: Tried): boolean => allowed + refused > 0;
const isRefused = ({ refused }: Tried): boolean => refused > 0;

const lineOf = (
  covered: Covered,
  entity: string | null,
  id: string,
  what: string,
  at: Place | null,
  impossible: string | null = null,
): Line => ({ id, entity, what, at, tried: covered.get(id) ?? { allowed: 0, refused: 0 }, impossible });

export const KINDS: readonly Kind[] = [
  {
    kind: 'permission',
    title: 'Permissions',
    of: (model, covered) =>
      model.permissions
        .filter(({ entity }) => ownerOf(model, entity) === entity)
        .map(({ id, entity, field, operation, role, at }) =>
          lineOf(covered, entity, id, `${entity}${field === null ? '' : `.${field}`}: ${operation} by ${role}`, at),
        ),
    isReached: isMet,
    lacks: 'nobody in the sample data has this role',
  },
  {
    kind: 'transition',
    title: 'Transitions',
    of: (model, covered) =>
      model.machines.flatMap(({ entity, transitions }) =>
        transitions
          .filter(({ from }) => from !== null && ownerOf(model, entity) === entity)
          .map(({ id, event, from, to, at }) =>
            lineOf(covered, entity, id, `${entity}: ${event ?? 'by itself'}, ${from} → ${to}`, at),
          ),
      ),
    isReached: ({ allowed }) => allowed > 0,
    lacks: 'it was never taken',
  },
  {
    kind: 'rule',
    title: 'Rules',
    of: (model, covered) =>
      model.rules.map(({ id, entity, name, at }) => lineOf(covered, ownerOf(model, entity), id, name, at)),
    isReached: isRefused,
    lacks: 'none of the values tried broke it',
  },
  {
    kind: 'error',
    title: 'Errors',
    of: (model, covered) =>
      model.errors.map((error) => {
        const { id, code, at } = error;
        return lineOf(covered, null, id, code, at, unraised(model, error));
      }),
    isReached: isRefused,
    lacks: 'nothing that was tried was answered with it',
  },
  {
    kind: 'call',
    title: 'Calls',
    of: (model, covered) =>
      model.calls.flatMap(({ id, does, method, path, at }) =>
        'entity' in does ? [lineOf(covered, does.entity, id, `${method} ${path}`, at)] : [],
      ),
    isReached: isMet,
    lacks: 'there was no record to send it about',
  },
];

/** Whether all of it was reached that can be. */
export function isComplete(model: Model, rounds: readonly { readonly covered: Covered }[]): boolean {
  return KINDS.every((kind) => missing(kind, model, coveredIn(rounds)).length === 0);
}

/** What can be reached, is judged, and was not reached. */
export function missing({ of, isReached }: Kind, model: Model, covered: Covered): readonly Line[] {
  const unknown = unjudgedIn(model).map(({ entity }) => entity);
  return of(model, covered).filter(
    ({ entity, tried, impossible }) =>
      !isReached(tried) &&
      impossible === null &&
      !unknown.includes(null) &&
      (entity === null || !unknown.includes(entity)),
  );
}

/** Several rounds as one; a round that goes on with the count of another counts once. */
export function coveredIn(rounds: readonly { readonly covered: Covered }[]): Covered {
  const covered: Covered = new Map();
  for (const [id, { allowed, refused }] of [...new Set(rounds.map((round) => round.covered))].flatMap((each) => [
    ...each,
  ])) {
    const { allowed: before, refused: behind } = covered.get(id) ?? { allowed: 0, refused: 0 };
    covered.set(id, { allowed: before + allowed, refused: behind + refused });
  }
  return covered;
}
