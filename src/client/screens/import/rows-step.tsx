import { CircleAlert, CircleCheck, FileDown } from 'lucide-react';
import type { WireImport } from '../../../engine/core/wire-format.ts';
import { Button } from '../../components/button.tsx';
import { messages } from '../../languages/messages.ts';
import { useView } from '../../view/view-context.tsx';
import { type FailedRow, rowFailures } from './row-failures.ts';

/** Maximum number of listed rows; the others are only counted. */
const maxListed = 100;

interface RowsStepProps {
  readonly checked: WireImport;
  readonly isChanged: boolean;
  /** True if the check ended early. */
  readonly isIncomplete: boolean;
  readonly saveRefused: () => void;
}

/** The outcome of the check: the number of valid rows, and the failures of each refused row with their columns. */
export function RowsStep({ checked, isChanged, isIncomplete, saveRefused }: RowsStepProps) {
  const { format } = useView();
  const count = (number: number) => format.number(number, 0);
  const { good, refused, warned, rows } = checked;
  return (
    <>
      {isChanged && <p className="import-hint">{messages.import.changed}</p>}
      <p className="import-sum" data-good={refused.length === 0 || undefined} role="status">
        {refused.length === 0 ? <CircleCheck size={16} aria-hidden /> : <CircleAlert size={16} aria-hidden />}
        <span>
          {refused.length === 0
            ? messages.import.allGood({ rows: count(rows), noun: messages.import.row({ count: rows }) })
            : good === 0
              ? messages.import.noneGood({ refused: count(refused.length) })
              : messages.import.someGood({ good: count(good), refused: count(refused.length) })}
        </span>
      </p>
      {isIncomplete && <p className="import-missing">{messages.import.tooManyRefused}</p>}
      {refused.length > 0 && (
        <>
          <p className="import-hint">{good > 0 && !isIncomplete ? messages.import.mend : messages.import.mendAll}</p>
          <div className="import-save">
            <Button
              size="small"
              icon={<FileDown size={14} aria-hidden />}
              onPress={saveRefused}
              describedBy="import-save-text"
            >
              {messages.import.saveRefused}
            </Button>
            <span id="import-save-text" className="import-hint">
              {messages.import.saveRefusedText}
            </span>
          </div>
          <Rows label={messages.import.problems} rows={refused} />
        </>
      )}
      {warned.length > 0 && (
        <>
          <p className="import-hint">{messages.import.warnings}</p>
          <Rows label={messages.import.warnings} rows={warned} />
        </>
      )}
    </>
  );
}

function Rows({ label, rows }: { readonly label: string; readonly rows: readonly FailedRow[] }) {
  const { format } = useView();
  const count = (number: number) => format.number(number, 0);
  return (
    <section className="import-rows" aria-label={label} tabIndex={0}>
      <ul>
        {rows.slice(0, maxListed).map((one) => (
          <li key={one.row} className="import-row">
            <span className="import-row-at">
              {messages.import.rowAt({ row: count(one.row), line: count(one.line) })}
            </span>
            <ul className="import-faults">
              {rowFailures(one).map(({ column, message, next, code }) => (
                <li key={`${column} ${code} ${message}`}>
                  {column !== '' && <span className="import-column">{column}</span>}
                  {message} <span className="import-next">{next}</span> <span className="code">{code}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {rows.length > maxListed && (
        <p className="import-hint">{messages.import.more({ count: count(rows.length - maxListed) })}</p>
      )}
    </section>
  );
}
