import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runChecks } from '../../src/checks/runner/run.ts';
import { defineSpecification, differenceOf, printDocument, readDocument, SpecificationError } from '../../src/index.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { withoutPlaces } from '../../src/model/diff/without-places.ts';

/** Most of the expense document, as an object. */
const claims = () =>
  defineSpecification({
    name: 'Expense claims',
    product: {
      purpose: 'Employees claim back what they spent.',
      audience: ['employees', 'managers'],
      language: 'en',
      timeZone: 'Europe/Berlin',
    },
    screens: {
      '/': {
        name: 'My claims',
        shows: 'Claim',
        where: 'owner == me',
        fields: ['title', 'total', 'status'],
        for: ['Employee'],
      },
      '/queue': {
        name: 'To approve',
        shows: 'Claim',
        sort: ['-submittedAt'],
        actions: ['approve'],
        for: ['Manager'],
        whenEmpty: 'Nothing waits for you.',
      },
      '/board': { name: 'Board', shows: 'Claim', as: 'board', by: 'status', for: ['Manager'] },
      '/claims/:id': { name: 'Claim', shows: 'Claim' },
      '/spending': {
        name: 'Spending',
        shows: 'Claim',
        as: 'dashboard',
        for: ['Manager'],
        numbers: { Paid: { aggregate: 'sum', of: 'total', where: 'status == Paid' } },
        charts: { 'By month': { shape: 'line', aggregate: 'sum', of: 'total', by: 'spentOn', interval: 'month' } },
      },
      '/about': { name: 'About', as: 'page', help: 'Who to ask.' },
    },
    entities: {
      Employee: {
        plural: 'Staff',
        fields: {
          name: { type: { kind: 'text', min: 1, max: 80 }, required: true, title: true },
          email: { type: 'email', required: true, unique: true, signIn: true },
          manager: { type: { kind: 'reference', entity: 'Employee' } },
          role: { type: 'role', required: true, default: 'Employee' },
        },
      },
      Claim: {
        fields: {
          title: { type: { kind: 'text', min: 3, max: 120 }, required: true, title: true, searchable: true },
          owner: { type: { kind: 'reference', entity: 'Employee' }, required: true, default: 'me', fixed: true },
          category: {
            type: { kind: 'choice', options: ['Travel', 'Meals'] },
            required: true,
            help: 'What it was for.',
          },
          spentOn: { type: 'date', required: true },
          lines: { type: { kind: 'list', entity: 'Line', min: 1, max: 'MAX_LINES' }, required: true },
          total: { type: { kind: 'money', currency: 'EUR' }, computed: 'sum(lines.amount)' },
          receipt: { type: { kind: 'file', endings: ['pdf', 'png'], maxSize: 10_000_000 } },
          note: { type: { kind: 'long text', max: 2000 } },
          submittedAt: { type: 'date and time', byProduct: true },
          refusal: { type: { kind: 'text', max: 500 }, askedOn: ['reject'] },
        },
      },
      Line: {
        belongsTo: 'Claim',
        fields: {
          what: { type: { kind: 'text', min: 1, max: 120 }, required: true, title: true },
          amount: { type: { kind: 'money', currency: 'EUR' }, required: true },
        },
      },
    },
    machines: {
      Claim: {
        status: {
          states: ['Draft', 'Submitted', 'Approved', 'Rejected', 'Paid'],
          final: ['Paid'],
          editableIn: ['Draft'],
          transitions: [
            { from: '(new)', to: 'Draft' },
            {
              from: 'Draft',
              event: 'submit',
              to: 'Submitted',
              who: ['owner'],
              onlyIf: 'total > 0',
              effects: [{ set: 'submittedAt', to: 'now' }, { notify: 'owner.manager' }],
            },
            {
              from: 'Submitted',
              event: 'approve',
              to: 'Approved',
              who: ['Manager'],
              onlyIf: 'owner.manager == me and owner != me',
            },
            {
              from: 'Submitted',
              event: 'reject',
              to: 'Rejected',
              who: ['Manager'],
              effects: [{ ask: 'refusal', optional: true }],
            },
            { from: 'Approved', event: 'pay', to: 'Paid', who: ['Manager'], effects: [{ call: 'payout' }] },
            { from: 'Submitted', after: '3 days', to: 'Submitted', effects: [{ notify: 'owner.manager' }] },
          ],
        },
      },
    },
    rules: {
      V1: { on: 'Claim', mustHold: 'spentOn <= today', error: 'FUTURE' },
      V2: {
        on: 'Claim',
        events: ['submit'],
        mustHold: 'total <= CLAIM_LIMIT or receipt != null',
        error: 'OVER_LIMIT',
        at: 'total',
      },
      V3: { on: 'Line', mustHold: 'amount > 0', severity: 'warning', message: 'Is this free?' },
    },
    roles: { Employee: { everyone: true }, Manager: 'approves the claims of their own team' },
    permissions: {
      Claim: {
        read: { Employee: 'owner == me', Manager: 'owner.manager == me' },
        create: { Employee: true },
        change: { Employee: { fields: ['title', 'note'], where: 'owner == me' } },
        delete: { Manager: { never: true } },
        fields: { note: { read: { Manager: true } } },
      },
      Employee: {
        read: { Employee: true },
        change: { Manager: { fields: ['role (any)'] } },
        create: { Manager: { notShown: true } },
      },
    },
    calls: {
      claims: {
        method: 'GET',
        path: '/api/claims',
        does: { list: 'Claim' },
        sends: ['filter', 'sort', 'page'],
        gets: 'page of Claim',
      },
      submit: {
        method: 'POST',
        path: '/api/claims/:id/submit',
        does: { event: 'submit', of: 'Claim' },
        gets: 'Claim',
        errors: ['OVER_LIMIT', 'FUTURE'],
      },
      payout: { method: 'POST', path: '{PAYOUT_URL}/transfers', does: 'outside', sends: '{ "to": owner.email }' },
    },
    errors: {
      FUTURE: { status: 422, message: 'The date lies in the future.', next: 'Claim it once it is spent.' },
      OVER_LIMIT: { status: 422, message: 'One claim may not exceed {CLAIM_LIMIT}.' },
    },
    constants: { CLAIM_LIMIT: '5000 EUR', MAX_LINES: 50, PAYOUT_URL: null },
    limits: { 'page size': 20, requests: { value: 600, per: 'minute' } },
    samples: {
      Employee: [
        { name: 'Ruth Adler', email: 'ruth@example.com', role: 'Manager' },
        { name: 'Ana Brandt', email: 'ana@example.com', manager: 'Ruth Adler' },
      ],
    },
  });

