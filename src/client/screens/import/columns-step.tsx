import { Select } from '../../components/select.tsx';
import { messages } from '../../languages/messages.ts';
import { attributeLabel } from '../../view/attribute-label.ts';
import { type EntityInView, useView } from '../../view/view-context.tsx';
import { requiredLabels } from './required-labels.ts';
import type { ChosenFile } from './use-import.ts';

interface ColumnsProps {
  readonly entity: EntityInView;
  readonly chosen: ChosenFile;
  readonly assignField: (column: number, field: string | null) => void;
}

/** The step that maps columns of the file to fields, with sample values of each column. */
export function ColumnsStep({ entity, chosen: { look, columns }, assignField }: ColumnsProps) {
  const { format } = useView();
  const label = (name: string) => {
    const attribute = entity.attributes.get(name);
    return attribute === undefined ? name : attributeLabel(attribute, format.language);
  };
  const options = look.fields.map((name) => ({ id: name, label: label(name) }));
  const missing = requiredLabels(
    entity,
    look.fields.filter((name) => !columns.includes(name)),
    format.language,
  );
  return (
    <>
      <p className="import-hint">{messages.import.mapHint}</p>
      <table className="import-columns">
        <thead>
          <tr>
            <th scope="col">{messages.import.column}</th>
            <th scope="col">{messages.import.samples}</th>
            <th scope="col">{messages.import.field}</th>
          </tr>
        </thead>
        <tbody>
          {look.columns.map(({ heading, samples }, at) => {
            const name = heading.trim() === '' ? messages.import.unnamed({ at: format.number(at + 1, 0) }) : heading;
            return (
              <tr key={at} data-left-out={(columns[at] ?? null) === null || undefined}>
                <th scope="row" className="import-heading">
                  {name}
                </th>
                <td className="import-samples">{samples.join(' · ')}</td>
                <td className="import-field">
                  <Select
                    label={messages.import.fieldOf({ column: name })}
                    options={options}
                    value={columns[at] ?? null}
                    onChange={(field) => assignField(at, field)}
                    none={messages.import.leaveOut}
                    placeholder={messages.import.leaveOut}
                    size="small"
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {missing.length > 0 && (
        <p className="import-missing">{messages.import.required({ fields: format.list(missing) })}</p>
      )}
    </>
  );
}
