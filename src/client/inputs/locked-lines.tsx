import { columnLabel, lineColumns } from '../view/line-columns.ts';
import { isNumeric, shownText } from '../view/shown.ts';
import { useView } from '../view/view.tsx';
import type { ControlProps } from './control.ts';
import { cellOf, linesOf } from './lines-change.ts';
import { inputTexts } from './texts.ts';

/** Lines that can't be changed now. */
export function LockedLines({ type, value, record, attribute, ids, ariaLabel, describedBy }: ControlProps) {
  const context = useView();
  const { schema } = context;
  if (type.kind !== 'list') return null;
  const model = schema.entities.get(type.entity);
  const lines = linesOf(value);
  const columns = lineColumns(model?.attributes.values() ?? [], lines);
  const label = model?.entity.label ?? type.entity;
  return (
    <fieldset
      className="lines lines-locked"
      aria-label={ariaLabel}
      aria-labelledby={ariaLabel === undefined ? ids.label : undefined}
      aria-describedby={describedBy}
    >
      {lines.length === 0 ? (
        <p className="lines-none">{inputTexts.lines.none(model?.entity.plural ?? `${label}s`)}</p>
      ) : (
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
              // Lines that can't move are known by their place.
              <tr key={`${index} ${String(cellOf(line, 'id'))}`}>
                {columns.map((column) => (
                  <td
                    key={column.id}
                    className="lines-cell lines-shown"
                    data-label={columnLabel(column)}
                    data-number={isNumeric(column.type) || undefined}
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
      )}
    </fieldset>
  );
}
