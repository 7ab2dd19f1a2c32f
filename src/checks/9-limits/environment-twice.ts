import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'environment-twice',
  point: 9,
  severity: 'warning',
  about: 'Two constants that come from the same environment variable.',
  *find({ model }) {
    const first = new Map<string, (typeof model.constants)[number]>();
    for (const constant of model.constants) {
      const { id, name, at, environment } = constant;
      if (environment === null) continue;
      const earlier = first.get(environment);
      if (earlier === undefined) {
        first.set(environment, constant);
        continue;
      }
      if (earlier.name === name) continue;
      yield {
        element: id,
        at,
        also: [earlier.at],
        message: `${name} and ${earlier.name} both come from ${environment}, so they always have the same value.`,
        next: `Give ${name} a variable of its own, or use ${earlier.name} instead.`,
      };
    }
  },
});
