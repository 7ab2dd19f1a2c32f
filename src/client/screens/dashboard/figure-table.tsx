import type { Attribute } from '../../../model/lookups/schema.ts';
import type { Aggregate } from '../../../model/types/model.ts';
import { Link } from '../../components/link.tsx';
import { messages } from '../../languages/messages.ts';
import { insideSentence, nounFor } from '../../view/count-nouns.ts';
import { useLabelOf } from '../../view/labels.ts';
import { useView } from '../../view/view-context.tsx';
import type { Figure } from './figures.ts';

interface FigureTableProps {
  readonly isVisible: boolean;
  readonly label: string;
  readonly figures: readonly Figure[];
  readonly by: Attribute | null;
  readonly field: Attribute | null;
  readonly aggregate: Aggregate;
  readonly entity: string;
}

/** The figures of a chart as a table. If it is not visible, it is present for screen readers only. */
export function FigureTable({ isVisible, label, figures, by, field, aggregate, entity: name }: FigureTableProps) {
  const { format, entity } = useView();
  const labelOf = useLabelOf();
  const model = entity(name)?.model;
  const noun = model === undefined ? '' : nounFor(model, 2);
  return (
    <div className={isVisible ? 'figures' : 'reader-only'}>
      <table className="figures-table">
        <caption className="reader-only">{label}</caption>
        <thead>
          <tr>
            <th scope="col" data-element={by?.id}>
              {by === null ? '' : labelOf(by.id)}
            </th>
            <th scope="col" className="figures-number" data-element={field?.id}>
              {messages.dashboard.figure({ aggregate, field: field === null ? '' : insideSentence(labelOf(field.id)) })}
            </th>
            {aggregate !== 'count' && (
              <th scope="col" className="figures-number" data-element={model?.id}>
                {noun === '' ? '' : noun.charAt(0).toUpperCase() + noun.slice(1)}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {figures.map((figure, index) => (
            <tr key={index}>
              <th scope="row">
                {isVisible && figure.to !== null ? <Link to={figure.to}>{figure.label}</Link> : figure.label}
              </th>
              <td className="figures-number">{figure.text === '' ? messages.dashboard.noValue : figure.text}</td>
              {aggregate !== 'count' && <td className="figures-number">{format.number(figure.rows, 0)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
