import type { Row } from '../../fields/text/value.ts';

/** Who asks. A guest has no row, and no roles but those for whoever has not signed in. `roles` are those in force now, `everyone` roles included. */
export interface Who {
  readonly row: Row | null;
  readonly roles: ReadonlySet<string>;
  /** What the address named the record by that they ask for, in place of its id: whoever knows it may read by it. Absent: nothing. */
  readonly link?: string;
}

const GUEST_UPLOADER = 'guest ';

/** Who uploads a file: the id of the person; of a guest the network address. */
export const uploaderOf = ({ row }: Who, address: string | null): string =>
  row?.id ?? `${GUEST_UPLOADER}${address ?? ''}`;

/** Whether an upload belongs to whoever asks. Guests have it by its token alone, which nobody can guess. */
export function isUploader({ row }: Who, uploader: string | null): boolean {
  return row === null ? (uploader?.startsWith(GUEST_UPLOADER) ?? false) : uploader === row.id;
}

/** Nobody: somebody who did not sign in. */
export const GUEST: Who = { row: null, roles: new Set() };

/** The product, where it acts by itself. */
export const productWho: Who = { row: null, roles: new Set() };

/** Whether nothing at all is for them as they are: they did not sign in, and no role is for those who did not. */
export const mustSignIn = ({ row, roles }: Who): boolean => row === null && roles.size === 0;
