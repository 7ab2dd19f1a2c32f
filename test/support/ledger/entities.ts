import assert from 'node:assert/strict';
import type { Json } from '../../../src/engine/core/intent.ts';
import { fieldType } from '../../../src/fields/registry/lookup.ts';
import { type TextFormatKind, textFormatKinds } from '../../../src/model/types/text-formats.ts';
import type { Probe } from './prove.ts';
import { done, failures, type Garden, openGarden } from './world.ts';

/** Point 3: entities, fields, types and notes. */
export const entities: readonly Probe[] = [
  {
    element: 'point 3 · field columns: Field',
    mutate: ['| bed | text |', '| place | text |'],
    probe: async (garden) => {
      const made = await garden.create('Vera', 'Plot', { code: 'N1', fee: '1.00', bed: 'b' });
      assert.deepEqual([made.status, made.body['bed']], [201, 'b']);
    },
  },
  {
    element: 'point 3 · field columns: Type',
    mutate: ['| number | integer |', '| number | text |'],
    probe: async (garden) => assert.deepEqual(await tried(garden, 'Plot', { number: 'seven' }), ['/number WRONG_TYPE']),
  },
  {
    element: 'point 3 · field columns: Required',
    mutate: ['| fee | money(EUR) | yes |', '| fee | money(EUR) | no |'],
    probe: async (garden) =>
      assert.deepEqual(failures(await garden.create('Vera', 'Plot', { code: 'N1' })), ['/fee REQUIRED']),
  },
  {
    element: 'point 3 · field columns: Notes',
    mutate: ['title, "painted on the gate"', 'title'],
    probe: async (garden) => assert.equal((await garden.why('field/Plot/code')).body.help, 'painted on the gate'),
  },
  {
    element: 'point 3 · entity keys: Belongs to',
    mutate: ['- Belongs to: Plot\n', ''],
    probe: async (garden) => {
      assert.equal((await (await garden.as('Vera')).get('/api/crops')).status, 404);
      assert.deepEqual((await garden.newPlot({ crops: [{ plant: 'Leek' }] }))['crops'] !== undefined, true);
    },
  },
  {
    element: 'point 3 · entity keys: Plural',
    mutate: ['- Plural: Gardenfolk\n', ''],
    probe: async (garden) => {
      assert.equal((await (await garden.as('Vera')).get('/api/gardenfolk')).status, 200);
      const { model } = await garden.view('Vera');
      assert.equal(model.entities.find(({ name }) => name === 'Gardener')?.plural, 'Gardenfolk');
    },
  },
  {
    element: 'point 3 · entity keys: Unique',
    given: [['- Was: Implement\n', '- Was: Implement\n- Unique: story, care\n']],
    mutate: ['- Unique: story, care\n', ''],
    probe: async (garden) => {
      const alike = { story: 'of old', care: 'Oil' };
      assert.deepEqual(await tried(garden, 'Tool', alike), []);
      assert.deepEqual(await tried(garden, 'Tool', { ...alike, care: 'Dry' }), []);
      assert.deepEqual(await tried(garden, 'Tool', alike), ['/story NOT_UNIQUE']);
    },
  },
  {
    element: 'point 3 · entity keys: Key',
    given: [
      ['- Was: Implement\n', '- Was: Implement\n- Key: serial\n'],
      [
        '| label | text(2..20) | yes | title |',
        '| serial | number series(T-000) | | |\n| label | text(2..20) | yes | title |',
      ],
    ],
    mutate: ['- Key: serial\n', ''],
    probe: async (garden) => {
      const tool = done(await garden.create('Vera', 'Tool', { label: 'Hoe' }));
      assert.match(String(tool['id']), /^T-\d{3}$/);
    },
  },
  {
    element: 'point 3 · entity keys: Was',
    mutate: ['- Was: Implement\n', ''],
    probe: ({ text }) => keeps(text, formerTools(text), '/api/shed', 'label', 'Spade'),
  },
  type('boolean', { lent: 'perhaps' }, 'lent', 'boolean', true),
  type('choice', { care: 'Wax' }, 'care', 'Oil, Dry', 'Oil', 'NOT_A_CHOICE'),
  type('date and time', { dueAt: '2026-08-15' }, 'dueAt', 'date and time', '2026-08-15T10:00:00.000Z'),
  type('date', { bought: 'yesterday' }, 'bought', 'date', '2026-08-01'),
  type('decimal', { weight: 'heavy' }, 'weight', 'decimal(5, 2)', '1.50'),
  more(type('duration', { span: '90' }, 'span', 'duration', '1 h 30 min')),
  ...textFormatKinds.map(textFormatProbe),
  {
    element: 'point 3 · types: file',
    mutate: ['| manual | file(pdf) |', '| manual | text |'],
    probe: async (garden) => {
      const uploaded = await garden.upload('Vera', 'how-to.pdf', 100);
      assert.equal(uploaded.status, 201);
      assert.equal((await garden.upload('Vera', 'how-to.txt', 100)).body.code, 'WRONG_FILE');
      const made = await garden.create('Vera', 'Tool', { label: 'Rake', manual: JSON.parse(uploaded.text) });
      assert.equal(JSON.parse(JSON.stringify(made.body['manual'] ?? {})).name, 'how-to.pdf');
    },
  },
  type('integer', { count: 'many' }, 'count', 'integer(1..9)', 3),
  {
    element: 'point 3 · types: list',
    mutate: ['| crops | list of Crop |', '| crops | text |'],
    probe: async (garden) => {
      const crops = (await garden.create('Vera', 'Plot', { code: 'N1', fee: '1.00', crops: [{ plant: 'Leek' }] })).body[
        'crops'
      ];
      assert.deepEqual(Array.isArray(crops) && crops.map(({ plant }) => plant), ['Leek']);
    },
  },
  {
    element: 'point 3 · types: long text',
    mutate: ['| story | long text(..60) |', '| story | text(..60) |'],
    probe: async (garden) => assert.deepEqual(await tried(garden, 'Tool', { story: 'one\ntwo' }), []),
  },
  type('money', { price: 'dear' }, 'price', 'money(EUR)', '3.50'),
  more({
    element: 'point 3 · types: number series',
    mutate: ['| serial | number series(T-000) |', '| serial | text |'],
    probe: async (garden) => {
      const [one, two] = [
        await garden.create('Vera', 'Tool', { label: 'Hoe' }),
        await garden.create('Vera', 'Tool', { label: 'Rake' }),
      ];
      const [first, second] = [done(one), done(two)].map(({ serial }) =>
        Number(/^T-(\d{3})$/.exec(String(serial))?.[1]),
      );
      assert.ok(first !== undefined && second === first + 1, `${first}, then ${second}`);
    },
  }),
  {
    element: 'point 3 · types: object',
    given: [
      ['| number | integer | no | unique |', '| number | integer | no | unique |\n| former | object | | |'],
      [
        '| Requested | after PATIENCE | Free | | | | |',
        '| Requested | after PATIENCE | Free | | | | |\n| | on change | | | | former = values(old) |',
      ],
    ],
    mutate: ['former = values(old)', 'former = null'],
    probe: async (garden) => {
      const plot = done(await garden.change('Vera', await garden.newPlot({ number: 7 }), { number: 8 }));
      assert.equal((plot['former'] as { number?: number } | null)?.number, 7);
    },
  },
  {
    element: 'point 3 · types: password',
    given: [
      [
        '| email | email | yes | unique, sign-in |',
        '| email | email | yes | unique, sign-in |\n| pin | password(8..20) | no | |',
      ],
      ['name, email, roles (any)', 'name, email, pin, roles (any)'],
    ],
    mutate: ['| pin | password(8..20) |', '| pin | text(8..20) |'],
    probe: async (garden) => {
      const gardener = { name: 'Uma', email: 'uma@example.com', pin: 'correct horse 7' };
      assert.deepEqual(done(await garden.create('Vera', 'Gardener', gardener))['pin'], undefined);
      const signIn = { name: gardener.email, password: gardener.pin };
      assert.equal((await garden.server.guest.post('/_/sign-in', signIn)).status, 204);
    },
  },
  type('reference', { home: 'nowhere' }, 'home', 'Plot', null, 'NO_SUCH_VALUE'),
  more({
    element: 'point 3 · types: references',
    mutate: ['| users | set of Gardener |', '| users | text |'],
    probe: async (garden) => {
      const users = [(await garden.as('Vera')).id, (await garden.as('Mika')).id];
      assert.deepEqual(await tried(garden, 'Tool', { users: [users[0] ?? '', 'nobody'] }), ['/users/1 NO_SUCH_VALUE']);
      const { status, body } = await garden.create('Vera', 'Tool', { label: 'Hoe', users });
      assert.deepEqual([status, body['users']], [201, [...users].sort()]);
    },
  }),
  type('role', { grade: 'Nobody' }, 'grade', 'Role', 'Auditor', 'NOT_A_CHOICE'),
  {
    element: 'point 3 · types: text',
    mutate: ['| label | text(2..20) |', '| label | long text |'],
    probe: async (garden) => {
      assert.deepEqual(await tried(garden, 'Tool', { label: 'x' }), ['/label TOO_SHORT']);
      assert.deepEqual(await tried(garden, 'Tool', { label: 'one\ntwo' }), ['/label WRONG_TYPE']);
    },
  },
  more(type('texts', { parts: 'Grip' }, 'parts', 'list of text', ['Grip', 'Blade'])),
  more(type('time', { from: '25:00' }, 'from', 'time', '09:30')),
  {
    element: 'point 3 · notes: title',
    mutate: ['| title, "painted on the gate" |', '| "painted on the gate" |'],
    probe: async (garden) => assert.equal((await garden.plot('A1'))._.title, 'A1'),
  },
  {
    element: 'point 3 · notes: searchable',
    mutate: ['| searchable |', '| |'],
    probe: async (garden) => assert.deepEqual(await garden.rows('Vera', '/', '&q=north'), ['A1']),
  },
  {
    element: 'point 3 · notes: unique',
    mutate: ['| number | integer | no | unique |', '| number | integer | no | |'],
    probe: async (garden) => {
      await garden.newPlot({ number: 7 });
      assert.deepEqual(await tried(garden, 'Plot', { number: 7 }), ['/number NOT_UNIQUE']);
    },
  },
  {
    element: 'point 3 · notes: sign-in',
    mutate: ['| unique, sign-in |', '| unique |'],
    probe: async (garden) => {
      const { body } = await garden.server.guest.get<{ people: { title: string }[] }>('/_/app');
      assert.ok(body.people.some(({ title }) => title === 'Vera Holm'));
    },
  },
  {
    element: 'point 3 · notes: fixed',
    mutate: ['| bed | text | no | fixed |', '| bed | text | no | |'],
    probe: async (garden) => {
      const made = await garden.newPlot({ bed: 'b' });
      assert.ok(!Object.hasOwn(made._.can.change, 'bed'));
      assert.ok(
        !(await garden.entity('Vera', 'Plot')).createInputs.every((name) => Object.hasOwn(made._.can.change, name)),
      );
    },
  },
  {
    element: 'point 3 · notes: set by the product',
    mutate: ['| set by the product |', '| |'],
    probe: async (garden) => assert.ok(!Object.hasOwn((await garden.plot('A1'))._.can.change, 'grantedAt')),
  },
  {
    element: 'point 3 · notes: ignoring case',
    mutate: ['| ignoring case |', '| |'],
    probe: async (garden) => {
      assert.deepEqual(await tried(garden, 'Plot', { tag: 'WEED' }), ['/tag WEED']);
      await garden.newPlot({ tag: 'Rose' });
      assert.deepEqual(await garden.rows('Vera', '/by-fee', `&filter=${encodeURIComponent('tag == "rOSE"')}`), ['N1']);
    },
  },
  {
    element: 'point 3 · notes: default',
    mutate: ['| default Clay |', '| |'],
    probe: async (garden) => {
      const made = await garden.create('Vera', 'Plot', { code: 'N1', fee: '1.00' });
      assert.deepEqual([made.status, made.body['soil']], [201, 'Clay']);
    },
  },
  {
    element: 'point 3 · notes: =',
    mutate: ['| = `fee * 2` |', '| |'],
    probe: async (garden) => assert.equal((await garden.newPlot({ fee: '12.50' }))['deposit'], '25.00'),
  },
  {
    element: 'point 3 · notes: asked on',
    mutate: ['| reason | text(..80) | no | asked on revoke |', '| reason | text(..80) | no | |'],
    probe: async (garden) => assert.ok(!Object.hasOwn((await garden.plot('A1'))._.can.change, 'reason')),
  },
  {
    element: 'point 3 · notes: MIN..MAX',
    mutate: ['| at most MOST_CROPS |', '| |'],
    probe: async (garden) => {
      const crops = ['Leek', 'Kale', 'Pea'].map((plant) => ({ plant }));
      assert.deepEqual(await tried(garden, 'Plot', { crops }), ['/crops TOO_MANY_LINES']);
    },
  },
  noted('in steps of', '| count | integer(1..9) | no |', 'in steps of 2', async (garden) =>
    assert.deepEqual(await tried(garden, 'Tool', { count: 2 }), ['/count WRONG_TYPE']),
  ),
  noted('pattern', '| contact | email | no |', 'pattern `/a.*/`', async (garden) => {
    assert.deepEqual(await tried(garden, 'Tool', { contact: 'a@example.com' }), []);
    assert.deepEqual(await tried(garden, 'Tool', { contact: 'b@example.com' }), ['/contact WRONG_TYPE']);
  }),
  noted('required when', '| care | Oil, Dry | no |', 'required when `lent`', async (garden) => {
    assert.deepEqual(await tried(garden, 'Tool', { lent: false }), []);
    assert.deepEqual(await tried(garden, 'Tool', { lent: true, care: 'Oil' }), []);
    assert.deepEqual(await tried(garden, 'Tool', { lent: true }), ['/care NOT_VALID']);
  }),
  noted('shown when', '| care | Oil, Dry | no |', 'shown when `lent`', async (garden) => {
    assert.deepEqual(await tried(garden, 'Tool', { lent: true, care: 'Oil' }), []);
    assert.deepEqual(await tried(garden, 'Tool', { lent: false, care: 'Oil' }), ['/care NOT_VALID']);
    const { model } = await garden.view('Vera');
    const tool = model.entities.find(({ name }) => name === 'Tool');
    assert.equal(tool?.fields.find(({ name }) => name === 'care')?.shownWhen?.text, 'lent');
  }),
  {
    element: 'point 3 · notes: among',
    given: [
      [
        '| label | text(2..20) | yes | title |',
        '| label | text(2..20) | yes | title |\n| twin | Tool | no | among `count > 1` |',
      ],
    ],
    mutate: ['| twin | Tool | no | among `count > 1` |', '| twin | Tool | no | |'],
    probe: async (garden) => {
      const made = async (count: number) =>
        (await garden.create('Vera', 'Tool', { label: `Rake ${count}`, count })).body.id;
      assert.deepEqual(await tried(garden, 'Tool', { twin: await made(2) }), []);
      assert.deepEqual(await tried(garden, 'Tool', { twin: await made(1) }), ['/twin NOT_OFFERED']);
    },
  },
  noted('write-only', '| contact | email | no |', 'write-only', async (garden) => {
    const made = await garden.create('Vera', 'Tool', { label: 'Rake', contact: 'a@example.com' });
    assert.deepEqual([made.status, Object.hasOwn(made.body, 'contact')], [201, false]);
  }),
  {
    element: 'point 3 · notes: label',
    given: [['- plant: text(1..40), required, title', '- plant: text(1..40), required, title, label "Kind of plant"']],
    mutate: [', label "Kind of plant"', ''],
    probe: async (garden) => {
      const made = await garden.create('Vera', 'Plot', { code: 'N3', fee: '1.00', crops: [{}] });
      assert.match(made.body.failures?.[0]?.message ?? '', /^Kind of plant /);
    },
  },
  {
    element: 'point 3 · notes: colours',
    given: [['| default Clay |', '| default Clay, colours Clay red, Loam teal |']],
    mutate: [', colours Clay red, Loam teal |', ' |'],
    probe: async (garden) =>
      assert.deepEqual((await garden.tones('Vera'))['field/Plot/soil'], { Clay: 'red', Loam: 'teal' }),
  },
  {
    element: 'point 3 · notes: on delete',
    mutate: ['| on delete: clear |', '| |'],
    probe: async (garden) => {
      const plot = await garden.newPlot();
      done(await garden.raise('Mika', plot, 'request'));
      const mika = (await garden.as('Vera')).get<never>(`/_/records/Gardener/${(await garden.as('Mika')).id}`);
      assert.equal((await garden.remove('Vera', (await mika).body)).status, 204);
      assert.equal((await garden.read('Vera', plot)).body['holder'], null);
    },
  },
  {
    element: 'point 3 · notes: was',
    mutate: ['| was cost |', '| |'],
    probe: ({ text }) => keeps(text, formerFee(text), '/api/beds', 'fee', '30.00'),
  },
  {
    element: 'point 3 · notes: required',
    mutate: ['- plant: text(1..40), required, title', '- plant: text(1..40), title'],
    probe: async (garden) =>
      assert.deepEqual(await tried(garden, 'Plot', { crops: [{}] }), ['/crops/0/plant REQUIRED']),
  },
];

