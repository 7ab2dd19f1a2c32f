import type { Place } from '../../model/types/element.ts';
import type { Model } from '../../model/types/model.ts';
import type { Coverage } from '../../verify/drive/coverage.ts';
import type { Disagreement } from '../../verify/drive/send-request.ts';
import { type Unjudged, unjudgedIn } from '../../verify/evaluator/find-unjudged-parts.ts';
import type { DriveResult } from '../../verify/plans/drive.ts';
import {
  coveredIn,
  impossibleIn,
  LINE_KINDS,
  uncoveredLines,
  type VerifiedLine,
  type VerifiedLineKind,
} from '../analysis/verify-lines.ts';
import type { Io } from '../program/command.ts';
import { screenWidth } from './width.ts';
import { printable, wrapped } from './wrap-text.ts';

/** The result of verifying a document. */
export interface Verified extends VerificationTotals {
  readonly file: string;
  readonly model: Model;
  /** The initial time of the clock, in UTC milliseconds. */
  readonly now: number;
  readonly seed: number;
}

interface VerificationTotals {
  readonly requests: number;
  readonly people: number;
  readonly coverage: Coverage;
  /** Why an element was not reached, by its id. */
  readonly reasons: ReadonlyMap<string, string>;
  /** Why an element can't be reached, by its id. */
  readonly impossible: ReadonlyMap<string, string>;
  readonly disagreements: readonly Disagreement[];
}

/** Combines the results of several rounds. */
export function joinRounds(rounds: readonly DriveResult[]): VerificationTotals {
  return {
    requests: rounds.reduce((sum, { requests }) => sum + requests, 0),
    people: rounds[0]?.people ?? 0,
    coverage: coveredIn(rounds),
    impossible: impossibleIn(rounds),
    reasons: new Map(rounds.flatMap(({ reasons }) => [...reasons])),
    disagreements: rounds.flatMap(({ disagreements }) => disagreements),
  };
}

/** The output of `--json`. Later versions may add members; members are never renamed or removed within one `format`. */
export interface JsonVerified {
  readonly format: 1;
  readonly file: string;
  readonly seed: number;
  readonly now: string;
  readonly requests: number;
  readonly people: number;
  readonly lines: readonly {
    readonly kind: string;
    readonly id: string;
    readonly what: string;
    readonly line: number | null;
    readonly allowed: number;
    readonly refused: number;
    readonly reached: boolean;
    /** Why the line was not reached; null if it was. */
    readonly reason: string | null;
    /** Whether a request could reach the line. */
    readonly possible: boolean;
  }[];
  readonly notJudged: readonly {
    readonly what: string;
    readonly entity: string | null;
    readonly line: number | null;
  }[];
  readonly disagreements: readonly (Disagreement & { readonly lines: readonly number[] })[];
}

export function jsonOf(verified: Verified): JsonVerified {
  const { file, seed, now, model, requests, people, disagreements } = verified;
  return {
    format: 1,
    file,
    seed,
    now: new Date(now).toISOString(),
    requests,
    people,
    lines: LINE_KINDS.flatMap((kind) =>
      kind.of(model, verified).map((line) => {
        const { id, what, at, tried, impossible } = line;
        const reached = kind.isReached(tried);
        const reason = reached ? null : reasonOf(verified, kind, line);
        return {
          kind: kind.kind,
          id,
          what,
          line: at?.line ?? null,
          ...tried,
          reached,
          reason,
          possible: impossible === null,
        };
      }),
    ),
    notJudged: unjudgedIn(model).map(({ what, entity, at }) => ({ what, entity, line: at?.line ?? null })),
    disagreements: disagreements.map((each) => ({ ...each, lines: linesOf(model, each) })),
  };
}

