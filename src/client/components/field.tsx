import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WireFailure } from '../../engine/core/wire-format.ts';
import { focusFirst } from '../components-base/focus-restore.ts';
import { messages } from '../languages/messages.ts';
import '../styles/inputs.css';

/** The ids of the parts of a field, derived from the id of its control. */
export interface FieldIds {
  readonly control: string;
  readonly label: string;
  readonly help: string;
  readonly failures: string;
  readonly reason: string;
  readonly warnings: string;
}

export const fieldIds = (id: string): FieldIds => ({
  control: id,
  label: `${id}-label`,
  help: `${id}-help`,
  failures: `${id}-failures`,
  reason: `${id}-reason`,
  warnings: `${id}-warnings`,
});

export interface FieldProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly help?: ReactNode;
  readonly required?: boolean | undefined;
  readonly failures?: readonly FieldFailure[] | undefined;
  /** Warnings, which do not refuse anything. */
  readonly warnings?: readonly FieldFailure[] | undefined;
  /** Why the field can't be changed now. */
  readonly reason?: string | null | undefined;
  readonly element?: string | undefined;
  /** The ids that connect control, label, help and failures. */
  readonly ids: FieldIds;
  /**
   * The control is not a single `<input>`: the label names a group, and pressing it focuses the first control inside.
   */
  readonly isGroup?: boolean | undefined;
  /** Spans both columns of a two-column form. */
  readonly isWide?: boolean | undefined;
  /** Shown at the end of the label's line, such as a count. */
  readonly extra?: ReactNode;
}

export type FieldFailure = Pick<WireFailure, 'code' | 'message' | 'next' | 'decidedBy'>;

/** A label with its control, help text, failures and warnings. */
export function Field(props: FieldProps) {
  const { label, children, help, required = false, failures = [], warnings = [], reason, element } = props;
  const { ids, isGroup = false } = props;
  const words = (
    <>
      {label}
      {required && (
        <>
          <span className="field-required" aria-hidden="true">
            *
          </span>
          <span className="reader-only"> {messages.components.required}</span>
        </>
      )}
    </>
  );
  return (
    <div
      className="field"
      data-element={element}
      data-invalid={failures.length > 0 || undefined}
      data-wide={props.isWide || undefined}
    >
      <div className="field-line">
        {isGroup ? (
          // Pointer only: keyboard users reach the controls directly.
          <span
            id={ids.label}
            className="field-label"
            onPointerUp={({ currentTarget }) => focusFirst(currentTarget.closest('.field'))}
          >
            {words}
          </span>
        ) : (
          <label id={ids.label} htmlFor={ids.control} className="field-label">
            {words}
          </label>
        )}
        {props.extra}
      </div>
      {children}
      {hasText(reason) && (
        <p id={ids.reason} className="field-reason">
          {reason}
        </p>
      )}
      {hasText(help) && (
        <div id={ids.help} className="field-help">
          {help}
        </div>
      )}
      <Failures failures={failures} id={ids.failures} />
      <Warnings warnings={warnings} id={ids.warnings} />
    </div>
  );
}

/** The failures of a field: message, next step and code. */
export function Failures({
  failures,
  id,
}: {
  readonly failures: readonly FieldFailure[];
  readonly id?: string | undefined;
}) {
  if (failures.length === 0) return null;
  return (
    <div id={id} className="failures">
      {failures.map(({ code, message, next, decidedBy }) => (
        <p className="failure" key={`${code} ${message}`} data-element={decidedBy?.[0]?.element}>
          <CircleAlert size={13} aria-hidden className="failure-icon" />
          <span>
            {message} {next !== undefined && next !== '' && <span className="failure-next">{next}</span>}{' '}
            <span className="code">{code}</span>
          </span>
        </p>
      ))}
    </div>
  );
}

/** The warnings of a field. */
export function Warnings({
  warnings,
  id,
}: {
  readonly warnings: readonly FieldFailure[];
  readonly id?: string | undefined;
}) {
  if (warnings.length === 0) return null;
  return (
    <div id={id} className="warnings" role="status">
      {warnings.map(({ code, message, next, decidedBy }) => (
        <p className="warning" key={`${code} ${message}`} data-element={decidedBy?.[0]?.element}>
          <TriangleAlert size={13} aria-hidden className="failure-icon" />
          <span>
            {message} {next}
          </span>
        </p>
      ))}
    </div>
  );
}

/** Returns the `aria-describedby` of a control: the ids of the parts that have content. Undefined if there are none. */
export function describedBy(
  ids: FieldIds,
  has: {
    readonly help?: ReactNode;
    readonly failures?: readonly unknown[] | undefined;
    readonly warnings?: readonly unknown[] | undefined;
    readonly reason?: string | null | undefined;
  },
): string | undefined {
  const described = [
    ...((has.failures?.length ?? 0) > 0 ? [ids.failures] : []),
    ...((has.warnings?.length ?? 0) > 0 ? [ids.warnings] : []),
    ...(hasText(has.reason) ? [ids.reason] : []),
    ...(hasText(has.help) ? [ids.help] : []),
  ];
  return described.length === 0 ? undefined : described.join(' ');
}

const hasText = (text: ReactNode): boolean => text !== undefined && text !== null && text !== '';
