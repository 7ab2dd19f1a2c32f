import { useHere } from './use-presence.ts';

/** Says that something is typed over a record and not saved, as long as it is drawn; it shows nothing. */
export function Typing({ entity, id }: { readonly entity: string; readonly id: string }) {
  useHere(entity, id, true);
  return null;
}
