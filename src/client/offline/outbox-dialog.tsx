import { useSyncExternalStore } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Link } from '../components/link.tsx';
import {
  removeEntry,
  replaceEntries,
  restoreEntry,
  sendingEntry,
  subscribeToOutbox,
  withEntryLock,
} from '../device/outbox.ts';
import {
  type EntryAction,
  earlierEntry,
  entryActions,
  type OutboxEntry,
  retriedEntry,
} from '../device/outbox-entry.ts';
import { messages } from '../languages/messages.ts';
import { useToast } from '../toasts/toasts.tsx';
import { useView } from '../view/view-context.tsx';
import { useOpenEntry } from './use-open-entry.ts';

interface OutboxDialogProps {
  readonly entries: readonly OutboxEntry[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Lists all unsent writes: what, when, their state, and what can be done about them. */
export function OutboxDialog({ entries, isOpen, onClose }: OutboxDialogProps) {
  return (
    <Dialog title={messages.offline.title} isOpen={isOpen} onClose={onClose}>
      {entries.length === 0 ? (
        <p>{messages.offline.nothing}</p>
      ) : (
        <>
          <p className="unsent-intro">{messages.offline.intro}</p>
          <ul className="unsent">
            {entries.map((entry) => (
              <Row key={entry.seq} entry={entry} entries={entries} onClose={onClose} />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

function Row({
  entry,
  entries,
  onClose,
}: Pick<OutboxDialogProps, 'entries' | 'onClose'> & { readonly entry: OutboxEntry }) {
  const { format, recordRoute } = useView();
  const say = useToast();
  const open = useOpenEntry();
  const title = useTitle(entry);
  const { want, state, refusal } = entry;
  const isUnderWay = useSyncExternalStore(subscribeToOutbox, sendingEntry) === entry.seq;
  const route = want.id === null ? null : recordRoute(want.entity, want.id);
  const undo = async (entry: OutboxEntry) => {
    if (!(await restoreEntry(entry)))
      say({ title: messages.offline.notPutBack({ title }), text: messages.offline.notKept.full, tone: 'danger' });
  };
  const discard = async (entry: OutboxEntry) => {
    await removeEntry(entry);
    say({
      title: messages.offline.discarded({ title }),
      tone: 'info',
      action: { label: messages.offline.undo, onPress: () => void undo(entry) },
    });
  };
  const actions: Readonly<Record<EntryAction, (entry: OutboxEntry) => Promise<void>>> = {
    open: (entry) => {
      onClose();
      return open(entry);
    },
    'try again': (entry) => replaceEntries([retriedEntry(entry, Date.now())]),
    discard,
  };
  // Another tab may be sending it, or may have finished. Then nothing is done here.
  const press = async (action: EntryAction) => {
    const isDone = await withEntryLock(entry.seq, (now) => actions[action](now).then(() => true));
    if (!isDone) say({ title: messages.offline.state.sending, text: title, tone: 'info' });
  };
  const labels: Readonly<Record<EntryAction, string>> = {
    open: messages.offline.open,
    'try again': state === 'doubted' ? messages.offline.send : messages.offline.tryAgain,
    discard: messages.offline.discard,
  };
  const offered = isUnderWay ? [] : entryActions(entry).filter((action) => action !== 'open' || open.mayOpen(entry));
  return (
    <li className="unsent-entry" data-state={isUnderWay ? 'sending' : state}>
      <p className="unsent-title">
        {route === null ? (
          title
        ) : (
          <span onClickCapture={onClose}>
            <Link to={route}>{title}</Link>
          </span>
        )}
      </p>
      <p className="unsent-state">
        {isUnderWay
          ? messages.offline.state.sending
          : state === 'doubted'
            ? messages.offline.state.doubted
            : refusal !== null
              ? `${refusal.message} ${refusal.next}`
              : earlierEntry(entries, entry) !== null
                ? messages.offline.state.behind
                : messages.offline.state.waits}
      </p>
      <p className="unsent-when">{format.instant(entry.made)}</p>
      {offered.length > 0 && (
        <div className="unsent-ways">
          {offered.map((action) => (
            <Button
              key={action}
              size="small"
              onPress={() => void press(action)}
              label={messages.offline.of({ what: labels[action], title })}
              variant={action === 'discard' ? 'quiet' : 'plain'}
            >
              {labels[action]}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

/** Returns what was done to which record, in the words of its button. */
function useTitle({ want, title }: OutboxEntry): string {
  const { entity } = useView();
  const { kind, event } = want;
  if (kind !== 'event') return messages.offline.what[kind]({ title });
  const label = entity(want.entity)?.events.find(({ name }) => name === event)?.label;
  return messages.offline.what.event({ event: label ?? event ?? '', title });
}
