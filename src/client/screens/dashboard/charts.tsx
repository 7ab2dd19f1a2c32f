import { isRightToLeft } from '../../view/text-direction.ts';
import { layOutBars, layOutSeries, shortened, textWidth } from './chart-layout.ts';
import type { Figure } from './figures.ts';
import { Plot, type RenderedPlot } from './plot.tsx';

export interface ChartProps {
  readonly label: string;
  readonly summary: string;
  readonly figures: readonly Figure[];
  /** Horizontal bars for categories; columns or a line over time. */
  readonly shape: 'bars' | 'columns' | 'line';
  /** Element ids of the fields of the two axes. */
  readonly byElement: string | undefined;
  readonly fieldElement: string | undefined;
  readonly short: (value: number) => string;
  /** True if the axis shows whole numbers only. */
  readonly isWhole: boolean;
  readonly rowsText: (rows: number) => string;
}

/** The drawing of a chart. In a file of its own, so that the charting library is loaded only when a chart is drawn. */
export function ChartDrawing(props: ChartProps) {
  const { label, summary, figures, shape, rowsText } = props;
  const draw = (width: number, active: number | null): RenderedPlot =>
    shape === 'bars' ? drawBars(props, width, active) : drawSeries(props, width, active);
  return <Plot label={label} summary={summary} figures={figures} rowsText={rowsText} draw={draw} />;
}

function drawBars(
  { figures, byElement, fieldElement }: ChartProps,
  width: number,
  active: number | null,
): RenderedPlot {
  const { bars, height, row, letters, zero } = layOutBars(width, figures);
  // In right-to-left languages bars start at the right.
  const isMirrored = isRightToLeft();
  const sided = (x: number, long = 0) => (isMirrored ? width - x - long : x);
  const [first, last] = isMirrored ? (['end', 'start'] as const) : (['start', 'end'] as const);
  const marks = (
    <>
      {bars.map(({ figure, top, x, y, width: long, height: thick, labelY }, index) => (
        <g key={index} className="bar" data-active={index === active || undefined}>
          <rect className="bar-row" x={0} y={top} width={width} height={row} rx={6} />
          <text className="mark-label" x={sided(0)} y={labelY} textAnchor={first} data-element={byElement}>
            {shortened(figure.label, letters)}
          </text>
          <rect
            className="bar-mark"
            data-tone={figure.tone ?? undefined}
            x={sided(x, long)}
            y={y}
            width={long}
            height={thick}
            rx={Math.min(3, long / 2)}
          />
          <text className="mark-value" x={sided(width)} y={labelY} textAnchor={last} data-element={fieldElement}>
            {figure.text === '' ? '–' : figure.text}
          </text>
        </g>
      ))}
      {zero !== null && <line className="axis-zero" x1={sided(zero)} x2={sided(zero)} y1={0} y2={height} />}
    </>
  );
  return {
    height,
    marks,
    nearest: (_x, y) => Math.max(0, Math.min(bars.length - 1, Math.floor(y / row))),
    areaAt: (index) => ({ left: 0, top: index * row, width, height: row }),
    noteAt: (index) => {
      const bar = bars[index];
      return { x: sided((bar?.x ?? 0) + (bar?.width ?? 0) / 2), y: bar?.y ?? 0 };
    },
  };
}

function drawSeries(props: ChartProps, width: number, active: number | null): RenderedPlot {
  const { figures, shape, byElement, fieldElement, short, isWhole } = props;
  const course = layOutSeries(width, figures, short, isWhole);
  const { left, right, bottom, spots, band, zero, ticks, labelled } = course;
  const marks = (
    <>
      <g data-element={fieldElement}>
        {ticks.map(({ y, text }) => (
          <g key={y}>
            <line className="axis-line" x1={left} x2={right} y1={y} y2={y} />
            <text className="axis-text" x={left - 8} y={y + 4} textAnchor="end">
              {text}
            </text>
          </g>
        ))}
      </g>
      <g data-element={byElement}>
        {labelled.map((index) => (
          <text
            key={index}
            className="axis-text"
            y={bottom + 20}
            {...labelPlacement(spots[index]?.x ?? 0, figures[index]?.label ?? '', width)}
          >
            {figures[index]?.label}
          </text>
        ))}
      </g>
      {active !== null && (
        <line className="axis-guide" x1={spots[active]?.x} x2={spots[active]?.x} y1={course.top} y2={bottom} />
      )}
      {shape === 'line' ? (
        <>
          <path className="course-area" d={course.area} />
          <path className="course-line" d={course.line} />
          {spots.map(({ x, y }, index) =>
            y === null ? null : (
              <circle
                key={index}
                className="course-spot"
                data-active={index === active || undefined}
                cx={x}
                cy={y}
                r={index === active ? 5 : 3}
              />
            ),
          )}
        </>
      ) : (
        spots.map(({ x, y }, index) =>
          y === null ? null : (
            <rect
              key={index}
              className="bar-mark"
              data-active={index === active || undefined}
              data-tone={figures[index]?.tone ?? undefined}
              x={x - band / 2}
              y={Math.min(y, zero)}
              width={band}
              height={Math.abs(zero - y)}
              rx={Math.min(3, Math.abs(zero - y) / 2)}
            />
          ),
        )
      )}
    </>
  );
  return {
    height: course.height,
    marks,
    nearest: (x) => nearestTo(x, spots),
    areaAt: (index) => {
      const step = spots.length > 1 ? (spots[1]?.x ?? 0) - (spots[0]?.x ?? 0) : right - left;
      return { left: (spots[index]?.x ?? 0) - step / 2, top: course.top, width: step, height: bottom - course.top };
    },
    noteAt: (index) => ({ x: spots[index]?.x ?? 0, y: spots[index]?.y ?? zero }),
  };
}

/** Centers a label on `x`; a label that would exceed the drawing is aligned to its end. */
function labelPlacement(x: number, text: string, width: number) {
  const sticksOut = x + textWidth(text) / 2 > width;
  return sticksOut ? ({ x: width, textAnchor: 'end' } as const) : ({ x, textAnchor: 'middle' } as const);
}

function nearestTo(x: number, spots: readonly { readonly x: number }[]): number {
  let found = 0;
  for (const [index, spot] of spots.entries()) {
    if (Math.abs(spot.x - x) < Math.abs((spots[found]?.x ?? 0) - x)) found = index;
  }
  return found;
}
