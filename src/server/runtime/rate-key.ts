import { addressKey } from '../core/network-address.ts';

/** Returns what names a caller in the counts of requests: the person, or the address of a guest. */
export const rateKeyOf = (person: string | null, address: string | null): string =>
  person === null ? `address ${addressKey(address ?? '')}` : `person ${person}`;
