import { isDeepStrictEqual } from 'node:util';
import { withoutPlaces } from '../../src/model/diff/without-places.ts';
import type { Model } from '../../src/model/types/model.ts';
import { printDocument } from '../../src/notation/print.ts';
import { readDocument } from '../../src/notation/read.ts';

/** What printing a Model keeps of the document that it was read from. */
export interface Printed {
  readonly words: number;
  /** Words that the print holds less often than the document, as often as they are missing. */
  readonly missing: readonly string[];
  /** Those that it does not hold at all. */
  readonly vanished: readonly string[];
  readonly sameModel: boolean;
  readonly sameTwice: boolean;
  /** Where the Models first differ. */
  readonly difference: string;
}

export function printed(text: string, model: Model): Printed {
  const print = printDocument(model);
  const again = readDocument(print).model;
  const document = counted(text);
  const own = counted(print);
  const missing = [...document].flatMap(([word, count]) =>
    Array<string>(Math.max(0, count - (own.get(word) ?? 0))).fill(word),
  );
  const difference = firstDifference(withoutPlaces(model), withoutPlaces(again), '');
  return {
    words: [...document.values()].reduce((sum, count) => sum + count, 0),
    missing,
    vanished: [...new Set(missing)].filter((word) => !own.has(word)),
    sameModel: difference === '',
    sameTwice: printDocument(again) === print,
    difference,
  };
}

function counted(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function firstDifference(one: unknown, other: unknown, path: string): string {
  if (isDeepStrictEqual(one, other)) return '';
  if (!isObject(one) || !isObject(other)) return `${path}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`;
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = firstDifference(one[name], other[name], `${path}/${name}`);
    if (found !== '') return found;
  }
  return path;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
