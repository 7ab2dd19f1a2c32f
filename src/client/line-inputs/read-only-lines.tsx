import type { ControlProps } from '../input-parts/control.ts';
import { messages } from '../languages/messages.ts';
import { nounInSentence } from '../languages/noun-in-sentence.ts';
import { isNumeric, shownText } from '../view/display-value.ts';
import { columnLabel, lineColumns } from '../view/line-columns.ts';
import { useView } from '../view/view-context.tsx';
import { cellOf, linesOf } from './change-lines.ts';

/** Lines that can't be changed now. */
export function ReadOnlyLines(props: ControlProps) {
  const { type, value, ids, ariaLabel, describedBy } = props;
  const { schema } = useView();
  if (type.kind !== 'list') return null;
  const model = schema.entities.get(type.entity)?.entity;
  return (
    <fieldset
      className="lines lines-locked"
      aria-label={ariaLabel}
      aria-labelledby={ariaLabel === undefined ? ids.label : undefined}
      aria-describedby={describedBy}
    >
      {linesOf(value).length === 0 ? (
        <p className="lines-none">
          {messages.inputs.lines.none({ plural: nounInSentence(model?.plural ?? model?.label ?? type.entity) })}
        </p>
      ) : (
        <LinesTable {...props} />
      )}
    </fieldset>
  );
}

/** Lines as text. */
export function LinesTable({ type, value, record, attribute }: ControlProps) {
  const context = useView();
  if (type.kind !== 'list') return null;
  const lines = linesOf(value);
  const columns = lineColumns(context.schema.entities.get(type.entity)?.attributes.values() ?? [], lines);
  return (
    <div className="lines-scroll">
      <table className="lines-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                data-element={column.id}
                data-number={isNumeric(column.type) || undefined}
              >
                {columnLabel(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            // Read-only lines do not move, so the index is a safe key.
            <tr key={`${index} ${String(cellOf(line, 'id'))}`}>
              {columns.map((column) => (
                <td
                  key={column.id}
                  className="lines-cell lines-shown"
                  data-label={columnLabel(column)}
                  data-number={isNumeric(column.type) || undefined}
                  data-kind={column.type.kind}
                >
                  {shownText(
                    context,
                    column.type,
                    cellOf(line, column.name),
                    record?._.labels ?? {},
                    `${attribute.name}/${index}/${column.name}`,
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
