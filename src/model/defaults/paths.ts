import { regularPlural } from '../lookups/plural.ts';
import type { Entity } from '../types/model.ts';

/** Returns the last segment of an entity's default path: `purchase-orders` for `Purchase order`. */
export function pathName(entity: Entity): string {
  return slug(entity.plural ?? regularPlural(entity.name));
}

/** Returns a name as a path segment: words joined by hyphens, without characters that are special in paths. */
export function slug(name: string): string {
  const words = name.replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1-$2').toLowerCase();
  const clean = words.replaceAll(/[\s/?#:%&=+.\\_{}*()]+/gu, '-').replaceAll(/^-+|(?<!-)-+$/g, '');
  return clean === '' ? 'items' : clean;
}
