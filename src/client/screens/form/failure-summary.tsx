import type { MouseEvent } from 'react';
import type { WireFailure } from '../../../engine/core/wire-format.ts';
import { Banner } from '../../components/banner.tsx';
import { messages } from '../../languages/messages.ts';
import { failureText } from './field-failures.ts';
import type { FormState } from './use-form.ts';

const MAX_AT_FIELDS = 3;

interface SummaryProps {
  readonly form: FormState;
  readonly labelOf: (name: string) => string;
  readonly onGo: (name: string) => void;
}

/** After a refused submit: the failures with links to their fields. Up to three failures are shown at their fields only. */
export function FailureSummary({ form, labelOf, onGo }: SummaryProps) {
  const all = [...form.failures];
  const count = all.reduce((sum, [, failures]) => sum + failures.length, 0);
  if (!form.tried || count <= MAX_AT_FIELDS) return null;
  const follow = (name: string) => (event: MouseEvent) => {
    event.preventDefault();
    onGo(name);
  };
  return (
    <section className="form-summary" role="alert" aria-label={messages.form.summary({ count })}>
      <h2>{messages.form.summary({ count })}</h2>
      <ul>
        {all.map(([name, failures]) => {
          const [label, text] = [
            labelOf(name),
            failures.map((each) => failureText(each, messages.form.inLine)).join(' '),
          ];
          // A message that names its field is the link itself: “Title is required.”, not “Title: Title is required.”
          const isNamed = text.includes(label);
          return (
            <li key={name}>
              <a href={`#field-${encodeURIComponent(name)}`} onClick={follow(name)}>
                {isNamed ? text : label}
              </a>
              {!isNamed && `: ${text}`}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface OtherFailuresProps {
  readonly failures: readonly WireFailure[];
  /** Returns where the field of a failure can be corrected; null if nowhere. */
  readonly linkTo: (failure: WireFailure) => { readonly label: string; readonly go: () => void } | null;
}

/** Failures that belong to no field of this form. */
export function OtherFailures({ failures, linkTo }: OtherFailuresProps) {
  if (failures.length === 0) return null;
  return (
    <section className="form-summary" role="alert" aria-label={messages.form.otherProblems}>
      <h2>{messages.form.otherProblems}</h2>
      <ul>
        {failures.map((failure) => {
          const way = linkTo(failure);
          return (
            <li key={`${failure.code} ${failure.pointer}`} data-element={failure.decidedBy?.[0]?.element}>
              {failure.message} {failure.next}{' '}
              {way !== null && (
                <button type="button" className="form-link" onClick={way.go}>
                  {way.label}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Warnings of rules that belong to no field of this form. */
export function OtherWarnings({ warnings }: { readonly warnings: readonly WireFailure[] }) {
  if (warnings.length === 0) return null;
  return (
    <Banner tone="warning" element={warnings[0]?.decidedBy?.[0]?.element}>
      {warnings.map(({ code, pointer, message, next }) => (
        <p key={`${code} ${pointer} ${message}`}>
          {message} {next}
        </p>
      ))}
    </Banner>
  );
}
