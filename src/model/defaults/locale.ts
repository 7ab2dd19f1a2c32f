import type { Model, Stated } from '../types/model.ts';

/** A-LOCALE: English and UTC if the document states no language or time zone. */
export function assumeLocale(model: Model): Model {
  const { language, timeZone } = model.product;
  return {
    ...model,
    product: { ...model.product, language: orElse(language, 'en'), timeZone: orElse(timeZone, 'UTC') },
  };
}

function orElse(stated: Stated<string>, value: string): Stated<string> {
  return stated.value === null ? { value, standing: 'assumed', at: null } : stated;
}
