import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutPlaces } from '../src/model/diff/without-places.ts';
import type { Screen } from '../src/model/types/model.ts';
import { printDocument } from '../src/notation/print.ts';
import { readDocument } from '../src/notation/read.ts';

/** A library that the screens are about. */
const LIBRARY = `## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, sign-in
- role: Role
- mentor: Person

### Book

- title: text, title
- shelf: text
- boughtOn: date

### Loan

- book: Book
- reader: Person
- dueOn: date

## 6. Roles and permissions

- Reader: borrows
- Librarian: lends
- Shelf keeper: sorts

## 9. Business constants and limits

| Name | Value |
| --- | --- |
| POLL | 20 seconds |
`;

const library = (screens: string, product = 'A library.') =>
  readDocument(
    `# Specification: Library\n\n## 1. What the product does and for whom\n\n${product}\n\n## 2. Screens and routes\n\n${screens}\n\n${LIBRARY}`,
  );
const screensIn = (screens: string) => library(screens).model.screens;
const rolesOf = ({ roles }: Screen) => (roles === null ? 'not shown' : roles.map(({ name }) => name).join(', '));
const told = ({ route, name, kind, entity, ...screen }: Screen) =>
  `${route} · ${name} · ${kind} ${entity ?? ''} · ${rolesOf({ route, name, kind, entity, ...screen })}`;
const unreadIn = (screens: string) =>
  library(screens)
    .diagnostics.filter(({ code, point }) => code === 'not-read' && point === 2)
    .flatMap(({ message }) => {
      const named = [...message.matchAll(/“(.*?)…?”/g)].map(([, name]) => name);
      return named.length === 0 ? [message] : named;
    });

function assertScreens(text: string, expected: readonly string[]): void {
  const { model } = library(text);
  assert.deepEqual(model.screens.map(told), expected);
  const again = readDocument(printDocument(model)).model;
  assert.deepEqual(withoutPlaces(again), withoutPlaces(model));
}

function only(text: string, route: string): Screen {
  const screen = screensIn(text).find((each) => each.route === route);
  assert.ok(screen !== undefined, `no screen ${route}`);
  return screen;
}

const starts = (text: string) =>
  screensIn(text).flatMap(({ route, startFor }) => startFor.map(({ name }) => `${name} ${route}`));

describe('tables with columns of their own', () => {
  const table = `| Address | Called | What is on it | Who gets in | Leads to |
|---|---|---|---|---|
| \`/welcome\` | Welcome | Opening times | anybody, also without an account | \`/books\` |
| \`/books\` | Books | 50 to a page | readers, librarians | |
| \`/loans/:id\` | Loan | Data | librarians, the council | \`/books\` |`;

  test('their rows are screens, with whom they are for and where they lead', () => {
    assertScreens(table, [
      '/welcome · Welcome · page  · Guest',
      '/books · Books · table Book · Reader, Librarian',
      '/loans/:id · Loan · record Loan · Librarian, council',
    ]);
    assert.deepEqual(only(table, '/books').pageSize, { value: 50 });
    assert.deepEqual(
      only(table, '/welcome').links.map(({ route }) => route),
      ['/books'],
    );
  });

  test('what no pattern knows is reported at its own line', () => {
    assert.deepEqual(unreadIn(table), ['Opening times', 'Data']);
  });

  test('a cell that names nobody for certain opens the screen to nobody', () => {
    const text = '| Path | Called | Who |\n|---|---|---|\n| `/books` | Books | whoever has paid this year |';
    assert.deepEqual(screensIn(text).map(rolesOf), ['not shown']);
    assert.deepEqual(unreadIn(text), ['whoever has paid this year']);
  });
});

