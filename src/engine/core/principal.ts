import type { Row } from '../../fields/text/value.ts';

/**
 * The caller of a request. A guest has no row and only the roles for people who have not signed in. `roles` are the
 * roles in force now, including the `everyone` roles.
 */
export interface Principal {
  readonly row: Row | null;
  readonly roles: ReadonlySet<string>;
  /**
   * The value by which the URL names the requested record instead of its id. Knowing this value may grant read access
   * (`link()`). Absent: none.
   */
  readonly link?: string;
}

const GUEST_UPLOADER = 'guest ';

/** Returns the owner of an upload: the person's id, or for a guest a text with the network address. */
export const uploaderOf = ({ row }: Principal, address: string | null): string =>
  row?.id ?? `${GUEST_UPLOADER}${address ?? ''}`;

/**
 * Returns whether the principal may use an upload. Any guest may use any guest's upload whose token they know, because
 * tokens can't be guessed.
 */
export function isUploader({ row }: Principal, uploader: string | null): boolean {
  return row === null ? (uploader?.startsWith(GUEST_UPLOADER) ?? false) : uploader === row.id;
}

/** A principal who has not signed in, before the guest roles of the document are added. */
export const GUEST: Principal = { row: null, roles: new Set() };

/** The principal of actions that the product takes by itself. */
export const PRODUCT: Principal = { row: null, roles: new Set() };

/**
 * Returns whether the principal must sign in to do anything: they have not signed in, and the document has no roles for
 * guests.
 */
export const mustSignIn = ({ row, roles }: Principal): boolean => row === null && roles.size === 0;
