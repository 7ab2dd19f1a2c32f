import type { Model, Sample } from '../../model/types/model.ts';
import { blocks, row, text } from './text.ts';

export function printSamples({ samples }: Model): string {
  if (samples.length === 0) return '';
  return blocks(['## Sample data', ...samples.map(sample)]);
}

function sample({ entity, columns, rows }: Sample): string {
  const header =
    columns.length === 0
      ? ['|', '| --- |']
      : [row(columns.map((column) => text(column.name))), row(columns.map(() => '---'))];
  const lines = rows.map(({ cells }) => row(cells.map((cell) => text(cell.text))));
  return blocks([`### ${text(entity)}`, [...header, ...lines].join('\n')]);
}
