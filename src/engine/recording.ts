import type { Facts, Needs, QuestionNeed, RecordKey, RowNeed, SeriesNeed, UniqueNeed } from './facts.ts';

/** The same facts, and a note of everything asked for that was not loaded. */
export function recordingFacts(facts: Facts): { readonly facts: Facts; readonly missing: () => Needs | null } {
  const rows = new Map<string, RowNeed>();
  const unique = new Map<string, UniqueNeed>();
  const files = new Set<string>();
  const referrers = new Map<string, RecordKey>();
  const questions = new Map<string, QuestionNeed>();
  const series = new Map<string, SeriesNeed>();
  const whole = new Set<string>();
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
    all(entity) {
      const found = facts.all?.(entity);
      if (found === undefined) whole.add(entity);
      return found;
    },
  };
  const missing = (): Needs | null => {
    if (rows.size + unique.size + files.size + referrers.size + questions.size + series.size + whole.size === 0)
      return null;
    return {
      rows: [...rows.values()],
      unique: [...unique.values()],
      files: [...files],
      referrers: [...referrers.values()],
      ...(questions.size === 0 ? {} : { questions: [...questions.values()] }),
      ...(whole.size === 0 ? {} : { all: [...whole] }),
      ...(series.size === 0 ? {} : { series: [...series.values()] }),
    };
  };
  return { facts: recording, missing };
}

/** Nothing is loaded, so everything is unknown. */
export const NO_FACTS: Facts = {
  row: () => undefined,
  taken: () => undefined,
  upload: () => undefined,
  referrers: () => undefined,
};
