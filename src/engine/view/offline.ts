import type { Model } from '../../model/types/model.ts';

/**
 * Returns whether devices store what people read, and the writes they could not send: unless the document says
 * otherwise (A-OFFLINE).
 */
export function isStoredOnDevices({ product: { offline } }: Pick<Model, 'product'>): boolean {
  return (offline ?? 'yes') === 'yes';
}
