const rules = new Intl.PluralRules('ar');

/** The six plural forms of Arabic. A missing form is replaced by `other`. */
export interface Forms {
  readonly zero?: string;
  readonly one: string;
  readonly two: string;
  /** 3 to 10. */
  readonly few: string;
  /** 11 to 99. */
  readonly many: string;
  /** 100, 200 and similar. */
  readonly other: string;
}

export const plural = (count: number, forms: Forms): string => forms[rules.select(count)] ?? forms.other;

/** Returns a number with its noun: `سجل واحد`, `سجلان`, `3 سجلات`, `11 سجلًا`, `100 سجل`. */
export const counted = (count: number, one: string, two: string, few: string, many: string, other: string): string =>
  plural(count, {
    zero: `0 ${few}`,
    one,
    two,
    few: `${count} ${few}`,
    many: `${count} ${many}`,
    other: `${count} ${other}`,
  });
