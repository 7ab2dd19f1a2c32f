import type { Model, Stated } from '../../model/types/model.ts';
import { blocks, NOT_SHOWN, name, text } from './text.ts';

export function printProduct({ product }: Model): string {
  const keys = [
    product.audience.length === 0 ? '' : `- For: ${product.audience.map((person) => name(person)).join(', ')}`,
    value('Language', product.language),
    value('Time zone', product.timeZone),
    product.offline === null ? '' : `- Offline: ${product.offline === 'not shown' ? NOT_SHOWN : product.offline}`,
  ];
  return blocks([product.purpose, keys.filter((key) => key !== '').join('\n')]);
}

/** A value stated as not shown has a place; a value that the document leaves out has none. */
function value(key: string, { value: written, standing, at }: Stated<string>): string {
  if (standing === 'stated') return `- ${key}: ${text(written ?? '')}`;
  return standing === 'not shown' && at !== null ? `- ${key}: ${NOT_SHOWN}` : '';
}
