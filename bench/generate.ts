/** A whole document of so many entities, each with fields, states, rules, permissions and a screen: 30 lines apiece. */
export function documentOf(entities: number): string {
  const names = Array.from({ length: entities }, (_, index) => nameOf(index));
  return [
    `# Specification: Works of ${entities}\n`,
    '## 1. What the product does and for whom\n\nOrders of many kinds are taken, checked and done.\n\n- For: clerks, masters\n- Language: en\n- Time zone: Europe/Berlin\n',
    `## 2. Screens and routes\n\n${table(['Route', 'Screen', 'Shows', 'As', 'For'], names.map(screenOf))}`,
    `## 3. Entities and their fields\n\n${PERSON}\n${names.map(entityOf).join('\n')}`,
    `## 4. States and transitions\n\n${names.map(machineOf).join('\n')}`,
    `## 5. Validation rules\n\n${table(['Rule', 'On', 'Must hold', 'Error'], names.flatMap(rulesOf))}`,
    `## 6. Roles and permissions\n\n- Clerk: everyone who signs in\n- Master: looks after the work\n\n${table(['', 'Clerk', 'Master'], ['| Person: read | yes | yes |', ...names.flatMap(permissionsOf)])}`,
    '## 7. The calls it makes\n\nnot shown.\n',
    `## 8. The error catalogue\n\n${table(['Code', 'Status', 'Message', 'What to do'], ['| TOO_MUCH | 422 | That is more than {MOST}. | Ask for less. |', '| TOO_EARLY | 422 | That day is over. | Choose a later one. |'])}`,
    `## 9. Business constants and limits\n\n${table(['Name', 'Value', 'Why'], ['| MOST | 5000 EUR | as agreed |', '| Page size | 50 | |', '| Requests | 600 per minute per person | |'])}`,
  ].join('\n');
}

/** The document whose number of lines is nearest to this. */
export function documentOfLines(lines: number): string {
  const linesOf = (entities: number) => documentOf(entities).split('\n').length;
  const frame = linesOf(1);
  const each = linesOf(2) - frame;
  return documentOf(Math.max(1, 1 + Math.round((lines - frame) / each)));
}

const nameOf = (index: number): string => `Work${index}`;

const table = (heads: readonly string[], rows: readonly string[]): string =>
  `| ${heads.join(' | ')} |\n|${' --- |'.repeat(heads.length)}\n${rows.join('\n')}\n`;

const PERSON = `### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text(1..80) | yes | title |
| email | email | yes | unique, sign-in |
| master | Person | no | |
| role | Role | yes | default Clerk |
`;

function screenOf(name: string): string {
  const route = `/${name.toLowerCase()}`;
  return `| \`${route}\` | ${name} | ${name} where \`status != Done\` | table: title, keeper, due, price | Clerk, Master |`;
}

function entityOf(name: string, index: number): string {
  const before = index === 0 ? name : nameOf(index - 1);
  return `### ${name}

What is to be done, by whom and until when.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text(3..120) | yes | title, searchable |
| keeper | Person | yes | default \`me\`, fixed |
| after | ${before} | no | |
| kind | Urgent, Usual, Some day | yes | |
| due | date | yes | |
| price | money(EUR) | yes | |
| note | long text(..2000) | no | |
`;
}

function machineOf(name: string): string {
  return `### ${name}: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Open | | | |
| Open | begin | Begun | keeper | \`price > 0\` | notify keeper.master |
| Begun | finish | Done | Master | \`keeper.master == me\` | notify keeper |

- Final: Done
- Editable in: Open
`;
}

function rulesOf(name: string, index: number): string[] {
  return [
    `| V${index}a | ${name} | \`price <= MOST\` | TOO_MUCH |`,
    `| V${index}b | ${name}, begin | \`due >= today\` | TOO_EARLY |`,
  ];
}

function permissionsOf(name: string): string[] {
  return [
    `| ${name}: read | \`keeper == me\` | \`keeper.master == me\` |`,
    `| ${name}: create | yes | |`,
    `| ${name}: change | \`keeper == me\` | |`,
    `| ${name}.note: read | \`keeper == me\` | yes |`,
  ];
}