describe('lines', () => {
  test('indented lines in columns, with the people in square brackets', () => {
    const text = `  /login         Login (card number + PIN)
  /books         Books: list, 20 per page [librarian, shelf keeper]
  /books/:id     Book, e.g. /books/25-00417 [all]
  /loans         Loans [librarian]`;
    assertScreens(text, [
      '/login · Login · sign-in  · ',
      '/books · Books · table Book · Librarian, Shelf keeper',
      '/books/:id · Book · record Book · ',
      '/loans · Loans · table Loan · Librarian',
    ]);
    assert.deepEqual(only(text, '/books').pageSize, { value: 20 });
    assert.deepEqual(unreadIn(text), ['(card number + PIN)']);
  });

  test('lines that begin with the id of a requirement, which is kept', () => {
    const text = `FR-1: /books -> Books. Librarian, shelf keeper. Sort: bought on, newest first. 30/page.
FR-2: /loans => Loans. Reader.
FR-3: /loans/:id –> Loan + fine. Librarian of the branch.`;
    assertScreens(text, [
      '/books · Books · table Book · Librarian, Shelf keeper',
      '/loans · Loans · table Loan · Reader',
      '/loans/:id · Loan + fine · record Loan · not shown',
    ]);
    const books = only(text, '/books');
    assert.deepEqual(
      books.sort.map(({ field, descending }) => [field, descending]),
      [['boughtOn', true]],
    );
    assert.deepEqual(books.pageSize, { value: 30 });
    assert.match(only(text, '/loans').help, /FR-2/);
    assert.deepEqual(unreadIn(text), ['Librarian of the branch']);
  });
});

describe('sentences', () => {
  test('that say where a screen is, and for whom', () => {
    const text = `- The start page is at \`/\`.
- **Books** can be found at \`/books\`. Everybody who is signed in may look.
- **My loans** is at \`/loans\`. Only readers have it.
- **Shelves** stands under \`/shelves\` and only for the shelf keeper.
- **A loan** is at \`/loans/:id\`. It is for the reader, the mentor of the reader and the librarian.`;
    assertScreens(text, [
      '/ · start page · page  · ',
      '/books · Books · table Book · ',
      '/loans · My loans · table Loan · Reader',
      '/shelves · Shelves · page  · Shelf keeper',
      '/loans/:id · A loan · record Loan · not shown',
    ]);
    assert.equal(only(text, '/loans').filter?.text, 'reader == me');
  });

  for (const [text, expected] of [
    ['There are forty books on a page.', { value: 40 }],
    ['50 to a page.', { value: 50 }],
    ['100 rows per page.', { value: 100 }],
    ['A page of its own for each book.', null],
  ] as const) {
    test(`of the size of a page: ${text}`, () => {
      assert.deepEqual(only(`- **Books** – \`/books\`\n  - ${text}`, '/books').pageSize, expected);
    });
  }

  for (const [text, expected] of [
    ['It is sorted by shelf and then by title.', ['shelf', 'title']],
    ['Sorted by "bought on" descending.', ['-boughtOn']],
    ['Default sort `-boughtOn`.', ['-boughtOn']],
    ['Sorted by colour.', []],
  ] as const) {
    test(`of the order: ${text}`, () => {
      const { sort } = only(`- **Books** – \`/books\`\n  - ${text}`, '/books');
      assert.deepEqual(
        sort.map(({ field, descending }) => `${descending ? '-' : ''}${field}`),
        expected,
      );
    });
  }

  test('an order beside what is not read is taken, and the rest reported', () => {
    const text = '- **Books** – `/books`\n  - newest first, 100 rows per page, with a picture';
    const { sort, pageSize } = only(text, '/books');
    assert.deepEqual([sort.map(({ field }) => field), pageSize], [['createdAt'], { value: 100 }]);
    assert.deepEqual(unreadIn(text), ['with a picture']);
  });

  test('that name a screen, or the one that is called so in its own words', () => {
    const text = `  /books     Books: list, with cover
  /loans     Loans

- In the list: cover and title. Sorted by shelf.
- The loans page refreshes each 10 sec.
- \`Loans\`: 20 per page; blind until counted`;
    assert.deepEqual(
      only(text, '/books').sort.map(({ field }) => field),
      ['shelf'],
    );
    assert.equal(only(text, '/loans').refresh?.text, '10 seconds');
    assert.deepEqual(only(text, '/loans').pageSize, { value: 20 });
    assert.ok(unreadIn(text).includes('blind until counted'));
  });
});

