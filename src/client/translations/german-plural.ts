const rules = new Intl.PluralRules('de');

/** Returns the singular or the plural: `plural(2, '1 Eintrag', '2 Einträge')`. */
export const plural = (count: number, one: string, other: string): string =>
  rules.select(count) === 'one' ? one : other;
