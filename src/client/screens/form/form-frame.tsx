import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { WireFailure, WireRecord, WireRefusal } from '../../../engine/core/wire-format.ts';
import type { ViewSection } from '../../../engine/view/view.ts';
import { focusField, focusFirst } from '../../components-base/focus-restore.ts';
import { Skeleton } from '../../components-base/skeleton.tsx';
import { RunningUploadsContext } from '../../file-inputs/running-uploads.ts';
import { CheckChoiceContext } from '../../input-parts/check-choice.ts';
import { EditedRecordContext } from '../../input-parts/edited-record.ts';
import { useLabelOf } from '../../view/labels.ts';
import { FailureSummary, OtherFailures, OtherWarnings } from './failure-summary.tsx';
import { fieldOf } from './field-failures.ts';
import { FormFields } from './form-fields.tsx';
import { SaveProblemNote } from './save-problem-note.tsx';
import type { FormState } from './use-form.ts';
import '../../styles/form.css';

interface FrameProps {
  readonly form: FormState;
  readonly record: WireRecord | null;
  readonly refusals?: ReadonlyMap<string, WireRefusal>;
  readonly focus?: string | null;
  readonly sections?: readonly ViewSection[];
  readonly id: string;
  readonly label: string;
  readonly onSubmit: () => void;
  /** Called on Escape. The leave guard asks for confirmation if something was typed. */
  readonly onCancel: () => void;
  /** Returns where a failing field that is not in this form can be corrected. */
  readonly linkTo?: (field: string) => { readonly label: string; readonly go: () => void } | null;
  /** Rendered above the fields. */
  readonly notes?: ReactNode;
  readonly actions?: ReactNode;
}

/**
 * A form with its failures and problems. A refused submit moves the focus to the first failing control; if no control
 * fails, it scrolls to the first alert.
 */
export function FormFrame(props: FrameProps) {
  const { form, record, refusals, focus, sections, id, label, onSubmit, onCancel, linkTo, notes, actions } = props;
  const { attributes } = form.entity;
  const labelOf = useLabelOf();
  const element = useRef<HTMLFormElement>(null);
  const idOf = (name: string) => attributes.get(name)?.id ?? name;
  const go = (name: string) => element.current !== null && focusField(element.current, idOf(name));
  const focusFailing = useEffectEvent(() => {
    for (const name of form.failures.keys()) if (go(name)) return;
    // A file that was refused and not removed.
    if (focusFirst(element.current?.querySelector('.file[data-invalid]') ?? null)) return;
    element.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    if (form.refusals > 0) focusFailing();
  }, [form.refusals]);
  const linkOf = (failure: WireFailure) => {
    const field = fieldOf(failure.pointer);
    return field === null ? null : (linkTo?.(field) ?? null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble out of a dialog into the component that renders it.
    event.stopPropagation();
    onSubmit();
  };
  // In the capture phase, because a list of lines handles Enter itself.
  const send = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    onSubmit();
  };
  const cancel = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onCancel();
  };
  const edited = { id: record?.id ?? null, currentValue: form.currentValue };
  if (form.isLoading) return <Skeleton rows={form.names.length} />;
  return (
    <form
      ref={element}
      className="form"
      aria-label={label}
      id={id}
      noValidate
      onSubmit={submit}
      onKeyDownCapture={send}
      onKeyDown={cancel}
    >
      {notes}
      {form.problem !== null && (
        <SaveProblemNote saveProblem={form.problem} onRetry={onSubmit} onReload={form.reload} />
      )}
      <FailureSummary form={form} labelOf={(name) => labelOf(idOf(name))} onGo={(name) => void go(name)} />
      <OtherFailures failures={form.otherFailures} linkTo={linkOf} />
      <OtherWarnings warnings={form.otherWarnings} />
      <RunningUploadsContext value={form.uploads}>
        <EditedRecordContext value={edited}>
          <CheckChoiceContext value={form.judgeChoice}>
            <FormFields
              form={form}
              record={record}
              idPrefix={id}
              {...(refusals === undefined ? {} : { refusals })}
              focus={focus ?? null}
              sections={sections}
            />
          </CheckChoiceContext>
        </EditedRecordContext>
      </RunningUploadsContext>
      {actions}
    </form>
  );
}
