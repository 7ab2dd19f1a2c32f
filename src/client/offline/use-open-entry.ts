import type { Json } from '../../engine/core/intent.ts';
import { outboxEntries, replaceEntries } from '../device/outbox.ts';
import type { OutboxEntry } from '../device/outbox-entry.ts';
import { BASE } from '../drafts/base.ts';
import { draftKey, useDrafts } from '../drafts/drafts.tsx';
import { matchRoute, parametersOf, pathOf } from '../view/routes.ts';
import { type ScreenInView, useView } from '../view/view-context.tsx';

/**
 * Returns a function that opens an outbox entry in its form. The entry stays in the outbox until a write of the same
 * kind to the same record succeeds.
 */
export function useOpenEntry(): {
  (entry: OutboxEntry): Promise<void>;
  readonly mayOpen: (entry: OutboxEntry) => boolean;
} {
  const { view, screen, entity, recordRoute, go, person } = useView();
  const drafts = useDrafts();
  const screenOf = ({ want, from }: OutboxEntry): ScreenInView | null => {
    const matches = (each: { readonly kind: string; readonly entity: string | null; readonly route: string }) =>
      each.entity === want.entity &&
      (want.kind === 'create'
        ? each.kind === 'form' && parametersOf(each.route).length === 0
        : each.kind === 'record' && recordRoute(want.entity, want.id ?? '') !== null);
    const written = matchRoute(view.screens, from)?.screen;
    const found = written !== undefined && matches(written) ? written : view.screens.find(matches);
    return found === undefined ? null : screen(found.id);
  };
  const open = async (entry: OutboxEntry) => {
    const { want, base } = entry;
    const target = screenOf(entry);
    const { attributes } = entity(want.entity) ?? {};
    if (target === null || attributes === undefined) return;
    const record = want.id === null ? null : want.kind === 'event' ? `${want.id} ${want.event}` : want.id;
    const key = `${person?.id ?? ''} ${draftKey(target.id, record)}`;
    drafts.clear(key);
    if (want.kind === 'change') drafts.set(key, BASE, baseOf(want.ifMatch, base));
    for (const [name, value] of Object.entries(want.body ?? {})) {
      const attribute = attributes.get(name);
      if (attribute !== undefined) drafts.set(key, attribute.id, value);
    }
    // A form holds only one entry.
    const others = outboxEntries().filter(
      (each) => each.isOpen && each.want.path === want.path && each.seq !== entry.seq,
    );
    await replaceEntries([...others.map((each) => ({ ...each, isOpen: false })), { ...entry, isOpen: true }]);
    go(
      want.id === null
        ? pathOf(target.route)
        : `${recordRoute(want.entity, want.id)}${want.kind === 'change' ? '?edit' : ''}`,
    );
  };
  return Object.assign(open, {
    mayOpen: (entry: OutboxEntry) => screenOf(entry) !== null && entity(entry.want.entity) !== null,
  });
}

/** The version that the write was based on. If it is unknown, every current value counts as somebody else's. */
function baseOf(etag: string | null, base: OutboxEntry['base']): Json {
  const values = (base?.values ?? []).map(([name, value]): Json => [name, value]);
  return { etag: base?.etag ?? etag ?? '', values };
}