/** Texts of this many characters that try a reader where readers are slow. */
export function hostileTexts(length: number): ReadonlyMap<string, string> {
  const fill = (piece: string): string => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  const inPoint = (point: string, piece: string): string => `# Specification: X\n\n## ${point}\n\n${fill(piece)}`;
  const rule = (piece: string, end = ''): string =>
    `# Specification: X\n\n## 5. Validation rules\n\n| Rule | On | Must hold | Error |\n| --- | --- | --- | --- |\n| V1 | X | \`${fill(piece)}${end}\` | E |\n`;
  const rows = (heads: string, row: (index: number) => string, point: string): string => {
    const made: string[] = [`# Specification: X\n\n## ${point}\n\n${heads}\n`];
    for (let size = 0, index = 0; size < length; index++) {
      const text = row(index);
      made.push(text);
      size += text.length;
    }
    return made.join('');
  };
  return new Map([
    ['links never closed', fill('[a](b')],
    ['brackets', fill('[')],
    ['backticks', fill('`a ``b ')],
    ['stars', fill('*a **b ')],
    ['quotes in quotes', fill('> ')],
    [
      'lists in lists',
      Array.from({ length: 440 }, (_, depth) => `${'  '.repeat(depth % 220)}- a\n`)
        .join('')
        .slice(0, length),
    ],
    ['one line', fill('word ')],
    ['empty lines', fill('\n')],
    ['headings', fill('### a\n')],
    ['points again and again', fill('## 3. Entities\n\n### X\n\n| Field | Type |\n| --- | --- |\n| a | text |\n\n')],
    ['pipes', inPoint('3. Entities', '|')],
    ['a table of many columns', inPoint('3. Entities', '| Field | Type ')],
    ['entities of one name', inPoint('3. Entities', '### X\n\n| Field | Type |\n| --- | --- |\n| a | X |\n\n')],
    ['fields of one name', rows('### X\n\n| Field | Type |\n| --- | --- |', () => '| a | text |\n', '3. Entities')],
    [
      'entities in a ring',
      rows('', (n) => `### E${n}\n\n| Field | Type |\n| --- | --- |\n| a | E${n + 1} |\n\n`, '3. Entities'),
    ],
    [
      'choices',
      rows('### X\n\n| Field | Type |\n| --- | --- |', (n) => `${n === 0 ? '| a | ' : ''}c${n}, `, '3. Entities'),
    ],
    ['keys', inPoint('2. Screens', '- Sort: a\n')],
    [
      'states in a row',
      rows(
        '### X: status\n\n| From | Event | To | Only if |\n| --- | --- | --- | --- |\n| (new) | | S0 | |',
        (n) => `| S${n} | go${n} | S${n + 1} | count > ${n} |\n`,
        '3. Entities\n\n### X\n\n| Field | Type |\n| --- | --- |\n| count | integer |\n\n## 4. States',
      ),
    ],
    [
      'names that don’t exist',
      rows(
        '| Rule | On | Must hold | Error |\n| --- | --- | --- | --- |',
        (n) => `| V${n} | Nobody${n} | \`nothing${n} == nobody${n}\` | E${n} |\n`,
        '5. Validation rules',
      ),
    ],
    ['a long condition', rule('a == 1 and ', 'true')],
    ['deep brackets in a condition', rule('(')],
    ['not not not', rule('not ')],
    ['conditions in conditions', rule('a ? b : ', 'c')],
    ['paths', rule('a.', 'a')],
    ['quotes never closed', rule('"')],
    ['numbers', rule('1')],
    ['operators', rule('+ * < ')],
    ['permissions', rows('| | A |\n| --- | --- |', (n) => `| X${n % 50}: read | \`a == ${n}\` |\n`, '6. Roles')],
    [
      'errors of one code',
      rows('| Code | Status | Message |\n| --- | --- | --- |', () => '| E | 422 | {x} {y} |\n', '8. Errors'),
    ],
    [
      'constants that name each other',
      rows('| Name | Value |\n| --- | --- |', (n) => `| C${n} | C${n + 1} |\n`, '9. Constants'),
    ],
    [
      'prose that looks like rules',
      inPoint('5. Validation rules', 'It must be at least 3 and never more than 5 unless somebody says so. '),
    ],
    ['control characters', fill('\u0000\u0001\uFFFE')],
    ['emoji and marks', fill('👩‍👩‍👧‍👦e\u0301\u0301\u0301')],
    ['carriage returns', fill('a\r')],
    ['HTML', fill('<a href="')],
    ['entities of HTML', fill('&amp;&#x')],
  ]);
}
