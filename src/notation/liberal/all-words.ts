import type { Model } from '../../model/types/model.ts';
import type { Section } from '../outline.ts';
import { printDocument } from '../print.ts';
import { joinHelp, quotation } from './kept.ts';

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * The Model of a document in words with every word of its nine points: a line with a word that nothing holds is kept as a
 * quotation with its point. Of a document that is printed from a Model nothing is missing, so nothing is added twice.
 */
export function withAllWords(model: Model, text: string, sections: readonly Section[]): Model {
  const held = new Set(wordsIn(printDocument(model)));
  const kept = new Map<number, string[]>();
  for (const { point, heading, to } of sections) {
    if (point === null) continue;
    for (const line of text.slice(heading.from, to).split('\n').slice(1)) {
      const words = wordsIn(line);
      if (words.every((word) => held.has(word))) continue;
      for (const word of words) held.add(word);
      const own = kept.get(point);
      const quote = quotation(line.replace(/^\s*(?:[-*+]\s+|>\s*|#+\s+)*/, ''));
      if (own === undefined) kept.set(point, [quote]);
      else own.push(quote);
    }
  }
  if (kept.size === 0) return model;
  const helpOf = (point: number, help: string) => joinHelp(help, (kept.get(point) ?? []).join('\n'));
  return {
    ...model,
    product: { ...model.product, purpose: helpOf(1, model.product.purpose) },
    points: model.points.map((info) => (info.point === 1 ? info : { ...info, help: helpOf(info.point, info.help) })),
  };
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];
