import { Columns3 } from 'lucide-react';
import { Button } from '../../parts/button.tsx';
import { Checkbox } from '../../parts/checkbox.tsx';
import { Flyout } from '../../parts/flyout.tsx';
import { tableTexts } from './texts.ts';
import type { ColumnsInHand } from './use-columns.ts';

/** Which columns are shown. Kept on this machine for this person and screen. */
export function ColumnsMenu({ possible, switchColumn, isChanged, reset }: ColumnsInHand) {
  return (
    <Flyout
      label={tableTexts.columns}
      variant="quiet"
      placement="bottom end"
      isChanged={isChanged}
      trigger={
        <>
          <Columns3 size={15} aria-hidden />
          <span className="button-text table-wide">{tableTexts.columns}</span>
        </>
      }
    >
      <div className="columns-menu">
        <p className="table-hint">{tableTexts.columnsHint}</p>
        <ul className="columns-list">
          {possible.map(({ name, label, isShown }) => (
            <li key={name}>
              <Checkbox checked={isShown} onChange={() => switchColumn(name)}>
                {label}
              </Checkbox>
            </li>
          ))}
        </ul>
        {isChanged && (
          <Button size="small" variant="quiet" onPress={reset}>
            {tableTexts.columnsReset}
          </Button>
        )}
      </div>
    </Flyout>
  );
}