/** A value that the type refuses, and one that it takes and gives back; every text would be taken by `text`. */
function type(
  kind: string,
  bad: Readonly<Record<string, Json>>,
  field: string,
  written: string,
  good: Json,
  code = 'WRONG_TYPE',
): Probe {
  return {
    element: `point 3 · types: ${kind}`,
    mutate: [`| ${field} | ${written} |`, `| ${field} | text |`],
    probe: async (garden) => {
      assert.deepEqual(await tried(garden, 'Tool', bad), [`/${field} ${code}`]);
      const made = await garden.create('Vera', 'Tool', { label: 'Rake', [field]: good });
      assert.deepEqual([made.status, made.body[field]], [201, good]);
    },
  };
}

/** The probe of a text format, from the samples that its file states. */
function textFormatProbe(kind: TextFormatKind): Probe {
  const { good = [], bad = [] } = fieldType(kind).samples[0] ?? {};
  return more(type(kind, { sample: bad[0]?.[0] ?? null }, 'sample', kind, good[0]?.[0] ?? null));
}

/** The same of a field that is added to the tools. */
function more(probe: Probe): Probe {
  const [row] = probe.mutate;
  return { ...probe, given: [['| grade | Role | no | |', `| grade | Role | no | |\n${row} no | |`]] };
}

