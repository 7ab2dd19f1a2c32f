import { parseExpression } from '../../expressions/syntax/parse.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Grant, Permission, Role } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import type { Block, Item } from '../markdown/document.ts';
import { part, type Span } from '../markdown/span.ts';
import { holdersOf } from '../points/6-holders.ts';
import { isNotShown, named, type Reader, stated, words } from '../reader.ts';
import { cellsOf, type DraftCell } from './6-rights/cells.ts';
import { rightsInCode, statementsInCode } from './6-rights/code.ts';
import { type EventRight, eventRightsOf } from './6-rights/event-rights.ts';
import { columnRoles, legendIn } from './6-rights/forms.ts';
import { describe, isHolder, roleFor, withRoles } from './6-rights/growing.ts';
import { openRoles } from './6-rights/holders.ts';
import type { Noun } from './6-rights/nouns.ts';
import { type Predicate, predicatesIn } from './6-rights/predicates.ts';
import { readSentence } from './6-rights/sentence.ts';
import { shortForms } from './6-rights/short.ts';
import type { Statement } from './6-rights/statement.ts';
import { type Legend, readRights } from './6-rights/table.ts';
import { type Whose, whoseIn } from './6-rights/whose.ts';
import { sentences } from './cut.ts';
import { blockQuotation, joinHelp, quotation } from './kept.ts';
import type { Lexicon } from './lexicon.ts';
import { nameKey } from './phrases/fold.ts';
import { personOf, roleFieldOf } from './phrases/frame.ts';
import { frameOf, roleNamed } from './phrases/match.ts';
import { plainWords } from './phrases/scope.ts';
import { gapOf } from './walk.ts';

/** Point 6 in plain words, gathered while its sections are read; `finish` makes the cells of it. */
export interface PlainRoles {
  /** Reads an item that is written in words. */
  readonly item: (item: Item, roles: Role[]) => void;
  /** A part `### Nurse` whose heading is a role. */
  readonly role: (title: Span, blocks: readonly Block[], roles: Role[]) => boolean;
  readonly table: (table: Table, roles: Role[]) => boolean;
  /** A record of rights in code. */
  readonly code: (code: Span, roles: Role[]) => boolean;
  /** The roles that a table of rights or a record in code names, where no list of roles names one of them. */
  readonly named: (blocks: readonly Block[], listed: readonly string[], roles: Role[]) => void;
  /** Quotations that belong to no role. */
  readonly help: string[];
  readonly predicates: readonly Predicate[];
  /** What stands behind the name of a role that is listed: `- Lead: can see all jobs, but cannot close them.` */
  readonly described: (name: Span, value: Span, roles: Role[]) => void;
  readonly finish: (roles: readonly Role[], permissionId: (cell: DraftCell) => string) => Finished;
}

interface Finished {
  readonly permissions: Permission[];
  readonly eventRights: readonly EventRight[];
}

type Table = Extract<Block, { kind: 'table' }>;

const POINT = { point: 6 } as const;

