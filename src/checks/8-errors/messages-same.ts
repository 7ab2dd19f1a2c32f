import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'messages-same',
  point: 8,
  severity: 'note',
  about: 'Several errors with the same text, so people can’t tell them apart.',
  *find({ model }) {
    const worded = model.errors.filter(({ standing, message }) => standing === 'stated' && message.trim() !== '');
    const alike = Map.groupBy(worded, ({ message, next }) => JSON.stringify([folded(message), folded(next)]));
    for (const entries of alike.values()) {
      const [first, second, ...others] = entries;
      // Several entries of one code are one error.
      const codes = [...new Set(entries.map(({ code }) => code))];
      if (first === undefined || second === undefined || codes.length < 2) continue;
      yield {
        element: second.id,
        at: second.at,
        also: [first, ...others].map(({ at }) => at),
        message: `${joinNames(codes)} have the same message: “${first.message}”`,
        next: 'Give each its own message, or merge them.',
        witness: `People who read “${first.message}” can’t tell whether it is ${joinNames(codes, 'or')}.`,
      };
    }
  },
});

function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}{}]+/gu, ' ')
    .trim();
}