describe('other hands', () => {
  test('requirements say who can open what', () => {
    const text = `(1) The librarian shall be able to open the list of loans at \`/loans\`. It must be sorted by due on.
(2) The system shall provide a page "Books" at \`/books\` for the shelf keeper.
(3) The user can open the map at \`/map\`.

As a reader I open \`/my-loans\` to see what I have.`;
    assertScreens(text, [
      '/loans · list of loans · table Loan · Librarian',
      '/books · Books · table Book · Shelf keeper',
      '/my-loans · /my-loans · page  · Reader',
    ]);
    assert.deepEqual(
      only(text, '/loans').sort.map(({ field }) => field),
      ['dueOn'],
    );
    assert.deepEqual(unreadIn(text), ['(3) The user can open the map at /map.', 'to see what I have']);
  });

  test('a line each for name, address and people, and a name under its address', () => {
    assertScreens('1. Screen: Shelves\n   Route: /shelves\n   Access: shelf keeper', [
      '/shelves · Shelves · page  · Shelf keeper',
    ]);
    assertScreens('/loans\n    All loans\n    For: librarian', ['/loans · All loans · table Loan · Librarian']);
  });

  test('arrows, links and numbered rows', () => {
    assertScreens('* `/books` => Books => librarian\n* Shelves (/shelves) → shelf keeper\n* [Loans](/loans)', [
      '/books · Books · table Book · Librarian',
      '/shelves · Shelves · page  · Shelf keeper',
      '/loans · Loans · table Loan · ',
    ]);
    assertScreens('| No. | Page | URL | Role(s) |\n|---|---|---|---|\n| P1 | Books | /books | Librarian |', [
      '/books · Books · table Book · Librarian',
    ]);
  });

  test('a list in YAML', () => {
    const text =
      '```yaml\nroutes:\n- path: /books\n  title: All books\n  roles: [librarian, auditor]\n- path: /loans\n  roles: all\n  icon: box\n```';
    assertScreens(text, ['/books · All books · table Book · Librarian, auditor', '/loans · /loans · table Loan · ']);
    assert.deepEqual(unreadIn(text), ['icon: box']);
  });
});

describe('where people land', () => {
  const screens = '- **Books** – `/books`\n- **Loans** – `/loans`\n- **Shelves** – `/shelves`\n\n';
  for (const sentence of [
    'After sign-in readers land on `/books`, librarians land on `/loans` and shelf keepers land on `/shelves`.',
    'Default after sign-in: reader => /books; librarian => /loans; shelf keeper => /shelves.',
    'Start = Books for the reader, Loans for the librarian, Shelves for the shelf keeper.',
    'Readers come to `/books` afterwards. Librarians come to `/loans`. The shelf keeper comes to `/shelves`.',
    'Readers start at `/books`, librarians at `/loans`, everybody else at `/shelves`.',
  ]) {
    test(sentence, () => {
      assert.deepEqual(starts(screens + sentence), ['Reader /books', 'Librarian /loans', 'Shelf keeper /shelves']);
      assert.deepEqual(unreadIn(screens + sentence), []);
    });
  }

  test('somebody who is nobody of the document is reported', () => {
    const sentence = 'After sign-in the mayor lands on `/books`.';
    assert.deepEqual(starts(screens + sentence), []);
    assert.deepEqual(unreadIn(screens + sentence).length, 1);
  });

  test('a link is no landing', () => {
    assert.deepEqual(starts(`${screens}The button leads to \`/books\`.`), []);
  });
});

describe('signing in', () => {
  const screens = '- **Sign in** – `/login`\n- **Books** – `/books` – librarians only\n- **Help** – `/help`\n\n';
  test('a page to sign in on, and where it leads on to', () => {
    const text = `${screens}- No token → \`<Navigate to="/login" />\`; after login back to \`from\`, default \`/books\`.`;
    const login = only(text, '/login');
    assert.deepEqual([login.kind, login.next?.route], ['sign-in', '/books']);
    assert.deepEqual(unreadIn(text), []);
  });

  test('whoever a screen is not for is led elsewhere; screens for everyone lead nobody', () => {
    const text = `${screens}- Wrong role → \`/help\` + toast "No access."`;
    const { otherwise } = only(text, '/books');
    assert.deepEqual([otherwise?.route, otherwise?.message], ['/help', 'No access.']);
    assert.equal(only(text, '/login').otherwise, null);
  });

  test('what may be opened without signing in', () => {
    const text = `${screens}Not signed in: the help can be read, without the index.`;
    assert.equal(rolesOf(only(text, '/help')), 'Guest');
    assert.deepEqual(unreadIn(text).length, 1);
  });

  test('the menu entry of those who are somebody’s mentor', () => {
    const text = `${screens}- **Mentoring** – \`/mentoring\`\n  - The menu entry appears only if the user is somebody's mentor.`;
    assert.equal(only(text, '/mentoring').menu?.when?.text, 'exists(Person where mentor == me)');
  });
});