describe('a specification in TypeScript', () => {
  test('is the Model of its document: printing and reading gives it back', () => {
    const model = claims();
    const { model: again, diagnostics } = readDocument(printDocument(model));
    assert.deepEqual(withoutPlaces(again), withoutPlaces(model));
    assert.deepEqual(differenceOf(model, again), []);
    assert.deepEqual(
      diagnostics.filter(({ severity }) => severity === 'error'),
      [],
    );
  });

  test('contains everything in the input', () => {
    const model = claims();
    assert.deepEqual(
      model.entities.map(({ name, fields }) => [name, fields.length]),
      [
        ['Employee', 4],
        ['Claim', 10],
        ['Line', 2],
      ],
    );
    assert.equal(model.machines[0]?.transitions.length, 6);
    assert.equal(model.screens.length, 6);
    assert.equal(model.permissions.find(({ id }) => id === 'permission/Claim.note/read/Employee')?.grant.kind, 'no');
    assert.deepEqual(
      model.roles.map(({ everyone }) => everyone),
      [true, false],
    );
    assert.equal(model.constants.find(({ name }) => name === 'PAYOUT_URL')?.standing, 'not shown');
    assert.deepEqual(
      runChecks(assume(model)).filter(({ severity }) => severity === 'error'),
      [],
    );
  });

  test('can express everything a document can say about screens, states and timers', () => {
    const model = defineSpecification({
      name: 'Loans',
      screens: {
        '/': {
          name: 'Loans',
          shows: 'Loan',
          fields: ['title', { field: 'note', for: ['Desk'] }],
          filters: { Late: { where: 'dueOn < today', on: true } },
          switches: { 'Show closed': { where: 'status == Back' } },
          links: ['/days', { to: '/new', text: 'Lend something' }],
          startFor: ['Desk'],
          menu: { where: 'me.name != "Ada"' },
          onlyIf: 'me.name != null',
          otherwise: { to: '/about', message: 'Not for you.' },
          refresh: '60 seconds',
          pageSize: 25,
        },
        '/new': { name: 'New loan', shows: 'Loan', as: 'form', menu: true, next: { to: '/', message: 'Thank you.' } },
        '/loans/:id': {
          name: 'Loan',
          shows: 'Loan',
          sections: { Inside: { fields: ['note', 'dueOn'], for: ['Desk'] } },
        },
        '/days': { name: 'Days', shows: 'Loan', as: 'calendar', by: 'from', until: 'dueOn' },
        '/about': { name: 'About', as: 'page', menu: false, help: 'We lend.' },
        '/in': { name: 'Come in', as: 'sign-in', next: '/' },
        '/old': { name: 'Old', as: 'redirect', to: { to: '/', message: 'Moved.' } },
      },
      entities: {
        Member: { fields: { name: 'text', email: { type: 'email', signIn: true }, role: 'role' } },
        Loan: { fields: { title: 'text', note: 'text', from: 'date', dueOn: 'date', at: 'date and time' } },
      },
      machines: {
        Loan: {
          status: {
            states: ['Open', 'Late', 'Back'],
            final: ['Back'],
            groups: { Running: ['Open', 'Late'] },
            transitions: [
              { from: '(new)', to: 'Open' },
              { from: 'Open', to: 'Late', before: '2 hours', counting: 'at' },
              { from: 'Late', to: 'Back', after: '3 days' },
            ],
          },
        },
      },
      roles: { Member: { everyone: true }, Desk: 'lends' },
    });
    const { model: again, diagnostics } = readDocument(printDocument(model));
    assert.deepEqual(differenceOf(model, again), []);
    assert.deepEqual(withoutPlaces(again), withoutPlaces(model));
    assert.deepEqual(
      diagnostics.filter(({ code }) => code === 'not-read'),
      [],
    );
    const [first] = model.screens;
    assert.deepEqual(
      first?.filters.map(({ name, kind, on }) => [name, kind, on]),
      [
        ['Late', 'filter', true],
        ['Show closed', 'switch', false],
      ],
    );
    assert.deepEqual(
      model.screens.map(({ kind, otherwise, next }) => [kind, otherwise?.route ?? null, next?.route ?? null]),
      [
        ['table', '/about', null],
        ['form', null, '/'],
        ['record', null, null],
        ['calendar', null, null],
        ['page', null, null],
        ['sign-in', null, '/'],
        ['redirect', '/', null],
      ],
    );
  });

  test('leaves out what is not given: a point without parts is not shown', () => {
    const model = defineSpecification({ name: 'Tasks', entities: { Task: { fields: { title: 'text' } } } });
    assert.deepEqual(
      model.points.filter(({ standing }) => standing === 'stated').map(({ point }) => point),
      [3],
    );
    assert.deepEqual(withoutPlaces(readDocument(printDocument(model)).model), withoutPlaces(model));
  });

  test('keeps names such as __proto__ and names with special characters', () => {
    const model = defineSpecification({
      name: 'Hard',
      entities: { constructor: { fields: { ['__proto__']: 'text', 'a|b': 'date', select: 'integer' } } },
    });
    assert.deepEqual(
      model.entities[0]?.fields.map(({ name }) => name),
      ['__proto__', 'a|b', 'select'],
    );
  });

  test('throws with the path of each expression that can’t be read', () => {
    const broken = () =>
      defineSpecification({
        name: 'Broken',
        entities: { Task: { fields: { title: { type: 'text', default: '(' } } } },
        rules: { V1: { on: 'Task', mustHold: 'title = null' } },
      });
    assert.throws(broken, (error) => {
      assert.ok(error instanceof SpecificationError);
      assert.deepEqual(
        error.problems.map(({ path }) => path),
        ['entities.Task.fields.title.default', 'rules.V1.mustHold'],
      );
      return true;
    });
  });
});

