import * as m from './models.ts';

/** Tasks with parts, and people who own them. */
export const tasks = m.modelOf({
  entities: [
    m.entityOf('Person', [
      ['name', m.text()],
      ['mail', m.email],
      ['boss', m.reference('Person')],
    ]),
    m.entityOf('Task', [
      ['title', m.text()],
      ['owner', m.reference('Person')],
      ['size', m.integer],
      ['kind', m.choice('Zebra', 'Ant', 'Mouse')],
      ['due', m.date],
      ['price', m.money(null)],
      ['secret', m.text()],
      ['parts', m.lines('Part')],
    ]),
    m.entityOf('Part', [
      ['name', m.text()],
      ['count', m.integer],
    ]),
  ],
});
