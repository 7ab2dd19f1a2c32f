import { regularPlural } from '../lookups/plural.ts';
import type { Entity } from '../types/model.ts';

/** `Purchase order` gives `purchase-orders`: the last part of a path of ours. */
export function pathName(entity: Entity): string {
  return slug(entity.plural ?? regularPlural(entity.name));
}

/** A name as a part of a path: words joined by hyphens, without characters that a path gives a meaning. */
export function slug(name: string): string {
  const words = name.replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1-$2').toLowerCase();
  const clean = words.replaceAll(/[\s/?#:%&=+.\\_{}*()]+/gu, '-').replaceAll(/^-+|(?<!-)-+$/g, '');
  return clean === '' ? 'items' : clean;
}
