import type { MouseEvent } from 'react';
import type { WireFailure } from '../../../engine/core/wire-format.ts';
import { Banner } from '../../parts/banner.tsx';
import { toldOf } from './failures.ts';
import { formTexts } from './texts.ts';
import type { FormInHand } from './use-form.ts';

const most = 3;

interface SummaryProps {
  readonly form: FormInHand;
  readonly labelOf: (name: string) => string;
  readonly onGo: (name: string) => void;
}

/** Once a submit was tried: what fails, each with a link to its field. Up to three stand on their fields alone. */
export function Summary({ form, labelOf, onGo }: SummaryProps) {
  const all = [...form.failures];
  const count = all.reduce((sum, [, failures]) => sum + failures.length, 0);
  if (!form.tried || count <= most) return null;
  const follow = (name: string) => (event: MouseEvent) => {
    event.preventDefault();
    onGo(name);
  };
  return (
    <section className="form-summary" role="alert" aria-label={formTexts.summary(count)}>
      <h2>{formTexts.summary(count)}</h2>
      <ul>
        {all.map(([name, failures]) => (
          <li key={name}>
            <a href={`#field-${encodeURIComponent(name)}`} onClick={follow(name)}>
              {labelOf(name)}
            </a>
            : {failures.map((each) => toldOf(each, formTexts.inLine)).join(' ')}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OthersProps {
  readonly failures: readonly WireFailure[];
  /** Where the field of a failure can be mended, if anywhere. */
  readonly wayTo: (failure: WireFailure) => { readonly label: string; readonly go: () => void } | null;
}

/** Failures of fields that do not stand in this form. */
export function Others({ failures, wayTo }: OthersProps) {
  if (failures.length === 0) return null;
  return (
    <section className="form-summary" role="alert" aria-label={formTexts.elsewhere}>
      <h2>{formTexts.elsewhere}</h2>
      <ul>
        {failures.map((failure) => {
          const way = wayTo(failure);
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

/** What rules have to say that only warn, of fields that do not stand in this form or of none. */
export function Noted({ warnings }: { readonly warnings: readonly WireFailure[] }) {
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
