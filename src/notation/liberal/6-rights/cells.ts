import type { Operation } from '../../../model/types/model.ts';
import type { Span } from '../../markdown/span.ts';
import type { Lexicon } from '../lexicon.ts';
import type { Statement } from './statement.ts';

/** A cell of the matrix as text that the reader of cells reads, so that there is one reading of permissions. */
export interface DraftCell {
  readonly entity: string;
  readonly field: string | null;
  readonly operation: Operation;
  readonly role: string;
  readonly grant:
    | { readonly kind: 'no' | 'unknown' }
    | { readonly kind: 'yes'; readonly fields: readonly string[] | null; readonly where: string | null };
  readonly at: Span;
}

const OPERATIONS: readonly Operation[] = ['read', 'create', 'change', 'delete'];

/**
 * The rows that the statements make, a cell for each role: what a list of a role's rights leaves out it does not give.
 * Statements that can't be brought together are unknown. `open`: roles of which a sentence gives more than was understood;
 * what is said of others is unknown of them.
 */
export function cellsOf(
  statements: readonly Statement[],
  roles: readonly string[],
  lexicon: Lexicon,
  open: ReadonlySet<string> = new Set(),
): DraftCell[] {
  return lexicon.entities.flatMap((entity) => {
    const own = statements.filter((each) => each.entity === entity.name);
    const records = OPERATIONS.flatMap((operation) => recordRow(entity.name, operation, own, { roles, open }));
    const fields = entity.fields.flatMap(({ name }) =>
      (['read', 'change'] as const).flatMap((operation) =>
        fieldRow(entity.name, name, operation, own, { roles, open }),
      ),
    );
    return [...records, ...fields];
  });
}

interface Holders {
  readonly roles: readonly string[];
  readonly open: ReadonlySet<string>;
}

function recordRow(
  entity: string,
  operation: Operation,
  own: readonly Statement[],
  { roles, open }: Holders,
): DraftCell[] {
  const about = own.filter(
    ({ operations, fields, rowOf }) => operations.includes(operation) && (fields === null || rowOf === 'record'),
  );
  const first = about[0];
  if (first === undefined) return [];
  // Where something is only denied, nothing is said of anybody else.
  const denied = about.every(({ answer, only, limits }) => !only && (answer === 'no' || limits === 'merely'));
  const named = roles.filter(
    (role) => !denied || about.some((each) => each.roles === 'everyone' || each.roles.includes(role)),
  );
  return named.map((role) => {
    const said = about.filter((each) => each.roles === 'everyone' || each.roles.includes(role));
    const grant: DraftCell['grant'] = said.length === 0 && open.has(role) ? { kind: 'unknown' } : together(said);
    return { entity, field: null, operation, role, grant, at: said[0]?.at ?? first.at };
  });
}

/** All that is said of one role: grants add up, a denial beside them takes its records away, and a limit is one of all of them. */
export function together(all: readonly Statement[]): DraftCell['grant'] {
  const isGiven = all.some(({ answer, limits }) => answer === 'yes' && limits === 'no');
  const isLimit = ({ limits }: Statement) => limits === 'merely' || (limits === 'yes' && isGiven);
  const said = all.filter((each) => !isLimit(each));
  const grant = grantOf(said);
  const limits = all.filter(isLimit);
  const isLimitAlone = limits.length === all.length && limits.some(({ answer }) => answer === 'yes');
  if (isLimitAlone) return { kind: 'unknown' };
  if (grant.kind !== 'yes' || limits.length === 0) return grant;
  if (limits.some(({ fields, answer }) => fields !== null || answer === 'unknown')) return { kind: 'unknown' };
  const wheres = [...new Set([grant.where, ...limits.map(({ where }) => where)])].filter((each) => each !== null);
  return { ...grant, where: wheres.map((each) => bracketed(each, wheres.length > 1)).join(' and ') };
}

