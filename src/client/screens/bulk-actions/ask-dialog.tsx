import { type FormEvent, Suspense, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Json } from '../../../engine/core/intent.ts';
import type { WireFailure } from '../../../engine/core/wire-format.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Failures } from '../../components/field.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { focusFirst } from '../../components-base/focus-restore.ts';
import { Skeleton } from '../../components-base/skeleton.tsx';
import { draftKey, useDraft } from '../../drafts/drafts.tsx';
import { RunningUploadsContext } from '../../file-inputs/running-uploads.ts';
import { useUploadTracking } from '../../file-inputs/use-upload-results.ts';
import { unreadFailures } from '../../input-parts/unread-failures.ts';
import { Input } from '../../inputs/index.tsx';
import { messages } from '../../languages/messages.ts';
import { hasInverseEvent, mayHaveInverseEvent } from '../../undo/inverse-event.ts';
import { type EntityInView, useView } from '../../view/view-context.tsx';
import { withoutEmptyLines } from '../form/empty-lines.ts';
import { fieldOf } from '../form/field-failures.ts';
import type { ActionsInHand, AskProblem, PendingQuestion } from './use-actions.ts';

interface AskDialogProps {
  readonly screen: string;
  readonly entity: EntityInView;
  readonly asking: PendingQuestion;
  readonly answer: ActionsInHand['answer'];
  readonly onClose: () => void;
}

/**
 * Asks for the input of an event, once for all selected records. The draft keeps what the person typed until the server
 * accepts it.
 */
export function AskDialog({ screen, entity, asking, answer, onClose }: AskDialogProps) {
  const { event, records, matching } = asking;
  const { format, schema } = useView();
  const isMany = matching !== null || records.length > 1;
  const draft = useDraft(`${draftKey(screen, isMany ? 'many' : (records[0]?.id ?? ''))} ${event.name}`);
  const [refused, setRefused] = useState<AskProblem | null>(null);
  const [isSending, setSending] = useState(false);
  const { uploads, waitForUploads } = useUploadTracking();
  const typed = useRef(draft.values);
  typed.current = draft.values;
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const asked = event.asks.flatMap(
    ({ field, optional }): { readonly attribute: Attribute; readonly optional: boolean }[] => {
      const attribute = entity.attributes.get(field);
      return attribute === undefined ? [] : [{ attribute, optional }];
    },
  );
  useLayoutEffect(() => {
    if (refused !== null && refused.failures.length > 0) focusFirst(form.current);
  }, [refused]);

  const send = async (submitted: FormEvent) => {
    submitted.preventDefault();
    if (isSending) return;
    setSending(true);
    // The input includes files that are still uploading.
    if (uploads.size > 0 && !(await waitForUploads(() => {}))) return setSending(false);
    const input = new Map(
      asked.flatMap(({ attribute: { id, name } }): [string, Json][] =>
        typed.current.has(id) ? [[name, typed.current.get(id) ?? null]] : [],
      ),
    );
    const { input: sent } = withoutEmptyLines(
      Object.fromEntries(input),
      asked.map(({ attribute }) => attribute),
    );
    const failures = unreadFailures(sent);
    if (failures.length > 0) {
      setSending(false);
      return setRefused({ problem: null, failures });
    }
    const problem = await answer(sent).finally(() => setSending(false));
    setRefused(problem);
    if (problem === null) draft.clear();
  };
  const isFinal =
    matching === null
      ? records.some((record) => !hasInverseEvent(record, event.name))
      : !mayHaveInverseEvent(schema.entities.get(entity.name)?.machines ?? [], event.name);
  const title = isMany
    ? messages.listTools.askMany({ label: event.label, count: matching?.count ?? format.number(records.length, 0) })
    : messages.listTools.ask({ label: event.label, title: records[0]?._.title ?? '' });
  const isAsked = (field: string | null) => asked.some(({ attribute }) => attribute.name === field);
  const others = (refused?.failures ?? []).filter(({ pointer }) => !isAsked(fieldOf(pointer)));
  const elsewhere = refused?.problem !== null && refused?.problem !== undefined && refused.failures.length === 0;
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      busy={isSending}
      element={event.call ?? event.machine}
      actions={
        <>
          <Button onPress={onClose}>
            {event.label === messages.listTools.cancel ? messages.listTools.close : messages.listTools.cancel}
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={isSending}>
            {event.label}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} className="dialog-fields" onSubmit={(submitted) => void send(submitted)} noValidate>
        {isMany && <p className="table-hint">{messages.listTools.askHint}</p>}
        {isFinal && <p className="dialog-final">{messages.undo.final}</p>}
        <RunningUploadsContext value={uploads}>
          <Suspense fallback={<Skeleton rows={asked.length} />}>
            {asked.map(({ attribute, optional }, index) => (
              <Input
                key={attribute.id}
                entity={entity.name}
                attribute={attribute}
                value={draft.values.get(attribute.id) ?? null}
                onChange={(value) => draft.set(attribute.id, value)}
                failures={failuresOf(refused, attribute.name)}
                required={!optional}
                autoFocus={index === 0}
                record={isMany ? null : (records[0] ?? null)}
              />
            ))}
          </Suspense>
        </RunningUploadsContext>
        <Failures failures={others} />
        {elsewhere && refused.problem !== null && <ProblemNote problem={refused.problem} />}
      </form>
    </Dialog>
  );
}

const failuresOf = (refused: AskProblem | null, field: string): readonly WireFailure[] =>
  (refused?.failures ?? []).filter(({ pointer }) => fieldOf(pointer) === field);
