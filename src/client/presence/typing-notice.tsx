import { usePresence } from './use-presence.ts';

/** Announces unsaved changes to a record while it is mounted. Renders nothing. */
export function TypingNotice({ entity, id }: { readonly entity: string; readonly id: string }) {
  usePresence(entity, id, true);
  return null;
}
