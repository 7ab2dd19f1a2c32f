import type { Model, Stated } from '../types/model.ts';

/** English and UTC where the document names no language or time zone. */
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