/** A note of a field of the tools. */
function noted(note: string, row: string, written: string, probe: Probe['probe']): Probe {
  const [bare, full] = [`${row} |`, `${row} ${written} |`];
  return { element: `point 3 · notes: ${note}`, given: [[bare, full]], mutate: [full, bare], probe };
}

/** What fails of a new record with these fields. */
async function tried(
  garden: Garden,
  entity: 'Plot' | 'Tool',
  fields: Readonly<Record<string, Json>>,
): Promise<readonly string[]> {
  const usual = entity === 'Plot' ? { code: 'N2', fee: '1.00' } : { label: 'Hoe' };
  return failures(await garden.create('Vera', entity, { ...usual, ...fields }));
}

/** What an older document stored is there under the new name. */
async function keeps(text: string, older: string, path: string, field: string, value: string): Promise<void> {
  const garden = await openGarden(text, older);
  try {
    const { body } = await (await garden.as('Vera')).get<{ items?: readonly Record<string, Json>[] }>(path);
    assert.ok(body.items?.some((item) => item[field] === value));
    assert.equal(garden.server.runtime.status().running, garden.server.runtime.status().read);
  } finally {
    await garden.stop();
  }
}

const formerTools = (text: string) => text.replace('- Was: Implement\n', '').replaceAll('Tool', 'Implement');

const formerFee = (text: string) =>
  text
    .replace('| was cost |', '| |')
    .replaceAll(/\bfee\b/g, 'cost')
    .replace('\n| fee |', '\n| cost |');
