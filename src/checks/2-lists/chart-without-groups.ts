import type { Attribute } from '../../model/lookups/schema.ts';
import type { Chart } from '../../model/types/model.ts';
import type { Kind } from '../../model/types/types.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'chart-without-groups',
  point: 2,
  severity: 'warning',
  about:
    'A chart by a field that does not form groups: by month of a text, by an exact time, by files, by several records.',
  *find({ entities }) {
    for (const context of entities) {
      const attributes = context.schema.entities.get(context.entity.name)?.attributes;
      for (const screen of context.screens) {
        for (const chart of screen.charts) {
          const attribute = attributes?.get(chart.by);
          const fault = attribute === undefined || chart.standing !== 'stated' ? null : faultOf(chart, attribute);
          if (attribute === undefined || fault === null) continue;
          yield {
            element: chart.id,
            at: chart.at,
            also: [attribute.kind === 'field' ? attribute.field.at : null],
            message: `“${chart.name}” is drawn by ${chart.interval === null ? '' : `${chart.interval} of `}${chart.by}, but ${fault.why}.`,
            next: fault.next,
            witness: witnessOf(context, { who: screen.roles?.[0]?.name ?? null, screen, outcome: fault.happens }),
          };
        }
      }
    }
  },
});

interface Fault {
  readonly why: string;
  readonly next: string;
  readonly happens: string;
}

const MOMENTS: ReadonlySet<Kind> = new Set(['date', 'date and time', 'unknown']);
/** Kinds of field whose values are almost all different. */
const NO_GROUPS: ReadonlySet<Kind> = new Set(['long text', 'file', 'list', 'references', 'number series']);

function faultOf({ interval, by }: Chart, { type }: Attribute): Fault | null {
  if (interval !== null && !MOMENTS.has(type.kind)) {
    return {
      why: `${by} is not a date`,
      next: `Write “by ${by}”, or name a date after “by ${interval} of”.`,
      happens: `there are no ${interval}s to draw`,
    };
  }
  if (interval !== null) return null;
  if (type.kind === 'date and time' || NO_GROUPS.has(type.kind)) {
    const isMoment = type.kind === 'date and time';
    return {
      why: isMoment ? 'hardly any two records have the same time' : 'hardly any two records have the same value',
      next: isMoment
        ? `Write “by month of ${by}”, or by day, week, quarter or year.`
        : 'Name a choice, a state or a date.',
      happens: type.kind === 'references' ? 'the chart is refused' : 'each record is a group of its own',
    };
  }
  return null;
}
