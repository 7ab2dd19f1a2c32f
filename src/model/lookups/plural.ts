/**
 * Returns the English plural of a label whose plural is not stated: "claims" for `claim`, "Contact people" for `Contact
 * person`. Uncountable words stay as they are: "feedback", "equipment".
 */
export function pluralOf(label: string): string {
  const [last = ''] = /\p{L}+$/u.exec(label) ?? [];
  const word = last.toLowerCase();
  if (UNCOUNTABLE.has(word)) return label;
  const stem = label.slice(0, label.length - last.length);
  for (const [one, several] of IRREGULAR) if (one.test(last)) return stem + last.replace(one, several);
  return regularPlural(label);
}

/**
 * Returns the plural by the regular rule alone. Default paths use it, so that an address does not change when irregular
 * words are added.
 */
export function regularPlural(name: string): string {
  if (/[^aeiou]y$/i.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/i.test(name) ? `${name}es` : `${name}s`;
}

/** Uncountable words, and words that are plurals already. */
const UNCOUNTABLE: ReadonlySet<string> = new Set(
  (
    'advice aircraft baggage chassis clothing correspondence data deer equipment evidence feedback fish furniture hardware ' +
    'homework information jewellery jewelry knowledge luggage machinery media merchandise metadata money music news ' +
    'offspring paperwork people personnel police progress research series sheep software species staff stationery ' +
    'traffic weather'
  ).split(' '),
);

/** The ending of the last word, and its plural ending. */
const IRREGULAR: readonly (readonly [RegExp, string])[] = [
  [/(?<=p)erson$/i, 'eople'],
  [/(?<=child)$/i, 'ren'],
  [/(?<=m)(?<!hum|germ|rom|talism|ottom)an$/i, 'en'],
  [/(?<=^f)oot$/i, 'eet'],
  [/(?<=^t)ooth$/i, 'eeth'],
  [/(?<=^g)oose$/i, 'eese'],
  [/(?<=^m)ouse$/i, 'ice'],
  [/(?<=^(?:kni|li|wi|midwi|housewi))fe$/i, 'ves'],
  [/(?<=^(?:cal|hal|lea|loa|shel|bookshel|thie|wol))f$/i, 'ves'],
  [/(?<=[a-z]{2}s)is$/i, 'es'],
  [/(?<=^(?:criteri|phenomen))on$/i, 'a'],
  [/(?<=^quiz)$/i, 'zes'],
  [/(?<=^(?:ech|her|potat|tomat|vet|carg|torped)o)$/i, 'es'],
];