/** Formats the result for people. */
export function textOf(verified: Verified, io: Io): string {
  const { model, disagreements } = verified;
  const { bold, dim, red, green } = io.colors;
  const counts = LINE_KINDS.flatMap(({ title, of, isReached }) => {
    const all = of(model, verified).filter(({ impossible }) => impossible === null);
    const reached = all.filter(({ tried }) => isReached(tried)).length;
    return all.length === 0
      ? []
      : [`  ${title.padEnd(13)} ${reached} of ${all.length} (${Math.floor((100 * reached) / all.length)} %)`];
  });
  const parts = [
    headOf(verified),
    counts.join('\n'),
    listed(bold('Not reached:'), unreached(verified), io),
    listed(bold('Can’t be reached by verify (not counted):'), unreachable(verified), io),
    listed(bold('Not judged, because verify does not know its meaning:'), notJudged(verified), io),
    disagreements.length === 0
      ? green('Every answer was right.')
      : [red(`${countedAnswers(disagreements.length)} wrong:`), ...disagreements.map(describe(verified, io))].join(
          '\n',
        ),
    dim(
      `To repeat: ninefold verify --seed ${verified.seed} --now ${new Date(verified.now).toISOString()} ${verified.file}`,
    ),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

const countedAnswers = (count: number): string => (count === 1 ? '1 answer was' : `${count} answers were`);

function headOf({ file, requests, people, coverage }: Verified): string {
  if (coverage.size === 0) return `${file}: no request could be sent.`;
  return `${file}: ${requests} requests as ${people} ${people === 1 ? 'person' : 'people'} and as a guest.`;
}

function unreached(verified: Verified): readonly string[] {
  const { file, model } = verified;
  return LINE_KINDS.flatMap((kind) =>
    uncoveredLines(kind, model, verified).map(
      (line) => `${positionPrefix(file, line.at)}${line.what}: ${reasonOf(verified, kind, line)}`,
    ),
  );
}

const unreachable = (verified: Verified): readonly string[] =>
  LINE_KINDS.flatMap(({ of, isReached }) =>
    of(verified.model, verified).flatMap(({ what, at, tried, impossible }) =>
      impossible === null || isReached(tried) ? [] : [`${positionPrefix(verified.file, at)}${what}: ${impossible}`],
    ),
  );

/** Returns why a line was not reached. */
function reasonOf(
  { model, reasons }: Verified,
  { lacks }: VerifiedLineKind,
  { id, entity, impossible }: VerifiedLine,
): string {
  const unjudged = unjudgedIn(model).find((each) => each.entity === null || each.entity === entity);
  if (impossible !== null) return impossible;
  return unjudged === undefined ? (reasons.get(id) ?? lacks) : `not judged because of ${unjudged.what}`;
}

const notJudged = ({ file, model }: Verified): readonly string[] =>
  unjudgedIn(model).map(
    ({ at, what, entity }: Unjudged) => `${positionPrefix(file, at)}${what}; no requests about ${entity ?? 'anything'}`,
  );

const positionPrefix = (file: string, at: Place | null): string => (at === null ? '' : `${file}:${at.line}: `);

/** Maximum number of lines per list. */
const MOST_LISTED = 40;

function listed(title: string, lines: readonly string[], io: Io): string {
  if (lines.length === 0) return '';
  const shown = lines.slice(0, MOST_LISTED).flatMap((line) => hanging(line, io));
  const more = lines.length - MOST_LISTED;
  return [title, ...shown, ...(more > 0 ? [`  and ${more} more; --json lists all`] : [])].join('\n');
}

function hanging(line: string, io: Io): readonly string[] {
  const [first = '', ...rest] = wrapped(printable(line), screenWidth(io) - 4);
  return [`  ${first}`, ...rest.map((each) => `    ${each}`)];
}

function describe({ file, model }: Verified, io: Io): (disagreement: Disagreement) => string {
  return (each) => {
    const { who, request, record, differences } = each;
    const lines = linesOf(model, each);
    const place = lines.length === 0 ? file : `${file}:${lines[0]}`;
    const also = lines.length > 1 ? ` (also ${lines.slice(1).join(', ')})` : '';
    return [
      `  ${place}${also}: ${who} asked ${JSON.stringify(request)}`,
      ...(record === '' ? [] : [`of ${record}`]),
      ...differences,
    ]
      .flatMap((line, index) => (index === 0 ? wrapped(line, screenWidth(io) - 4) : hanging(`  ${line}`, io)))
      .join('\n');
  };
}

/** Returns the lines of the document that determine the right answer: those of the event, or of the permission. */
function linesOf(model: Model, { request }: Disagreement): readonly number[] {
  if (!('entity' in request)) return [];
  const { entity, kind } = request;
  const places =
    kind === 'event'
      ? model.machines
          .filter((machine) => machine.entity === entity)
          .flatMap(({ transitions }) => transitions.filter(({ event }) => event === request.event).map(({ at }) => at))
      : model.permissions
          .filter((cell) => cell.entity === entity && cell.operation === (kind === 'list' ? 'read' : kind))
          .map(({ at }) => at);
  return [...new Set(places.flatMap((at) => at?.line ?? []))];
}
