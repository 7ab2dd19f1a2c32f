import type { Operation } from '../../../model/types/model.ts';
import type { Block } from '../../markdown/document.ts';
import { part, type Span, split } from '../../markdown/span.ts';
import { isBlank, isNotShown } from '../../reader.ts';
import { plainAnswer } from '../../values.ts';
import type { Lexicon } from '../lexicon.ts';
import { readCondition } from '../phrases/condition.ts';
import { frameOf, roleNamed } from '../phrases/match.ts';
import { plainWords } from '../phrases/scope.ts';
import { isLetters } from './forms.ts';
import { type Noun, nounOf } from './nouns.ts';
import { deedsOfRow, fieldsOfRow, type RowDeed, type RowSaid } from './rows.ts';
import { joined, type Said } from './sentence.ts';
import type { Statement } from './statement.ts';
import { conditionOfWord, NOTHING_SAID, ownFor, ownOf, type Whose } from './whose.ts';

type Table = Extract<Block, { kind: 'table' }>;

/** What the words of cells mean, where the document says it. */
export interface Legend {
  /** Letters in brackets: `(o) = own only`. */
  readonly letters: ReadonlyMap<string, string>;
  readonly whose: Whose;
}

/** A table of rights in its author's own words: roles across and things down, or the other way round. Null: it is neither. */
export function readRights(
  table: Table,
  lexicon: Lexicon,
  legend: Legend = { letters: new Map(), whose: NOTHING_SAID },
): Said | null {
  const [corner, ...heads] = table.header.cells;
  const firsts = table.rows.map(({ cells }) => cells[0]).filter((cell) => cell !== undefined);
  const across = heads.map((head) => roleOf(head, lexicon));
  const down = firsts.map((first) => roleOf(first, lexicon));
  if (corner === undefined || heads.length === 0 || firsts.length === 0) return null;
  const isOfFields = /^fields?$/i.test(plainWords(corner));
  if (across.every((role) => role !== null)) {
    const abouts = firsts.map((first) => aboutOf(first, lexicon, isOfFields));
    const all = abouts.flatMap(({ deeds }) => deeds);
    return joined(
      table.rows.flatMap(({ cells: [, ...cells] }, row) => {
        const about = abouts[row] ?? { deeds: [], left: [] };
        const narrower = { deeds: narrowedBy(about.left, all), left: [] };
        const said = cells.flatMap((cell, index) => {
          const speaking = { lexicon, role: across[index] ?? '', legend };
          const lost = plainAnswer(cell) === true ? [] : cellOf(narrower, cell, speaking).statements;
          return [
            cellOf(about, cell, speaking),
            { statements: lost.map((each) => ({ ...each, answer: 'unknown', where: null }) as const), notRead: [] },
          ];
        });
        return [{ statements: [], notRead: about.left }, ...said];
      }),
    );
  }
  if (!down.every((role) => role !== null)) return null;
  const abouts = heads.map((head) => aboutOf(head, lexicon, false));
  return joined([
    { statements: [], notRead: abouts.flatMap(({ left }) => left) },
    ...table.rows.flatMap(({ cells: [, ...cells] }, row) =>
      cells.flatMap((cell, index) => {
        const about = abouts[index];
        return about === undefined ? [] : [cellOf(about, cell, { lexicon, role: down[row] ?? '', legend })];
      }),
    ),
  ]);
}

/** "Book for somebody else", which is not understood, may take something from "Book visits" in another row. */
function narrowedBy(left: readonly Span[], all: readonly RowDeed[]): readonly RowDeed[] {
  const verbs = left.flatMap(({ text }) => /^(\S+)\s+\S/.exec(text)?.[1]?.toLowerCase() ?? []);
  return all.filter(({ verb }) => verb !== '' && verbs.includes(verb));
}

/** What a row is about; one that is a single thing is read by itself, else each of its deeds. */
function aboutOf(head: Span, lexicon: Lexicon, isOfFields: boolean): RowSaid {
  const alone = subjectOf(head, lexicon);
  if (alone === null) return isOfFields ? fieldsOfRow(head, lexicon) : deedsOfRow(head, lexicon);
  const verb = alone.operations === null ? '' : (/^\S+/.exec(head.text)?.[0].toLowerCase() ?? '');
  return { deeds: [{ ...alone, events: [], verb }], left: [] };
}

function roleOf(head: Span, lexicon: Lexicon): string | null {
  return roleNamed(plainWords(head), frameOf({ entity: null, lexicon }))?.name ?? null;
}

