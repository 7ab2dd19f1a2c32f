import { listed } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'messages-same',
  point: 8,
  severity: 'note',
  about: 'Several errors with the same text, so that people can’t tell what they met.',
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
        message: `${listed(codes)} say the same: “${first.message}”`,
        next: 'Say in each what is different, or make them one error.',
        witness: `Whoever reads “${first.message}” can’t tell whether it is ${listed(codes, 'or')}.`,
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
