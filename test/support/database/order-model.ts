import * as m from './models.ts';

/** Orders with items, people who buy and sell, a value of each type. */
export const orders = m.modelOf({
  entities: [
    m.entityOf('Person', [
      ['name', m.text(80), { title: true }],
      ['mail', m.email, { unique: true, signIn: true }],
      ['boss', m.reference('Person')],
    ]),
    m.entityOf('Order', [
      ['title', m.text()],
      ['buyer', m.reference('Person')],
      ['seller', m.reference('Person'), { onDelete: 'clear' }],
      ['code', m.text(), { unique: true }],
      ['total', m.money('EUR')],
      ['price', m.money(null)],
      ['rate', m.decimal(6, 3)],
      ['paid', m.yesNo],
      ['due', m.date],
      ['sent', m.instant],
      ['scan', m.file],
      ['tags', m.role(true)],
      ['items', m.lines('Item')],
    ]),
    m.entityOf('Item', [
      ['what', m.text()],
      ['amount', m.money('EUR')],
      ['proof', m.file],
      ['maker', m.reference('Person'), { onDelete: 'clear' }],
    ]),
  ],
  machines: [m.machineOf('Order', 'status', ['Open', 'Closed'])],
});