const DEEDS: readonly (readonly [RegExp, readonly Operation[]])[] = [
  [/^(?:read|see|view|list|show|look at)\s+/i, ['read']],
  [/^(?:create|add|new|raise|enter(?: new)?|register)\s+/i, ['create']],
  [/^(?:change|edit|update|modify|alter)\s+/i, ['change']],
  [/^(?:delete|remove)\s+/i, ['delete']],
  [/^(?:manage|maintain|administer)\s+/i, ['read', 'create', 'change', 'delete']],
];

/** What a row is about: an entity or field, and what is done with it where the row says so. */
function subjectOf(span: Span, lexicon: Lexicon): { noun: Noun; operations: readonly Operation[] | null } | null {
  const [thing, deed] = split(span, ':');
  const named = deed === undefined ? null : DEEDS.find(([pattern]) => pattern.test(`${deed.text} `));
  if (thing !== undefined && named !== null && named !== undefined) {
    const noun = only(nounOf(thing, lexicon));
    return noun === null ? null : { noun, operations: named[1] };
  }
  const verb = DEEDS.find(([pattern]) => pattern.test(span.text));
  const rest = verb === undefined ? span : part(span, verb[0].exec(span.text)?.[0].length ?? 0);
  const noun = only(nounOf(rest, lexicon));
  return noun === null ? null : { noun, operations: verb?.[1] ?? null };
}

function only(nouns: readonly Noun[] | null): Noun | null {
  return nouns !== null && nouns.length === 1 ? (nouns[0] ?? null) : null;
}

function cellOf({ deeds }: RowSaid, cell: Span, speaking: Speaking): Said {
  return joined(deeds.map((deed) => deedSaid(deed, cell, speaking)));
}

function deedSaid({ noun, operations: stated, events }: RowDeed, cell: Span, speaking: Speaking): Said {
  const words = rightsOf(cell, stated, noun, speaking);
  const field = noun.fields !== null;
  const statements = words.rights.map(
    ({ operations, answer, where }): Statement => ({
      roles: [speaking.role],
      entity: noun.entity,
      fields: noun.fields,
      operations: field ? operations.filter((each) => each === 'read' || each === 'change') : operations,
      events,
      answer,
      where: both(noun.where, where),
      only: true,
      rowOf: 'field',
      restricts: null,
      limits: 'no',
      at: cell,
    }),
  );
  return { statements, notRead: words.understood ? [] : [cell] };
}

function both(one: string | null, other: string | null): string | null {
  return one === null ? other : other === null ? one : `(${one}) and (${other})`;
}

interface Speaking {
  readonly lexicon: Lexicon;
  /** Whose column or row it is. */
  readonly role: string;
  readonly legend: Legend;
}

interface Right {
  readonly operations: readonly Operation[];
  readonly answer: 'yes' | 'no' | 'unknown';
  readonly where: string | null;
}

const WORDS: ReadonlyMap<string, readonly Operation[]> = new Map<string, readonly Operation[]>([
  ...['read', 'r', 'look at', 'see', 'view', 'read only', 'read-only', 'ro', 'visible', 'list'].map(
    (word) => [word, ['read']] as const,
  ),
  ...['write', 'w', 'rw', 'r/w', 'read/write', 'read write', 'edit', 'change', 'update', 'u', 'editable'].map(
    (word) => [word, ['read', 'change']] as const,
  ),
  ...['create', 'c', 'add', 'new'].map((word) => [word, ['create']] as const),
  ...['delete', 'd', 'remove'].map((word) => [word, ['delete']] as const),
  ...['full', 'full access', 'all', 'everything', 'crud', 'manage'].map(
    (word) => [word, ['read', 'create', 'change', 'delete']] as const,
  ),
]);

/** What a cell gives: "own, read", "write", "CRU", "✓", "own, while Draft". A part that is not understood leaves all of it unknown. */
function rightsOf(
  cell: Span,
  stated: readonly Operation[] | null,
  noun: Noun,
  speaking: Speaking,
): { rights: readonly Right[]; understood: boolean } {
  const usual =
    stated ??
    ((noun.fields === null ? ['read', 'create', 'change', 'delete'] : ['read', 'change']) as readonly Operation[]);
  if (isNotShown(cell)) return { rights: [{ operations: usual, answer: 'unknown', where: null }], understood: true };
  const answer = isBlank(cell) || /^none$/i.test(cell.text) ? false : plainAnswer(cell);
  if (answer === false) return { rights: [{ operations: usual, answer: 'no', where: null }], understood: true };
  if (answer === true) {
    return stated === null
      ? { rights: [{ operations: usual, answer: 'unknown', where: null }], understood: false }
      : { rights: [{ operations: usual, answer: 'yes', where: null }], understood: true };
  }
  const letters = stated === null ? lettersOf(cell, usual, noun, speaking) : null;
  if (letters !== null) return { rights: letters, understood: true };
  const found = partsOf(cell, stated, noun, speaking);
  if (found === null) return { rights: [{ operations: usual, answer: 'unknown', where: null }], understood: false };
  const denied = usual.filter((each) => !found.operations.includes(each));
  return {
    rights: [
      { operations: found.operations, answer: 'yes', where: found.where },
      ...(denied.length === 0 || stated !== null ? [] : [{ operations: denied, answer: 'no' as const, where: null }]),
    ],
    understood: true,
  };
}

