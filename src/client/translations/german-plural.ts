const rules = new Intl.PluralRules('de');

/** One or several: `count(2, '1 Eintrag', '2 Einträge')`. */
export const plural = (count: number, one: string, other: string): string =>
  rules.select(count) === 'one' ? one : other;
