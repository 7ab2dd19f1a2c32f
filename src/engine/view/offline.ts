import type { Model } from '../../model/types/model.ts';

/** Whether devices keep what people read there, and what they could not send: unless the document says otherwise (A-OFFLINE). */
export function isKeptOnDevices({ product: { offline } }: Pick<Model, 'product'>): boolean {
  return (offline ?? 'yes') === 'yes';
}