describe('the compiler knows', () => {
  const entities = { Task: { fields: { title: 'text', dueOn: 'date' } } } as const;
  const machines = {
    Task: { status: { states: ['Open', 'Done'], transitions: [{ from: '(new)', to: 'Open' }] } },
  } as const;

  const roles = { Member: 'works' } as const;

  /** Each is an error to the compiler; a line marked so that is none fails the type check. */
  const mistakes = [
    () =>
      defineSpecification({
        name: 'x',
        entities,
        screens: {
          '/': {
            // @ts-expect-error no entity of this name
            shows: 'Tsk',
          },
        },
      }),
    () =>
      defineSpecification({
        name: 'x',
        entities,
        screens: {
          '/': {
            shows: 'Task',
            // @ts-expect-error no field of this name
            fields: ['titel'],
          },
        },
      }),
    () =>
      defineSpecification({
        name: 'x',
        entities: {
          Task: {
            fields: {
              // @ts-expect-error no entity of this name behind a reference
              of: { type: { kind: 'reference', entity: 'Project' } },
            },
          },
        },
      }),
    () =>
      defineSpecification({
        name: 'x',
        entities: {
          Task: {
            fields: {
              // @ts-expect-error a word of ours, misspelled
              title: { type: 'text', requird: true },
            },
          },
        },
      }),
    () =>
      defineSpecification({
        name: 'x',
        entities,
        machines: {
          Task: {
            status: {
              states: ['Open'],
              transitions: [
                // @ts-expect-error no state of this name
                { from: 'Open', event: 'end', to: 'Closed' },
              ],
            },
          },
        },
      }),
    () =>
      defineSpecification({
        name: 'x',
        entities,
        machines: {
          Task: {
            status: {
              states: ['Open'],
              transitions: [
                // @ts-expect-error no role and no field of this name
                { from: 'Open', event: 'end', to: 'Open', who: ['Boss'] },
              ],
            },
          },
        },
      }),
    () =>
      defineSpecification({
        name: 'x',
        entities,
        errors: { LATE: { message: 'Late.' } },
        rules: {
          // @ts-expect-error no error of this code
          V1: { on: 'Task', mustHold: 'dueOn >= today', error: 'LAET' },
        },
      }),
    () =>
      defineSpecification({
        name: 'x',
        entities,
        roles: { Member: '' },
        permissions: {
          Task: {
            // @ts-expect-error no role of this name
            read: { Membr: true },
          },
        },
      }),
    () =>
      defineSpecification({
        name: 'x',
        entities,
        machines,
        rules: {
          // @ts-expect-error no state of this name
          V1: { on: 'Task', in: ['Closed'], mustHold: 'title != null' },
        },
      }),
    () =>
      defineSpecification({
        name: 'x',
        entities,
        samples: {
          // @ts-expect-error no field of this name
          Task: [{ titel: 'One' }],
        },
      }),
    () =>
      defineSpecification({
        name: 'x',
        entities,
        machines,
        roles,
        screens: {
          '/': {
            shows: 'Task',
            // @ts-expect-error no role of this name
            for: ['Membr'],
          },
        },
      }),
    () =>
      defineSpecification({
        name: 'x',
        entities,
        machines,
        roles,
        screens: {
          '/': {
            shows: 'Task',
            // @ts-expect-error no role of this name to begin there
            startFor: ['Membr'],
          },
        },
      }),
    () =>
      defineSpecification({
        name: 'x',
        entities,
        machines,
        roles,
        screens: {
          '/': {
            shows: 'Task',
            // @ts-expect-error no field of this name to draw by
            by: 'titel',
          },
        },
      }),
    () =>
      defineSpecification({
        name: 'x',
        entities,
        machines,
        roles,
        screens: {
          '/': {
            shows: 'Task',
            // @ts-expect-error no field of this name to sort by
            sort: ['-titel'],
          },
        },
      }),
    () =>
      defineSpecification({
        name: 'x',
        entities,
        machines,
        roles,
        screens: {
          '/': {
            shows: 'Task',
            // @ts-expect-error no field of this name in a section
            sections: { More: { fields: ['titel'] } },
          },
        },
      }),
    () =>
      defineSpecification({
        name: 'x',
        entities,
        machines,
        roles,
        screens: {
          '/': {
            shows: 'Task',
            // @ts-expect-error no role of this name for a section
            sections: { More: { fields: ['title'], for: ['Membr'] } },
          },
        },
      }),
    () =>
      defineSpecification({
        name: 'x',
        entities,
        machines,
        roles,
        screens: {
          '/': {
            shows: 'Task',
            // @ts-expect-error no role of this name for a column
            fields: [{ field: 'title', for: ['Membr'] }],
          },
        },
      }),
    () =>
      defineSpecification({
        name: 'x',
        entities,
        machines,
        roles,
        screens: {
          '/': {
            shows: 'Task',
            // @ts-expect-error no address
            links: ['about'],
          },
        },
      }),
    () =>
      defineSpecification({
        name: 'x',
        entities,
        machines: {
          Task: {
            status: {
              states: ['Open', 'Done'],
              transitions: [{ from: '(new)', to: 'Open' }],
              // @ts-expect-error no state of this name is final
              final: ['Closed'],
            },
          },
        },
      }),
    () =>
      defineSpecification({
        name: 'x',
        entities,
        machines: {
          Task: {
            status: {
              states: ['Open', 'Done'],
              transitions: [{ from: '(new)', to: 'Open' }],
              // @ts-expect-error no state of this name to edit in
              editableIn: ['Closed'],
            },
          },
        },
      }),
    () =>
      defineSpecification({
        name: 'x',
        entities,
        machines: {
          Task: {
            status: {
              states: ['Open', 'Done'],
              transitions: [{ from: '(new)', to: 'Open' }],
              // @ts-expect-error no state of this name in a group
              groups: { Running: ['Closed'] },
            },
          },
        },
      }),
    () =>
      defineSpecification({
        name: 'x',
        roles: {
          Member: 'works',
          // @ts-expect-error no role of this name to include
          Lead: { includes: ['Membr'] },
        },
      }),
    () =>
      defineSpecification({
        name: 'x',
        entities,
        // @ts-expect-error no entity of this name for a call
        calls: { tasks: { method: 'GET', path: '/api/tasks', does: { list: 'Tsk' } } },
      }),
    () =>
      defineSpecification({
        name: 'x',
        entities,
        roles,
        permissions: {
          // @ts-expect-error no field of this name to grant
          Task: { change: { Member: { fields: ['titel'] } } },
        },
      }),
    () =>
      defineSpecification({
        name: 'x',
        entities: {
          Task: {
            fields: { title: 'text' },
            // @ts-expect-error no field of this name in a key
            unique: [{ fields: ['titel'] }],
          },
        },
      }),
  ];

  test('a name that is not declared', () => assert.equal(mistakes.length, 25));

  test('a machine and what every record has for attributes', () => {
    const model = defineSpecification({
      name: 'x',
      entities,
      machines,
      screens: { '/': { shows: 'Task', fields: ['title', 'status', 'createdAt'], sort: ['-createdAt'] } },
      rules: { V1: { on: 'Task', in: ['Open'], mustHold: 'title != null' } },
    });
    assert.deepEqual(
      model.screens[0]?.fields.map(({ name }) => name),
      ['title', 'status', 'createdAt'],
    );
  });
});
