import type { Model } from '../../model/types/model.ts';
import { blocks, name, text } from './text.ts';

export function printProduct({ product }: Model): string {
  const keys = [
    product.audience.length === 0 ? '' : `- For: ${product.audience.map((person) => name(person)).join(', ')}`,
    product.language.standing !== 'stated' ? '' : `- Language: ${text(product.language.value ?? '')}`,
    product.timeZone.standing !== 'stated' ? '' : `- Time zone: ${text(product.timeZone.value ?? '')}`,
    product.offline === null ? '' : `- Offline: ${product.offline === 'not shown' ? 'not shown.' : product.offline}`,
  ];
  return blocks([product.purpose, keys.filter((key) => key !== '').join('\n')]);
}