/** `explained`: what is said elsewhere of the words that cells go by. */
export function plainRoles(reader: Reader, explained: Whose): PlainRoles {
  const statements: Statement[] = [];
  const predicates: Predicate[] = [];
  const help: string[] = [];
  const memory: { before: readonly Noun[]; legend: Legend } = {
    before: [],
    legend: { letters: new Map(), whose: explained },
  };
  const open = new Set<string>();
  const lexicon = (): Lexicon => reader.lexicon();

  const keep = (source: string, role: Role | null, roles: Role[]) => {
    const quote = quotation(source);
    const index = role === null ? -1 : roles.indexOf(role);
    const owner = roles[index];
    if (owner === undefined) help.push(quote);
    else roles[index] = { ...owner, help: joinHelp(owner.help, quote) };
  };
  const sentence = (written: Span, role: string | null, roles: Role[]) => {
    if (isGap(reader, written)) return;
    const span = withoutShall(written);
    if (isHolder(reader, span, role, roles)) return;
    const speaking = { role, before: memory.before, lexicon: lexicon() };
    const short = shortForms(span, role)?.map((one) => readSentence(one, speaking)) ?? [];
    const isShort = short.length > 0 && short.every(({ notRead }) => notRead.length === 0);
    const said = isShort
      ? {
          statements: short.flatMap(({ statements }) => statements).map((each) => ({ ...each, at: span })),
          notRead: [],
        }
      : readSentence(span, speaking);
    statements.push(...said.statements);
    const nouns = said.statements.map(({ entity, fields }) => ({ entity, fields, where: null }));
    if (nouns.length > 0) memory.before = nouns;
    if (said.notRead.length > 0) for (const each of openRoles(span, role, withRoles(lexicon(), roles))) open.add(each);
    for (const left of said.notRead) reader.report(say.sentenceNotRead(left.text, NEXT), left, POINT);
  };
  const readAll = (item: Item, role: string | null, roles: Role[]) => {
    const isGroup = item.items.length > 0 && item.text.text.endsWith(':');
    if (!isGroup) for (const each of sentences(item.text)) sentence(each, role, roles);
    for (const nested of item.items) nestedUnder(item, nested, role, roles);
  };
  /** "never sees", and under it what: each is read as the end of the sentence above. */
  const nestedUnder = (item: Item, nested: Item, role: string | null, roles: Role[]) => {
    if (!isOpenVerb(item.text)) return readAll(nested, role, roles);
    const verb = plainWords(item.text);
    const said = readSentence(
      { text: `${verb} ${nested.text.text}`, from: nested.text.from - verb.length - 1 },
      { role, before: [], lexicon: lexicon() },
    );
    statements.push(...said.statements.map((each) => ({ ...each, at: nested.text })));
    if (said.statements.length === 0 || said.notRead.length > 0)
      reader.report(say.sentenceNotRead(nested.text.text, NEXT), nested.text, POINT);
  };

  return {
    help,
    predicates,
    item: (item, roles) => {
      if (roles.length === 0 && !isHead(item)) roles.push(...rolesOfPeople(reader, lexicon()));
      const found = predicatesIn(reader, item.text, predicates);
      if (found.length > 0 || NAMED.test(item.text.text)) {
        predicates.push(...found);
        statements.push(...found.flatMap((each) => statementsOf(each, item.text, lexicon())));
        keep(item.at.text, null, roles);
        return;
      }
      const head = headOf(item, lexicon());
      const role = head === null ? null : roleFor(reader, head, roles);
      if (role === null) readAll(item, null, roles);
      else for (const nested of item.items) readAll(nested, role.name, roles);
      keep(item.at.text, role === null ? null : (roles.find(({ name }) => name === role.name) ?? null), roles);
    },
    role: (title, blocks, roles) => {
      if (!isRoleTitle(title, lexicon()) || !blocks.some(({ kind }) => kind === 'list')) return false;
      const role = roleFor(reader, withoutNumber(title), roles);
      for (const block of blocks) {
        if (block.kind === 'list') {
          for (const item of block.items) {
            readAll(item, role.name, roles);
            keep(item.at.text, roles.find(({ name }) => name === role.name) ?? null, roles);
          }
        } else if (block.kind === 'prose') {
          if (!block.code) for (const each of sentences(block.text)) sentence(each, role.name, roles);
          keep(block.text.text, roles.find(({ name }) => name === role.name) ?? null, roles);
        } else {
          for (const row of block.rows)
            reader.report(say.rowNotRead(words(row.cells[0] ?? row.at), NEXT), row.at, POINT);
          keep(block.at.text, roles.find(({ name }) => name === role.name) ?? null, roles);
        }
      }
      return true;
    },
    table: (table, roles) => {
      const said = readRights(table, withRoles(lexicon(), roles), memory.legend);
      if (said === null) return false;
      statements.push(...said.statements);
      for (const left of said.notRead) reader.report(say.rowNotRead(words(left), NEXT), left, POINT);
      if (said.notRead.length > 0) help.push(quotation(table.at.text));
      return true;
    },
    code: (code, roles) => {
      const found = rightsInCode(code);
      if (found === null) return false;
      for (const each of found) {
        const role = roleFor(reader, each.role, roles);
        const said = statementsInCode({ ...each, role: { ...each.role, text: role.name } }, lexicon());
        statements.push(...said.statements);
        for (const left of said.notRead) reader.report(say.sentenceNotRead(left.text, NEXT), left, POINT);
      }
      help.push(blockQuotation(code.text));
      return true;
    },
    named: (blocks, listed, roles) => {
      const { letters, whose } = memory.legend;
      const { own, words: meanings } = whoseIn(blocks);
      memory.legend = {
        letters: new Map([...letters, ...legendIn(blocks)]),
        whose: { own: [...whose.own, ...own], words: [...whose.words, ...meanings] },
      };
      const explainedWords = new Set(memory.legend.whose.words.map(({ word }) => word));
      for (const block of blocks) {
        const code = block.kind === 'prose' && block.code ? rightsInCode(block.text) : null;
        const heads =
          code?.map(({ role }) => role) ?? (block.kind === 'table' ? columnRoles(block, explainedWords) : null) ?? [];
        if (heads.some((head) => listed.includes(nameKey(words(head))))) continue;
        for (const head of heads) roleFor(reader, head, roles);
      }
    },
    described: (name, value, roles) => {
      if (!MODAL.test(value.text)) return;
      const role = roleFor(reader, name, roles);
      const guest = GUEST.exec(value.text);
      if (guest !== null) describe(roles, role, 'not signed in', { guest: true });
      const said = guest === null ? value : part(value, guest[0].length);
      for (const each of sentences(said)) if (MODAL.test(each.text)) sentence(each, role.name, roles);
    },
    finish: (roles, permissionId) => {
      if (statements.length === 0) return { permissions: [], eventRights: [] };
      const names = roles.filter(({ guest, relation }) => !guest && relation.length === 0).map(({ name }) => name);
      const alone = statements.filter((each) => isOpenDenial(each, statements));
      for (const { at } of alone) reader.report(say.sentenceNotRead(at.text, NEXT), at, POINT);
      const left = statements.filter((each) => !alone.includes(each));
      const cells = cellsOf(left, names, lexicon(), open);
      return {
        permissions: cells.map((cell) => permissionOf(reader, cell, permissionId(cell))),
        eventRights: eventRightsOf(reader, left, names, open),
      };
    },
  };
}

