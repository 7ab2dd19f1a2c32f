import { type FormEvent, useId, useState } from 'react';
import type { Density, WireListView, WireListViews } from '../../../engine/query/saved-list-view.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, fieldIds } from '../../components/field.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { Select } from '../../components/select.tsx';
import { useSending } from '../../components/use-sending.ts';
import { messages } from '../../languages/messages.ts';
import '../../styles/inputs.css';

/** The properties of a saved view that the dialog asks for. `role`: whom it is shared with; null if it is private. */
export interface Keeping {
  readonly name: string;
  readonly role: string | null;
  readonly density: Density | null;
}

interface KeepDialogProps {
  /** The view that is edited; null for a new one. */
  readonly view: WireListView | null;
  /** Undefined for a screen without rows, such as a board. */
  readonly density: Density | null | undefined;
  readonly shares: WireListViews['shares'];
  readonly onKeep: (keeping: Keeping) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the name of a saved view, the role it is shared with and, for lists, the density. */
export function KeepDialog({ view, shares, onKeep, onClose, ...rest }: KeepDialogProps) {
  const [name, setName] = useState(view?.name ?? '');
  const [role, setRole] = useState(view?.role?.name ?? null);
  const [density, setDensity] = useState(rest.density ?? null);
  const isList = rest.density !== undefined;
  const words = isList ? messages.savedViews : messages.savedViews.screen;
  const { send, problem, busy } = useSending();
  const formId = useId();
  const named = fieldIds(useId());
  const whom = fieldIds(useId());
  const rows = fieldIds(useId());
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && (await send(() => onKeep({ name: name.trim(), role, density })))) onClose();
  };
  return (
    <Dialog
      title={view === null ? words.keepTitle : messages.savedViews.editTitle({ name: view.name })}
      isOpen
      onClose={onClose}
      size="small"
      busy={busy}
      actions={
        <>
          <Button onPress={onClose}>{messages.savedViews.cancel}</Button>
          <Button variant="primary" type="submit" form={formId} busy={busy}>
            {messages.savedViews.save}
          </Button>
        </>
      }
    >
      <form id={formId} className="view-form" onSubmit={(event) => void submit(event)}>
        <Field label={messages.savedViews.name} ids={named} help={view === null ? words.keepHint : undefined} isWide>
          <input
            id={named.control}
            className="control"
            autoComplete="off"
            maxLength={60}
            required
            // The name is the only required input of the dialog.
            autoFocus
            aria-describedby={view === null ? named.help : undefined}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        {shares.length > 0 && (
          <Field label={messages.savedViews.for} ids={whom} isGroup isWide>
            <Select
              labelledBy={whom.label}
              options={shares.map(({ name: id, label }) => ({
                id,
                label: messages.savedViews.forRole({ role: label }),
              }))}
              value={role}
              none={messages.savedViews.forMe}
              placeholder={messages.savedViews.forMe}
              onChange={setRole}
            />
          </Field>
        )}
        {isList && (
          <Field label={messages.savedViews.density} ids={rows} isGroup isWide>
            <Select
              labelledBy={rows.label}
              options={[
                { id: 'comfortable', label: messages.savedViews.comfortable },
                { id: 'compact', label: messages.savedViews.compact },
              ]}
              value={density}
              none={messages.savedViews.densityAny}
              placeholder={messages.savedViews.densityAny}
              onChange={(id) => setDensity(id === 'comfortable' || id === 'compact' ? id : null)}
            />
          </Field>
        )}
        {problem !== null && <ProblemNote problem={problem} />}
      </form>
    </Dialog>
  );
}
