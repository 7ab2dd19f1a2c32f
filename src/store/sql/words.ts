import type { DialectTexts } from './dialect.ts';

/**
 * Selects the records with a word that begins with a prefix in one of these columns; the prefix is bound `prefixBindings`
 * times for each column.
 */
export function selectRecordsWithPrefix(columns: readonly string[], words: DialectTexts): string {
  return columns
    .flatMap((column) => {
      const from = `'${column} ' || CAST(? AS TEXT)`;
      const there = `SELECT record FROM words WHERE word >= ${from} AND word < ${from} || '\u{10FFFF}'`;
      // Words in the JSON list: letters and digits, each word in quotation marks.
      const due = `SELECT record FROM words_due WHERE instr(words, '"' || ${from}) > 0`;
      return words.batchesWords ? [there, due] : there;
    })
    .join(' UNION ALL ');
}

export const prefixBindings = (words: DialectTexts): number => (words.batchesWords ? 3 : 2);
