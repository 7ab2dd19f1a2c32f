import { useHere } from './use-presence.ts';

/** Announces unsaved changes to a record while it is mounted. Renders nothing. */
export function Typing({ entity, id }: { readonly entity: string; readonly id: string }) {
  useHere(entity, id, true);
  return null;
}
