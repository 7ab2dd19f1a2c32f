import type { WireTile } from '../../../engine/core/wire-format.ts';
import type { NumberTile } from '../../../model/types/model.ts';
import { Link } from '../../components/link.tsx';
import { messages } from '../../languages/messages.ts';
import { useView } from '../../view/view-context.tsx';
import type { AddressOf } from './drill-down.ts';
import { figureText, measureOf } from './figures.ts';
import { RefusedFigure } from './refused-figure.tsx';
import { StillCounting } from './still-counting.tsx';
import type { CountTexts } from './use-count-texts.ts';

interface NumberCardProps {
  readonly tile: WireTile;
  readonly model: NumberTile;
  readonly entity: string;
  readonly counting: CountTexts;
  readonly addressOf: AddressOf;
}

/** A figure with the number of records that it is computed from. */
export function NumberCard({ tile, model, entity, counting, addressOf }: NumberCardProps) {
  const { format, attribute } = useView();
  const type = attribute(entity, model.field ?? '')?.type ?? null;
  const point = tile.points[0];
  const rows = point?.rows ?? 0;
  const text = point === undefined ? '' : figureText(format, measureOf(tile.aggregate, type), point.value);
  const nothing = rows === 0 ? messages.dashboard.nothingYet : messages.dashboard.noValue;
  const shown = text === '' ? nothing : text;
  const to = addressOf(tile, 0);
  const note = counting.note(rows);
  return (
    <div className="tile" data-linked={to !== null || undefined} data-element={tile.id}>
      <h2 className="tile-label">{model.label}</h2>
      {tile.refusal !== undefined && <RefusedFigure refusal={tile.refusal} />}
      {tile.isComputing === true && <StillCounting />}
      {tile.refusal === undefined && tile.isComputing !== true && (
        <>
          <p className="tile-value">
            {to === null ? (
              <span className="tile-number">{shown}</span>
            ) : (
              <Link to={to} look="bare" className="tile-link">
                <span className="reader-only">{model.label}: </span>
                <span className="tile-number">{shown}</span>
              </Link>
            )}
          </p>
          {note !== null && <p className="tile-note">{note}</p>}
        </>
      )}
      {model.help !== '' && <p className="tile-help">{model.help}</p>}
    </div>
  );
}