describe('routes in code', () => {
  const inCode = (code: string) => `\`\`\`ts\n${code}\n\`\`\``;

  test('objects with a path, a component and roles', () => {
    assertScreens(
      inCode(`export const routes = [
  { path: '/login', element: <Login />, public: true },
  { path: '/', element: <Navigate to="/books" /> },
  { path: '/books', element: <BookList />, roles: ['librarian', 'auditor'] }, // all of them
  { path: '/loans', element: <LoanList />, canActivate: [LoanGuard] },
];`),
      [
        '/login · Login · sign-in  · Guest',
        '/ · / · redirect  · ',
        '/books · BookList · table Book · Librarian, auditor',
        '/loans · LoanList · table Loan · not shown',
      ],
    );
  });

  test('objects over several lines, nested ones under the path of their parent, titles in meta', () => {
    assertScreens(
      inCode(`const router = createRouter({ routes: [
  {
    path: '/desk',
    component: Layout,
    children: [
      { path: 'books', name: 'books', component: () => import('@/views/BookList.vue'), meta: { title: 'All books', requiresAuth: true } },
      { path: 'loans/:id', component: LoanPage, meta: { roles: ['reader'] } },
    ],
  },
] });`),
      ['/desk/books · All books · table Book · ', '/desk/loans/:id · LoanPage · record Loan · Reader'],
    );
  });

  test('tags', () => {
    assertScreens(
      inCode(`<Routes>
  <Route path="/books" element={<BookList />} />
  <Route path="/loans" element={<RequireRole roles={['librarian']}><LoanList /></RequireRole>} />
</Routes>`),
      ['/books · BookList · table Book · ', '/loans · LoanList · table Loan · Librarian'],
    );
  });

  test('constants, and the files of pages', () => {
    assertScreens(
      inCode(`export const PATHS = {\n  books: '/books',\n  loan: '/loans/:id', // one of them\n} as const;`),
      ['/books · books · table Book · ', '/loans/:id · loan · record Loan · '],
    );
    assertScreens(inCode('app/page.tsx            Start\napp/loans/[id]/page.tsx  Loan'), [
      '/ · Start · page  · ',
      '/loans/:id · Loan · record Loan · ',
    ]);
  });

  test('keys that say something else are reported', () => {
    const text = inCode(`[{ path: '/books', component: BookList, keepAlive: 3 }]`);
    assert.deepEqual(unreadIn(text), ['keepAlive: 3']);
  });

  test('braces without end, or nested without end, are no routes', () => {
    for (const code of ['{'.repeat(5000), `${"{ path: '/a', children: [".repeat(3000)}`, "'{`<Route path="])
      assert.ok(Array.isArray(screensIn(inCode(code))));
  });
});

describe('point 1', () => {
  const productOf = (text: string) => {
    const { product } = library('', text).model;
    return { audience: product.audience, language: product.language.value };
  };

  for (const [text, audience] of [
    ['Users: readers (900), librarians (~6), plus a read-only `auditor`.', ['readers', 'librarians', 'auditor']],
    ['FR-1: A tool.\nFR-2: Users: readers, librarians.', ['readers', 'librarians']],
    [
      '| Group | How many |\n|---|---|\n| Readers | 900 |\n| Librarians and keepers | 6 |',
      ['Readers', 'Librarians', 'keepers'],
    ],
    ['Who works with it:\n  Readers (900)   – borrow\n  Librarians      – lend', ['Readers', 'Librarians']],
    [
      '- It is for two kinds of people.\n  - Readers look for books.\n  - The librarian lends.',
      ['Readers', 'librarian'],
    ],
    ['Users can be many: it depends.', []],
  ] as const) {
    test(`whom it is for: ${text.split('\n')[0]}`, () => assert.deepEqual(productOf(text).audience, audience));
  }

  for (const [text, language] of [
    ['The pages are in English.', 'en'],
    ['UI in English and German (resp. "en"/"de"), default German.', 'de'],
    ['FR-4: Language: EN. Time zone: per user.', 'en'],
    ['English books are lent as well.', null],
  ] as const) {
    test(`the language: ${text}`, () => assert.equal(productOf(text).language, language));
  }

  test('people whom only point 1 names are people of a screen', () => {
    const { model } = library(
      '- **Books** – `/books` [council]',
      '**Who uses it**\n\n- **Council**: looks on\n- **Readers**: read',
    );
    assert.deepEqual(model.screens.map(rolesOf), ['council']);
  });
});
