import type { WireRefusal } from '../../engine/core/wire-format.ts';

/** The reasons of a refusal: message, next step and code. Several failed rules are listed one below the other. */
export function ReasonText({ refusal }: { readonly refusal: WireRefusal }) {
  const { failures = [] } = refusal;
  const reasons = failures.length > 1 ? failures : [refusal];
  return (
    <>
      {reasons.map(({ code, message, next, decidedBy }) => (
        <span className="reason-part" key={`${code} ${message}`} data-element={decidedBy?.[0]?.element}>
          <span className="reason-message">{message}</span>
          {next !== undefined && next !== '' && <span className="reason-next">{next}</span>}
          <span className="code">{code}</span>
        </span>
      ))}
    </>
  );
}
