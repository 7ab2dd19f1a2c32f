import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'call-without-record',
  point: 7,
  severity: 'error',
  about: 'A call about one record whose path does not say which.',
  *find({ entities }) {
    for (const { calls } of entities) {
      for (const { id, at, name, path, does, where, standing } of calls) {
        if (standing !== 'stated' || where !== null || !path.startsWith('/') || path.includes('/:')) continue;
        if (does.kind !== 'read' && does.kind !== 'change' && does.kind !== 'delete' && does.kind !== 'event') continue;
        const what = does.kind === 'event' ? `“${does.event}”` : does.kind;
        yield {
          element: id,
          at,
          message: `The call ${name} should ${what} one ${does.entity}, but ${path} does not say which.`,
          next: `Add a parameter to its path, such as \`${path.replace(/\/$/, '')}/:id\`${does.kind === 'read' ? `, or “list ${does.entity}” under Does` : ''}; or a condition that one record meets, such as \`${does.entity} where …\`.`,
        };
      }
    }
  },
});
