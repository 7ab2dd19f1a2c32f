import type {
  Facts,
  Needs,
  QuestionNeed,
  RecordKey,
  ReferringNeed,
  RowNeed,
  SeriesNeed,
  StayNeed,
  UniqueNeed,
} from './facts.ts';

/** The same facts, and a note of everything asked for that was not loaded. */
export function recordingFacts(facts: Facts): { readonly facts: Facts; readonly missing: () => Needs | null } {
  const rows = new Map<string, RowNeed>();
  const unique = new Map<string, UniqueNeed>();
  const files = new Set<string>();
  const referrers = new Map<string, RecordKey>();
  const questions = new Map<string, QuestionNeed>();
  const series = new Map<string, SeriesNeed>();
  const whole = new Set<string>();
  const stays = new Map<string, StayNeed>();
  const referring = new Map<string, ReferringNeed>();
  const deleted = new Map<string, RowNeed>();
  const owners = new Map<string, RecordKey>();
  const comments = new Set<string>();
  const recording: Facts = {
    row(entity, id) {
      const found = facts.row(entity, id);
      if (found === undefined) rows.set(JSON.stringify([entity, id]), { entity, id, paths: [] });
      return found;
    },
    taken(need) {
      const found = facts.taken(need);
      if (found === undefined)
        unique.set(JSON.stringify([need.entity, need.field, need.value, need.except, need.with]), need);
      return found;
    },
    upload(token) {
      const found = facts.upload(token);
      if (found === undefined) files.add(token);
      return found;
    },
    referrers(key) {
      const found = facts.referrers(key);
      if (found === undefined) referrers.set(JSON.stringify([key.entity, key.id]), key);
      return found;
    },
    answer(need) {
      const found = facts.answer?.(need);
      if (found === undefined) questions.set(need.key, need);
      return found;
    },
    last(need) {
      const found = facts.last?.(need);
      if (found === undefined) series.set(JSON.stringify([need.entity, need.field, need.period]), need);
      return found;
    },
    stay(need) {
      const found = facts.stay?.(need);
      if (found === undefined) stays.set(JSON.stringify([need.entity, need.id, need.timer]), need);
      return found;
    },
    referring(need) {
      const found = facts.referring?.(need);
      if (found === undefined) referring.set(JSON.stringify([need.entity, need.field, need.target]), need);
      return found;
    },
    deleted(entity, id) {
      const found = facts.deleted?.(entity, id);
      if (found === undefined) deleted.set(JSON.stringify([entity, id]), { entity, id, paths: [] });
      return found;
    },
    owner(line) {
      const found = facts.owner?.(line);
      if (found === undefined) owners.set(JSON.stringify([line.entity, line.id]), line);
      return found;
    },
    comment(id) {
      const found = facts.comment?.(id);
      if (found === undefined) comments.add(id);
      return found;
    },
    unseen: (entity, id) => facts.unseen?.(entity, id) === true,
    ...(facts.seed && { seed: facts.seed }),
    all(entity) {
      const found = facts.all?.(entity);
      if (found === undefined) whole.add(entity);
      return found;
    },
  };
  const missing = (): Needs | null => {
    const asked = [
      rows,
      unique,
      files,
      referrers,
      questions,
      series,
      whole,
      stays,
      referring,
      deleted,
      owners,
      comments,
    ];
    if (asked.every(({ size }) => size === 0)) return null;
    return {
      rows: [...rows.values()],
      unique: [...unique.values()],
      files: [...files],
      referrers: [...referrers.values()],
      ...(questions.size === 0 ? {} : { questions: [...questions.values()] }),
      ...(whole.size === 0 ? {} : { all: [...whole] }),
      ...(series.size === 0 ? {} : { series: [...series.values()] }),
      ...(stays.size === 0 ? {} : { stays: [...stays.values()] }),
      ...(referring.size === 0 ? {} : { referring: [...referring.values()] }),
      ...(deleted.size === 0 ? {} : { deleted: [...deleted.values()] }),
      ...(owners.size === 0 ? {} : { owners: [...owners.values()] }),
      ...(comments.size === 0 ? {} : { comments: [...comments] }),
    };
  };
  return { facts: recording, missing };
}

/** Pure work over facts that may not all be there yet. */
export interface OverFacts<T> {
  /** What shows only once the first facts are there; null when nothing is missing. May be asked again. */
  readonly more: (facts: Facts) => Needs | null;
  readonly result: (facts: Facts) => T;
}

/** The same work is done once over facts of which nothing was missing, and not again for its result. */
export function overFacts<T>(work: (facts: Facts) => T): OverFacts<T> {
  let last: { readonly facts: Facts; readonly result: T } | null = null;
  return {
    more: (facts) => {
      const { facts: recording, missing } = recordingFacts(facts);
      const result = work(recording);
      const needs = missing();
      last = needs === null ? { facts, result } : null;
      return needs;
    },
    result: (facts) => {
      const known = last;
      // Facts that grow afterwards are others.
      last = null;
      return known?.facts === facts ? known.result : work(facts);
    },
  };
}

/** Nothing is loaded, so everything is unknown. */
export const NO_FACTS: Facts = {
  row: () => undefined,
  taken: () => undefined,
  upload: () => undefined,
  referrers: () => undefined,
};