function grantOf(said: readonly Statement[]): DraftCell['grant'] {
  if (said.some(({ answer }) => answer === 'unknown')) return { kind: 'unknown' };
  const reserved = said.filter(({ restricts }) => restricts !== null);
  const grants = said.filter(({ answer, restricts }) => answer === 'yes' && restricts === null);
  const denials = said.filter(({ answer, restricts }) => answer === 'no' && restricts === null);
  const among = reserved.filter(({ answer }) => answer === 'yes');
  if (grants.length === 0 && among.length === 0) return { kind: 'no' };
  if (denials.some(({ where, fields }) => where === null || fields !== null)) return { kind: 'unknown' };
  const fields = fieldsOf(grants);
  if (fields === 'mixed') return { kind: 'unknown' };
  const left = [...denials.map(({ where }) => where), ...reserved.map(({ restricts }) => restricts)];
  const usual =
    grants.length === 0
      ? []
      : [
          allowed(
            grants.map(({ where }) => where),
            left,
          ),
        ];
  const ways = [...usual, ...among.map(({ where }) => where)];
  if (ways.includes(null)) return { kind: 'yes', fields, where: null };
  return { kind: 'yes', fields, where: ways.map((each) => bracketed(each ?? '', ways.length > 1)).join(' or ') };
}

/** One of the conditions, and none of those that are left out; null: always. */
function allowed(wheres: readonly (string | null)[], left: readonly (string | null)[]): string | null {
  const granted = wheres.includes(null)
    ? null
    : [...new Set(wheres)].map((each) => bracketed(each ?? '', wheres.length > 1)).join(' or ');
  const nots = [...new Set(left.flatMap((each) => (each === null ? [] : [`not (${each})`])))].filter(
    (each) => each !== granted,
  );
  const parts = [granted === null ? null : bracketed(granted, nots.length > 0), ...nots].filter(
    (each) => each !== null,
  );
  return parts.length === 0 ? null : parts.join(' and ');
}

/** The fields of the grants together; those of grants over different records can't stand in one cell. */
function fieldsOf(grants: readonly Statement[]): readonly string[] | null | 'mixed' {
  const [first, ...rest] = grants;
  const isWhole = ({ fields, where }: Statement) => fields === null && where === null;
  if (first === undefined || grants.some(isWhole) || grants.every(({ fields }) => fields === null)) return null;
  if (grants.some(({ fields }) => fields === null) || rest.some(({ where }) => where !== first.where)) return 'mixed';
  return [...new Set(grants.flatMap(({ fields }) => fields ?? []))];
}

function bracketed(condition: string, beside: boolean): string {
  return beside && /\s(?:or|and)\s/.test(condition) ? `(${condition})` : condition;
}

/** Where a field has a row, every role has a cell: those of whom nothing is said follow the record, unless only others may. */
function fieldRow(
  entity: string,
  field: string,
  operation: 'read' | 'change',
  own: readonly Statement[],
  { roles, open }: Holders,
): DraftCell[] {
  const about = own.filter(
    ({ operations, fields, rowOf }) =>
      rowOf === 'field' && operations.includes(operation) && fields?.includes(field) === true,
  );
  const first = about[0];
  if (first === undefined) return [];
  const closed = about.some(({ only, answer }) => only && answer !== 'no');
  return roles.map((role) => {
    const said = about.filter((each) => each.roles === 'everyone' || each.roles.includes(role));
    const plain = said.map((each) => ({ ...each, fields: null }));
    const direct = said.filter(({ roles: named }) => named !== 'everyone');
    const denied = direct.some(({ answer, where }) => answer === 'no' && where === null);
    const grant: DraftCell['grant'] = denied
      ? { kind: direct.some(({ answer }) => answer !== 'no') ? 'unknown' : 'no' }
      : said.length > 0
        ? ofField(plain)
        : closed
          ? { kind: open.has(role) ? 'unknown' : 'no' }
          : { kind: 'yes', fields: null, where: null };
    return { entity, field, operation, role, grant, at: said[0]?.at ?? first.at };
  });
}

/** What is said of one field: where some records alone are denied, it follows the record on the others. */
function ofField(said: readonly Statement[]): DraftCell['grant'] {
  const isSome = ({ answer, where, limits, restricts }: Statement) =>
    answer === 'no' && where !== null && limits === 'no' && restricts === null;
  if (!said.every(isSome)) return together(said);
  const left = said.map(({ where }) => where);
  return { kind: 'yes', fields: null, where: allowed([null], left) };
}