/** A word of permission in a description; without one it says what people do, and not what they may. */
const MODAL =
  /\b(?:can|may|cannot|can't|must not|(?:is|are) (?:not )?allowed to|do(?:es)? not (?:see|read)|never (?:sees?|reads?))\b/i;
const GUEST =
  /^(?:someone|somebody|anyone|anybody|whoever is|people|a person)(?: who is| who are)? not signed[ -]in,?\s+(?=can\b|may\b|cannot\b)/i;

/** What a requirement says that people shall do, they may; what shall be so is. */
function withoutShall(span: Span): Span {
  return /\bshall\b/.test(span.text)
    ? { ...span, text: span.text.replaceAll(/\bshall be\b/g, '     is ').replaceAll(/\bshall\b/g, '  may') }
    : span;
}

/** A denial of some records says nothing of the others; without a grant beside it, it can't stand in the matrix. */
function isOpenDenial(
  { answer, where, fields, entity, operations, roles }: Statement,
  all: readonly Statement[],
): boolean {
  if (answer !== 'no' || where === null || fields !== null) return false;
  const isBeside = (other: Statement) =>
    other.answer === 'yes' &&
    other.entity === entity &&
    other.operations.some((each) => operations.includes(each)) &&
    (roles === 'everyone' || other.roles === 'everyone' || other.roles.some((role) => roles.includes(role)));
  return !all.some(isBeside);
}

const NEXT = 'Write it into the matrix: a row `Entity: read`, a column for each role.';
const NAMED = /^\s*`can[A-Z]\w*\s*(?:=|:)/;

/** The head of a list of rights: a bold name, or a role that is known. Null: the item is a sentence or a group. */
function headOf(item: Item, lexicon: Lexicon): Span | null {
  const bold = /^\*\*([^*]+)\*\*\s*:?$/.exec(item.text.text);
  if (bold !== null) return part(item.text, 2, 2 + (bold[1] ?? '').length);
  const plain = item.text.text.endsWith(':') ? part(item.text, 0, item.text.text.length - 1) : item.text;
  if (/[.,;!?]/.test(plain.text) || plain.text === '' || item.items.length === 0) return null;
  const known = roleNamed(plainWords(plain), frameOf({ entity: null, lexicon })) !== null || isOption(plain, lexicon);
  return known ? plain : null;
}

/** A choice called `role` in point 3 has it among its options. */
function isOption(span: Span, lexicon: Lexicon): boolean {
  const name = plainWords(span).toLowerCase();
  return lexicon.entities.some(({ fields }) =>
    fields.some(
      (field) =>
        /role/i.test(field.name) &&
        field.type.kind === 'choice' &&
        field.type.options.some((option) =>
          [option.name.toLowerCase(), `${option.name.toLowerCase()}s`].includes(name),
        ),
    ),
  );
}

const NO_ROLE = /\b(?:matrix|permissions?|rights?|fields?|table|overview|rules?|roles?|access|general|notes?)\b/i;

function isRoleTitle(title: Span, lexicon: Lexicon): boolean {
  const name = words(withoutNumber(title));
  if (roleNamed(name, frameOf({ entity: null, lexicon })) !== null || isOption(withoutNumber(title), lexicon))
    return true;
  return name.split(/\s+/).length <= 3 && !NO_ROLE.test(name);
}

function withoutNumber(title: Span): Span {
  const number = /^\d+(?:\.\d+)*[.)]?\s+/.exec(title.text);
  return number === null ? title : part(title, number[0].length);
}

const isHead = (item: Item): boolean => /^\*\*/.test(item.text.text);

/** Where point 6 lists no roles, those that point 3 names in the field `role` of the people. */
function rolesOfPeople(reader: Reader, lexicon: Lexicon): Role[] {
  const person = personOf(lexicon);
  const field = person === null ? null : roleFieldOf(lexicon, person);
  if (field === null) return [];
  const names =
    field.type.kind === 'choice'
      ? field.type.options.map(({ name }) => name)
      : lexicon.roles.filter(({ guest }) => !guest).map(({ name }) => name);
  return names.map((name) => {
    const id = reader.id('role', name);
    const holders = holdersOf(reader, null, { point: 6, element: id });
    return {
      id,
      point: 6,
      standing: 'stated',
      at: reader.placeElsewhere(field),
      assumption: null,
      help: '',
      ...named(name),
      ...holders,
    };
  });
}

function isGap(reader: Reader, span: Span): boolean {
  const gap = gapOf(span);
  if (gap === null && !isNotShown(span)) return false;
  reader.report(say.notShown(`“${words(gap ?? span)}”`, 'It permits nothing until a line says more.'), span, POINT);
  return true;
}

/** "never sees" with a list under it. */
function isOpenVerb(span: Span): boolean {
  return /^(?:(?:may|can|does)\s+(?:not\s+)?|never\s+|cannot\s+)?(?:sees?|reads?|changes?|creates?|deletes?|edits?)\s*:?$/i.test(
    span.text,
  );
}

/** `canEdit = … (invoices and clients)`: the verb of its name is an operation on what stands in brackets behind it. */
function statementsOf({ name, grants, span: at }: Predicate, item: Span, lexicon: Lexicon): Statement[] {
  const [verb = ''] = /^[A-Z][a-z]+/.exec(name) ?? [];
  const behind = /\(([^()`]+)\)/.exec(item.text.slice(at.from - item.from + at.text.length));
  if (behind === null || !/^(?:Edit|Change|Update|Delete|Create|See|Read|View)$/.test(verb) || verb !== name) return [];
  return grants.flatMap(({ role, where }) => {
    const said = readSentence({ text: `${verb} ${behind[1]}`, from: at.from }, { role, before: [], lexicon });
    return said.notRead.length > 0
      ? []
      : said.statements.map((each) => ({
          ...each,
          answer: where === undefined ? ('unknown' as const) : each.answer,
          where: where ?? null,
          at,
        }));
  });
}

function permissionOf(reader: Reader, cell: DraftCell, id: string): Permission {
  const { entity, field, operation, role, at } = cell;
  return { ...stated(reader, 6, id, at), entity, field, operation, role, grant: grantOf(reader, cell) };
}

/** A condition that does not parse is none that anybody stated: unknown. */
function grantOf(reader: Reader, { grant, at }: DraftCell): Grant {
  if (grant.kind !== 'yes') return grant;
  const place = reader.place(at);
  const where = grant.where === null ? null : formulaOf(grant.where, place);
  if (where !== null && where.tree === null) return { kind: 'unknown' };
  return { kind: 'yes', fields: grant.fields?.map((name) => ({ name, at: place, any: false })) ?? null, where };
}

function formulaOf(text: string, at: Formula['at']): Formula {
  return { text, at, tree: parseExpression(text).tree };
}
