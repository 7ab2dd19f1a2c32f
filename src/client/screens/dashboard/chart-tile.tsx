import { ChartNoAxesColumn, Table } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import type { WireTile } from '../../../engine/core/wire-format.ts';
import type { Chart } from '../../../model/types/model.ts';
import { IconButton } from '../../components/button.tsx';
import { lazyPreloaded } from '../../components-base/lazy-preloaded.ts';
import { Skeleton } from '../../components-base/skeleton.tsx';
import { messages } from '../../languages/messages.ts';
import { insideSentence } from '../../view/count-nouns.ts';
import { toneOf } from '../../view/display-value.ts';
import { useLabelOf } from '../../view/labels.ts';
import { useView } from '../../view/view-context.tsx';
import { isOverTime, renderedChart, summaryOf } from './chart-selection.ts';
import type { AddressOf } from './drill-down.ts';
import { FigureTable } from './figure-table.tsx';
import { commonMeasure, figuresOf, measureOf, shortText } from './figures.ts';
import { RefusedFigure } from './refused-figure.tsx';
import { StillCounting } from './still-counting.tsx';
import type { CountTexts } from './use-count-texts.ts';

const ChartDrawing = lazyPreloaded(() => import('./charts.tsx'), 'ChartDrawing');

interface ChartCardProps {
  readonly tile: WireTile;
  readonly model: Chart;
  readonly entity: string;
  readonly counting: CountTexts;
  readonly addressOf: AddressOf;
}

/**
 * A chart, or the same figures as a table. The table is always present for screen readers. Amounts in several currencies
 * are only shown as a table, since bars would compare them.
 */
export function ChartCard({ tile, model, entity, counting, addressOf }: ChartCardProps) {
  const context = useView();
  const { format, attribute } = context;
  const id = useId();
  const [isTable, setTable] = useState(false);
  const [field, by] = [attribute(entity, model.field ?? ''), attribute(entity, model.by)];
  const stated = measureOf(tile.aggregate, field?.type ?? null);
  const common = commonMeasure(stated, tile.points);
  const isSeveral = common === 'several';
  const measure = isSeveral ? stated : common;
  const choices = new Map(
    by?.type.kind === 'choice' ? by.type.options.map((option) => [option.label, option.name]) : [],
  );
  const figures = figuresOf(format, measure, tile.points).map((figure, index) => {
    const choice = by?.kind === 'state' ? choices.get(figure.label) : undefined;
    return {
      ...figure,
      to: addressOf(tile, index),
      tone: by === null || choice === undefined ? null : (toneOf(context, by, choice) ?? null),
    };
  });
  const overTime = isOverTime(model, by);
  const { drawn, left } = renderedChart(figures, by, overTime);
  const hasFigures = tile.refusal === undefined && tile.isComputing !== true;
  const isNothing = figures.every(({ rows }) => rows === 0);
  return (
    <section className="chart" aria-labelledby={id} data-element={tile.id}>
      <header className="chart-head">
        <div className="chart-words">
          <h2 className="tile-label" id={id}>
            {model.label}
          </h2>
          <ChartSubject model={model} entity={entity} />
        </div>
        {hasFigures && !isNothing && !isSeveral && (
          <IconButton
            label={isTable ? messages.dashboard.asChart : messages.dashboard.asTable}
            icon={isTable ? <ChartNoAxesColumn size={16} aria-hidden /> : <Table size={16} aria-hidden />}
            onPress={() => setTable(!isTable)}
            size="small"
          />
        )}
      </header>
      {model.help !== '' && <p className="tile-help">{model.help}</p>}
      {tile.refusal !== undefined && <RefusedFigure refusal={tile.refusal} />}
      {tile.isComputing === true && <StillCounting />}
      {hasFigures && isNothing && <p className="chart-nothing">{messages.dashboard.nothingYet}</p>}
      {hasFigures && !isNothing && (
        <>
          {isSeveral && <p className="chart-left">{messages.dashboard.severalCurrenciesHelp}</p>}
          {!isTable && !isSeveral && (
            <Suspense fallback={<Skeleton rows={4} />}>
              <ChartDrawing
                label={model.label}
                summary={summaryOf(format, model.label, drawn, overTime, measure, tile)}
                figures={drawn}
                shape={overTime || model.shape === 'line' ? (model.shape === 'line' ? 'line' : 'columns') : 'bars'}
                byElement={by?.id}
                fieldElement={field?.id}
                short={(value) => shortText(format, measure, value)}
                isWhole={measure === null || measure.kind === 'integer'}
                rowsText={counting.rows}
              />
              {left > 0 && <p className="chart-left">{messages.dashboard.more({ count: format.number(left, 0) })}</p>}
            </Suspense>
          )}
          <FigureTable
            isVisible={isTable || isSeveral}
            label={model.label}
            figures={figures}
            by={by}
            field={field}
            aggregate={tile.aggregate}
            entity={entity}
          />
        </>
      )}
    </section>
  );
}

/** What the chart shows, as in `Sum of total by month of spent on`. */
function ChartSubject({ model, entity }: Pick<ChartCardProps, 'model' | 'entity'>) {
  const { attribute } = useView();
  const labelOf = useLabelOf();
  const [field, by] = [attribute(entity, model.field ?? ''), attribute(entity, model.by)];
  const label = (id: string | undefined, name: string) => insideSentence(labelOf(id ?? name));
  return (
    <p className="chart-subject">
      <span data-element={field?.id}>
        {messages.dashboard.figure({ aggregate: model.aggregate, field: label(field?.id, model.field ?? '') })}
      </span>{' '}
      {messages.dashboard.by}{' '}
      {model.interval !== null && `${messages.dashboard.intervals[model.interval]} ${messages.dashboard.of} `}
      <span data-element={by?.id}>{label(by?.id, model.by)}</span>
    </p>
  );
}
