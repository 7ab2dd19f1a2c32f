import type { Block, Item, Row } from '../../markdown/document.ts';
import { part, type Span } from '../../markdown/span.ts';
import { isBlank, words } from '../../reader.ts';
import { withoutLabel } from '../label.ts';
import { columnsOf, labelledLines } from '../lines.ts';

type Table = Extract<Block, { kind: 'table' }>;

/** The blocks of a section with tables in plain text as tables, and lines that begin with labels as items without them. */
/** Whether a part, whose heading is no role, is one of rights: a table of them, or sentences under a heading that says so. */
export function isAboutRights(title: Span, blocks: readonly Block[]): boolean {
  if (blocks.some((block) => block.kind === 'table' && columnRoles(block) !== null)) return true;
  return /\b(?:rights?|permissions?|access|matrix|authori[sz]ations?)\b/i.test(words(title));
}

/** What letters in brackets stand for, where a text says so: `(o) = own only`. */
export function legendIn(blocks: readonly Block[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const block of blocks) {
    if (block.kind !== 'prose' || block.code || block.text.text.length > 500) continue;
    for (const pair of block.text.text.split(/[,;.]\s+|[.;]$/)) {
      const match = /^[("*`]*(\p{L}{1,2})[)"*`]*\s*(?:=|:|means|stands for)\s*(\p{L}[\p{L} ]{1,30})$/iu.exec(
        pair.trim(),
      );
      if (match !== null) found.set((match[1] ?? '').toLowerCase(), (match[2] ?? '').trim().toLowerCase());
    }
  }
  return found;
}

export function plainForms(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (block.kind === 'table') return [block];
    if (block.kind === 'list') return [{ kind: 'list', items: block.items.map(unlabelled) }];
    const table = block.code ? tableInText(block.text) : null;
    if (table !== null) return [table];
    const lines = block.code || withoutLabel(block.text).label === null ? [] : labelledLines(block.text);
    if (lines.length === 0) return [block];
    return [{ kind: 'list', items: lines.map((line) => unlabelled({ at: line, text: line, items: [] })) }];
  });
}

/** Whether a label stood before the words of an item. */
export function isLabelled({ at, text }: Item): boolean {
  const mark = /^(?:[-*+]|\d{1,9}[.)])\s+/.exec(at.text)?.[0].length ?? 0;
  return text.from > at.from && withoutLabel(part(at, mark)).label !== null;
}

function unlabelled(item: Item): Item {
  const { label, rest } = withoutLabel(item.text);
  return label === null ? item : { ...item, text: rest };
}

/** Lines in columns under a line of names that has one column less: the names of the columns. */
export function tableInText(text: Span): Table | null {
  const [head, ...rest] = linesOf(text).filter((line) => !/^(?:```|~~~)/.test(line.text));
  if (head === undefined || rest.length < 2) return null;
  const names = columnsOf(head);
  const deeds = names.length > 3 && DEEDS.test(words(names[1] ?? head)) ? withDeeds(head, names, rest) : null;
  if (deeds !== null) return { ...deeds, at: text };
  if (names.length < 2) return null;
  const rows = rest.map((line): Row => ({ at: line, cells: columnsOf(line) }));
  const isCorner = rows.every(({ cells }) => cells.length === names.length + 1);
  if (!isCorner && !rows.every(({ cells }) => cells.length === names.length)) return null;
  const corner: Span = { text: '', from: head.from };
  return { kind: 'table', at: text, header: { at: head, cells: isCorner ? [corner, ...names] : names }, rows };
}

const DEEDS = /^(?:actions?|operations?|deeds?|rights?|verbs?)$/i;

/** A column for the thing and one for what is done with it: `Parcel   read   own   all`. */
function withDeeds(head: Span, [corner, , ...roles]: readonly Span[], lines: readonly Span[]): Table | null {
  const rows = lines.flatMap((line): Row[] => {
    const [thing, deed, ...cells] = columnsOf(line);
    if (thing === undefined || deed === undefined || cells.length !== roles.length) return [];
    return [{ at: line, cells: [{ text: `${deed.text} ${thing.text}`, from: thing.from }, ...cells] }];
  });
  if (corner === undefined || rows.length < lines.length) return null;
  return { kind: 'table', at: head, header: { at: head, cells: [{ ...corner, text: '' }, ...roles] }, rows };
}

function linesOf(text: Span): Span[] {
  let from = 0;
  return text.text.split('\n').flatMap((line) => {
    const span = part(text, from, from + line.length);
    from += line.length + 1;
    return span.text === '' ? [] : [span];
  });
}

const CORNER =
  /^(?:what|things?|records?|data|entit(?:y|ies)|areas?|resources?|objects?|rights?|permissions?|actions?|operations?|functions?|roles?|who|may)?$/i;
const NAME = /^\p{L}[\p{L}'’._-]*(?: \p{L}[\p{L}'’._-]*){0,2}$/u;
const NO_ROLE =
  /^(?:description|meaning|notes?|remarks?|comments?|who|read|write|create|change|edit|delete|see|view|own|all|yes|no|fields?|entity|roles?|default|type|value|operation|condition|error|update|add|remove|look at|manage)$/i;
const RIGHT =
  /^(?:[–—-]|yes|no|never|none|nothing|all|everything|own|assigned|author|x|✓|✔|✗|(?:crud|[crudw]{1,4})(?:\s*\(.*\))?|r\/w)$|\b(?:read|write|see|view|change|edit|create|delete|own|all|only|look at|everything|names|enter|alter|full)\b/i;

/** `C, R(o), U(o)`: a letter for each right, in brackets on what. */
export function isLetters(text: string): boolean {
  return text.split(',').every((each) => /^[crudw](?: ?\([\p{L} ]{1,12}\))?$/iu.test(each.trim()));
}

/**
 * The columns of a table of rights as roles, where nothing else tells the roles; null where the table is none such.
 * `explained`: words of cells that the document explains.
 */
export function columnRoles(
  { header, rows }: Table,
  explained: ReadonlySet<string> = new Set(),
): readonly Span[] | null {
  const [corner, ...heads] = header.cells;
  if (corner === undefined || heads.length < 2 || !CORNER.test(words(corner))) return null;
  if (!heads.every((head) => NAME.test(words(head)) && !NO_ROLE.test(words(head)))) return null;
  const cells = rows.flatMap(({ cells: [, ...own] }) => own).filter((cell) => cell.text !== '');
  const isRight = (text: string) => RIGHT.test(text) || isLetters(text) || explained.has(text.toLowerCase());
  const rights = cells.filter((cell) => isBlank(cell) || isRight(words(cell)));
  const isRights = cells.length > 0 && rights.length * 5 >= cells.length * 4;
  return isRights && cells.some((cell) => !isBlank(cell)) ? heads : null;
}
