import { part, type Span } from '../markdown/span.ts';
import { draftOf, type EntityDraft, type FieldDraft } from './3-draft.ts';

/** What a block of code states of entities and named types. */
export interface ModelCode {
  readonly entities: EntityDraft[];
  readonly aliases: { readonly name: Span; readonly type: Span; readonly at: Span }[];
  /** Lines in a model that say something else. */
  readonly unread: Span[];
}

type Found = { readonly [K in keyof ModelCode]: ModelCode[K] };

/** TypeScript, zod, Prisma or SQL: what opens a model, and how a line in it says a field. */
const OPENS: readonly (readonly [pattern: RegExp, line: LineReader])[] = [
  [/^\s*(?:export\s+)?(?:declare\s+)?(?:interface|class)\s+([\p{L}_$][\w$]*)[^{]*\{\s*(?:\/\/.*)?$/u, typescript],
  [/^\s*(?:export\s+)?type\s+([\p{L}_$][\w$]*)\s*=\s*\{\s*$/u, typescript],
  [
    /^\s*(?:export\s+)?const\s+([\p{L}_$][\w$]*?)(?:Schema)?\s*=\s*z\s*\.?\s*(?:\.object|object)?\(?\s*\.?(?:object\()?\{\s*$/u,
    zod,
  ],
  [/^\s*model\s+([\p{L}_$][\w$]*)\s*\{\s*$/u, prisma],
  [/^\s*create\s+table\s+(?:if\s+not\s+exists\s+)?["`[]?([\p{L}_][\w]*)["`\]]?\s*\(\s*$/iu, sql],
];

const ENUM = /^\s*(?:export\s+)?(?:const\s+)?enum\s+([\p{L}_$][\w$]*)\s*\{\s*([^}]*)\}?\s*$/u;
const ALIAS = /^\s*(?:export\s+)?type\s+([\p{L}_$][\w$]*)\s*=\s*([^{}]+?);?\s*(?:\/\/.*)?$/u;

interface Line {
  readonly span: Span;
  readonly comment: Span | null;
}

/** A field, `null` for a line that says nothing, `undefined` for one that is not understood. */
type LineReader = (line: Line) => FieldDraft | null | undefined;

/** What a fenced or indented block states as a model; null where it opens none. */
export function readModelCode(block: Span): ModelCode | null {
  const found: Found = { entities: [], aliases: [], unread: [] };
  const lines = linesOf(block);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (line === undefined) continue;
    const [opened, reader] = openedBy(line);
    if (opened !== null && reader !== null) at = readBody(found, lines, at + 1, opened, reader);
    else if (ENUM.test(line.text)) at = readEnum(found, lines, at);
    else readAlias(found, line);
  }
  return found.entities.length + found.aliases.length === 0 ? null : found;
}

function linesOf(block: Span): Span[] {
  const lines: Span[] = [];
  let from = 0;
  for (const text of block.text.split('\n')) {
    lines.push({ text, from: block.from + from });
    from += text.length + 1;
  }
  return lines;
}

function openedBy(line: Span): [Span | null, LineReader | null] {
  for (const [pattern, reader] of OPENS) {
    const name = pattern.exec(line.text)?.[1];
    if (name === undefined) continue;
    const from = line.text.indexOf(name);
    return [part(line, from, from + name.length), reader];
  }
  return [null, null];
}

/** `unique (a, b)`, `@@unique([a, b])`. */
const KEY = /^\s*(?:(?:constraint\s+\w+\s+)?unique(?:\s+key)?|@@unique)\s*\(\[?([\w, ]+)\]?\)/i;

function readBody(found: Found, lines: readonly Span[], from: number, name: Span, reader: LineReader): number {
  const fields: FieldDraft[] = [];
  let at = from;
  for (; at < lines.length; at += 1) {
    const line = lines[at];
    if (line === undefined || /^\s*[})\]]/.test(line.text)) break;
    const key = KEY.exec(line.text)?.[1];
    const [first, ...others] = (key ?? '').split(',').map((name) => name.trim());
    const keyed = fields.findIndex(({ name }) => name.text === first);
    const own = fields[keyed];
    if (own !== undefined && others.length > 0) {
      const together = { text: `unique with ${others.join(' and ')}`, from: part(line, 0).from };
      fields[keyed] = { ...own, details: [...own.details, together] };
      continue;
    }
    const field = reader(lineOf(line));
    if (field === undefined) found.unread.push(part(line, 0));
    else if (field !== null) fields.push(field);
  }
  if (fields.length > 0) found.entities.push({ name, notes: [], owner: null, fields });
  return at;
}

function lineOf(line: Span): Line {
  const comment = /(?:\/\/|--|#(?!\[))\s*(.*)$/.exec(line.text);
  const doc = /\/\*+\s*(.*?)\s*\*+\/\s*$/.exec(line.text);
  const cutAt = comment?.index ?? doc?.index ?? line.text.length;
  const text = comment?.[1] ?? doc?.[1] ?? '';
  const at = text === '' ? -1 : line.text.indexOf(text, cutAt);
  return { span: part(line, 0, cutAt), comment: at < 0 ? null : part(line, at, at + text.length) };
}

const isQuiet = (text: string) => text === '' || /^(?:\/\*|\*|\/\/|@@|@|--)/.test(text);
const details = ({ comment }: Line): Span[] => (comment === null || comment.text === '' ? [] : [comment]);
const coded = (span: Span): Span => ({ text: `\`${span.text}\``, from: span.from });

function typescript(line: Line): FieldDraft | null | undefined {
  if (isQuiet(line.span.text)) return null;
  const found = /^(readonly\s+)?([\p{L}_$][\w$]*)(\?)?!?\s*:\s*(.+?)[;,]?$/u.exec(line.span.text);
  if (found === null) return undefined;
  const [, readonly, name = '', optional, type = ''] = found;
  const at = line.span.text.indexOf(name, readonly?.length ?? 0);
  const from = line.span.text.indexOf(type, at + name.length);
  return draftOf(part(line.span, at, at + name.length), line.span, {
    value: coded(part(line.span, from, from + type.length)),
    details: details(line),
    optional: optional !== undefined,
    readOnly: readonly !== undefined,
  });
}

const ZOD_TYPES: ReadonlyMap<string, string> = new Map([
  ['string', 'string'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['date', 'date'],
  ['bigint', 'integer'],
]);

/** `name: z.string().min(1).max(120).optional(),` */
function zod(line: Line): FieldDraft | null | undefined {
  if (isQuiet(line.span.text)) return null;
  const found = /^([\p{L}_$][\w$]*)\s*:\s*z\.(.+?),?$/u.exec(line.span.text);
  if (found === null) return undefined;
  const [, name = '', chain = ''] = found;
  const calls = [...chain.matchAll(/([a-zA-Z]+)\(([^()]*)\)/g)].map((call) => ({
    name: call[1] ?? '',
    argument: (call[2] ?? '').trim(),
  }));
  const from = line.span.text.indexOf(chain);
  const as = (text: string): Span => ({ text, from: line.span.from + from });
  const first = calls[0];
  const said: Span[] = [];
  let type =
    first?.name === 'enum'
      ? first.argument
          .replace(/^\[|\]$/g, '')
          .split(',')
          .join(' | ')
      : ZOD_TYPES.get(first?.name ?? '');
  for (const { name: call, argument } of calls.slice(1)) {
    const value = argument.split(',')[0]?.trim() ?? '';
    if (call === 'email') type = 'email';
    else if (call === 'int') type = 'integer';
    else if (call === 'datetime') type = 'timestamp';
    else if (call === 'url' || call === 'uuid') type = call;
    else if (call === 'optional' || call === 'nullable' || call === 'nullish') said.push(as('optional'));
    else if (call === 'default') said.push(as(`default ${value}`));
    else if (/^(?:min|max)$/.test(call) && /^\d+$/.test(value))
      said.push(as(`${call === 'min' ? 'at least' : 'at most'} ${value}`));
    else said.push(as(`.${call}(${argument})`));
  }
  if (type === undefined)
    return draftOf(part(line.span, 0, name.length), line.span, {
      value: coded(part(line.span, from, from + chain.length)),
    });
  return draftOf(part(line.span, 0, name.length), line.span, {
    value: as(`\`${type}\``),
    details: [...said, ...details(line)],
  });
}

const PRISMA: ReadonlyMap<string, string> = new Map([
  ['String', 'text'],
  ['Int', 'integer'],
  ['BigInt', 'integer'],
  ['Float', 'number'],
  ['Decimal', 'number'],
  ['Boolean', 'boolean'],
  ['DateTime', 'date and time'],
  ['Json', 'json'],
]);

/** `email String? @unique` */
function prisma(line: Line): FieldDraft | null | undefined {
  if (isQuiet(line.span.text)) return null;
  const found = /^([\p{L}_$][\w$]*)\s+([\p{L}_$][\w$]*)(\[\])?(\?)?(?:\s+(.*))?$/u.exec(line.span.text);
  if (found === null) return undefined;
  const [, name = '', type = '', list, optional, marks = ''] = found;
  const from = line.span.text.indexOf(type, name.length);
  const as = (text: string): Span => ({ text, from: line.span.from + from });
  const said: Span[] = [];
  for (const mark of marks.match(/@[\w.]+(?:\((?:[^()]|\([^()]*\))*\))?/g) ?? []) {
    const value = /^@default\((.*)\)$/.exec(mark)?.[1];
    if (mark === '@unique') said.push(as('unique'));
    else if (value === 'autoincrement()' || value === 'uuid()' || value === 'cuid()') continue;
    else if (value !== undefined && !/\(/.test(value)) said.push(as(`default ${value}`));
    else if (value === 'now()') said.push(as('default now'));
    else if (mark === '@updatedAt') said.push(as('set by the product'));
    else if (!/^@(?:id|relation|map|db)\b/.test(mark)) said.push(as(mark));
  }
  const value = as(`\`${PRISMA.get(type) ?? type}${list ?? ''}\``);
  return draftOf(part(line.span, 0, name.length), line.span, {
    value,
    details: [...said, ...details(line)],
    optional: optional !== undefined,
  });
}

/** `email varchar(255) NOT NULL UNIQUE,` */
function sql(line: Line): FieldDraft | null | undefined {
  const text = line.span.text.replace(/,$/, '').trim();
  if (isQuiet(text)) return null;
  if (/^(?:primary key|constraint|unique|foreign key|check|index|key)\b/i.test(text)) return undefined;
  const found =
    /^["`[]?([\p{L}_][\w]*)["`\]]?\s+([a-z][a-z ]*?(?:\s*\([\d, ]+\))?(?: with time zone)?)(?=\s+(?:not|null|unique|default|primary|references|check|generated|collate|constraint)\b|$)(.*)$/iu.exec(
      text,
    );
  if (found === null) return undefined;
  const [, name = '', type = '', rest = ''] = found;
  const at = line.span.text.indexOf(name);
  const from = line.span.text.indexOf(type, at + name.length);
  const as = (meaning: string): Span => ({ text: meaning, from: line.span.from + from });
  const said: Span[] = [];
  let left = rest;
  const take = (pattern: RegExp, meaning: (value: string) => string | null) => {
    const match = pattern.exec(left);
    if (match === null) return;
    left = left.replace(match[0], ' ');
    const say = meaning(match[1] ?? '');
    if (say !== null) said.push(as(say));
  };
  let of: string | null = null;
  take(/\bprimary key\b/i, () => null);
  take(/\bnot null\b/i, () => 'required');
  take(/\bnull\b/i, () => 'optional');
  take(/\bunique\b/i, () => 'unique');
  take(
    /\bdefault\s+('[^']*'|[\w.]+(?:\(\))?)/i,
    (value) => `default ${/^(?:now\(\)|current_timestamp)$/i.test(value) ? 'now' : value}`,
  );
  take(/\breferences\s+["`[]?(\w+)["`\]]?(?:\s*\(\s*\w+\s*\))?/i, (value) => {
    of = value;
    return null;
  });
  if (left.trim() !== '') said.push(as(left.trim()));
  const value = as(of === null ? `\`${type.trim()}\`` : `-> ${of}`);
  return draftOf(part(line.span, at, at + name.length), line.span, { value, details: [...said, ...details(line)] });
}

function readEnum(found: Found, lines: readonly Span[], from: number): number {
  const line = lines[from];
  const match = line === undefined ? null : ENUM.exec(line.text);
  if (line === undefined || match === null) return from;
  const values: string[] = [];
  let at = from;
  let text = match[2] ?? '';
  for (;;) {
    values.push(...valuesIn(text));
    if (lines[at]?.text.includes('}') || at + 1 >= lines.length) break;
    at += 1;
    text = (lines[at]?.text ?? '').replace(/\}.*$/, '');
  }
  const start = line.text.indexOf(match[1] ?? '');
  if (values.length > 0) {
    const type = { text: values.map((value) => `'${value}'`).join(' | '), from: line.from };
    found.aliases.push({ name: part(line, start, start + (match[1] ?? '').length), type, at: line });
  }
  return at;
}

function valuesIn(text: string): string[] {
  return text
    .replace(/\/\/.*$/, '')
    .split(/[,\s]+(?=[\p{L}_$])|,/u)
    .map((value) => (/=\s*['"]([^'"]+)['"]/.exec(value)?.[1] ?? value.replace(/=.*$/, '')).trim())
    .filter((value) => /^[\p{L}\p{N}_$ -]+$/u.test(value));
}

function readAlias(found: Found, line: Span): void {
  const match = ALIAS.exec(line.text);
  if (match === null) return;
  const [, name = '', type = ''] = match;
  const at = line.text.indexOf(name);
  const from = line.text.indexOf(type, at + name.length);
  found.aliases.push({ name: part(line, at, at + name.length), type: part(line, from, from + type.length), at: line });
}