/** `C, R(o), U(o)`: each letter a right of its own, in brackets whose; a bracket is known by the legend. */
function lettersOf(
  cell: Span,
  usual: readonly Operation[],
  noun: Noun,
  { lexicon, role, legend }: Speaking,
): readonly Right[] | null {
  if (!cell.text.includes('(') || !isLetters(cell.text)) return null;
  const rights: Right[] = [];
  for (const each of split(cell, ',')) {
    const [, letter = '', bracket] = /^([a-z])(?: ?\(([^()]+)\))?$/i.exec(each.text) ?? [];
    const operations = WORDS.get(legend.letters.get(letter.toLowerCase()) ?? letter.toLowerCase());
    const meant = bracket === undefined ? null : (legend.letters.get(bracket.toLowerCase()) ?? bracket.toLowerCase());
    const where = meant !== null && OWN.test(meant) ? ownFor(noun.entity, role, legend.whose, lexicon) : null;
    if (operations === undefined || (meant !== null && where === null)) return null;
    // Beside letters for each right, to change is not to read.
    const own = operations.length > 1 ? operations.filter((one) => one !== 'read') : operations;
    rights.push({ operations: own, answer: 'yes', where });
  }
  const denied = usual.filter((one) => !rights.some(({ operations }) => operations.includes(one)));
  return denied.length === 0 ? rights : [...rights, { operations: denied, answer: 'no', where: null }];
}

const OWN = /^own(?: only| records?| ones?)?$|^only own$|^his or her own$/;

/** "all" of what the row says. */
const ALL: ReadonlySet<string> = new Set(['all', 'everything', 'full', 'full access']);

/** `RW (own)`: the right, and whose. */
function withBracket(span: Span): Span[] {
  const match = /^([^()]+?)\s*\(([^()]+)\)$/.exec(span.text);
  if (match === null) return [span];
  const at = span.text.indexOf('(') + 1;
  return [part(span, 0, (match[1] ?? '').length), part(span, at, at + (match[2] ?? '').length)];
}

function partsOf(
  cell: Span,
  stated: readonly Operation[] | null,
  noun: Noun,
  speaking: Speaking,
): { operations: readonly Operation[]; where: string | null } | null {
  const operations = new Set<Operation>();
  const wheres: string[] = [];
  for (const each of split(cell, ',').flatMap((word) => split(word, '+').flatMap(withBracket))) {
    const word = plainWords(each).toLowerCase();
    const own = OWN.test(word);
    const letters = /^[crud]{2,4}$/.test(word) ? [...word].flatMap((letter) => WORDS.get(letter) ?? []) : null;
    const known =
      (stated !== null && ALL.has(word) ? stated : WORDS.get(word)) ??
      letters ??
      (plainAnswer(each) === true ? (stated ?? null) : null);
    const condition = own || known === null ? conditionOf(word, own, noun, speaking) : null;
    if (known !== null) for (const operation of known) operations.add(operation);
    else if (condition !== null) wheres.push(condition);
    else return null;
  }
  if (operations.size === 0) for (const operation of stated ?? ['read' as const]) operations.add(operation);
  return { operations: [...operations], where: wheres.length === 0 ? null : wheres.join(' and ') };
}

/** "own", "own visits", a word that the document explains, or a condition. */
function conditionOf(
  word: string,
  isOwn: boolean,
  { entity }: Noun,
  { lexicon, role, legend }: Speaking,
): string | null {
  if (isOwn) return ownFor(entity, role, legend.whose, lexicon);
  const thing = /^(?:only )?(?:the |their )?own (.+?)(?: only)?$/.exec(word)?.[1];
  if (thing !== undefined) return ownOf(thing, entity, role, legend.whose, lexicon);
  return (
    conditionOfWord(word, entity, legend.whose, lexicon) ??
    readCondition(word.replace(/^(?:while|if|when|only if|where)\s+/, ''), { entity, lexicon })?.text ??
    null
  );
}
