import type { Model } from '../model/model.ts';
import type { Place } from '../model/place.ts';
import type { Disagreement } from '../verify/drive/ask.ts';
import type { Covered, Tried } from '../verify/drive/covered.ts';
import type { Drive } from '../verify/drive/drive.ts';
import { ownerOf, type Unjudged, unjudgedIn } from '../verify/oracle/unjudged.ts';
import type { Io } from './command.ts';
import { printable, wrapped } from './report/lines.ts';
import { screenWidth } from './report/width.ts';

/** What asking a document came to. */
export interface Verified extends Asked {
  readonly file: string;
  readonly model: Model;
  /** What the clock showed at first, in UTC milliseconds. */
  readonly now: number;
  readonly seed: number;
}

interface Asked {
  readonly requests: number;
  readonly people: number;
  readonly covered: Covered;
  readonly disagreements: readonly Disagreement[];
}

/** Several rounds as one. */
export function joined(rounds: readonly Drive[]): Asked {
  const covered: Covered = new Map();
  for (const [id, { allowed, refused }] of rounds.flatMap((round) => [...round.covered])) {
    const { allowed: before, refused: behind } = covered.get(id) ?? { allowed: 0, refused: 0 };
    covered.set(id, { allowed: before + allowed, refused: behind + refused });
  }
  return {
    requests: rounds.reduce((sum, { requests }) => sum + requests, 0),
    people: rounds[0]?.people ?? 0,
    covered,
    disagreements: rounds.flatMap(({ disagreements }) => disagreements),
  };
}

/** What of a document can be tried, and how often it was. */
interface Line {
  readonly id: string;
  /** Whose records it is about. */
  readonly entity: string;
  readonly what: string;
  readonly at: Place | null;
  readonly tried: Tried;
}

/** What `--json` prints. Members are added in later versions, never renamed or taken away under one `format`. */
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
  }[];
  readonly notJudged: readonly {
    readonly what: string;
    readonly entity: string | null;
    readonly line: number | null;
  }[];
  readonly disagreements: readonly (Disagreement & { readonly lines: readonly number[] })[];
}

export function jsonOf({ file, seed, now, model, covered, requests, people, disagreements }: Verified): JsonVerified {
  return {
    format: 1,
    file,
    seed,
    now: new Date(now).toISOString(),
    requests,
    people,
    lines: KINDS.flatMap(({ kind, of }) =>
      of(model, covered).map(({ id, what, at, tried }) => ({ kind, id, what, line: at?.line ?? null, ...tried })),
    ),
    notJudged: unjudgedIn(model).map(({ what, entity, at }) => ({ what, entity, line: at?.line ?? null })),
    disagreements: disagreements.map((each) => ({ ...each, lines: linesOf(model, each) })),
  };
}

interface Kind {
  readonly kind: string;
  readonly title: string;
  readonly of: (model: Model, covered: Covered) => readonly Line[];
  readonly isTried: (tried: Tried) => boolean;
  /** What is lacking of one that was not tried. */
  readonly lacks: string;
}

const isMet = ({ allowed, refused }: Tried): boolean => allowed + refused > 0;

const lineOf = (covered: Covered, entity: string, id: string, what: string, at: Place | null): Line => ({
  id,
  entity,
  what,
  at,
  tried: covered.get(id) ?? { allowed: 0, refused: 0 },
});

const KINDS: readonly Kind[] = [
  {
    kind: 'permission',
    title: 'Permissions',
    of: (model, covered) =>
      model.permissions
        .filter(({ entity }) => ownerOf(model, entity) === entity)
        .map(({ id, entity, field, operation, role, at }) =>
          lineOf(covered, entity, id, `${entity}${field === null ? '' : `.${field}`}: ${operation} by ${role}`, at),
        ),
    isTried: isMet,
    lacks: 'nobody asked for it',
  },
  {
    kind: 'transition',
    title: 'Transitions',
    of: (model, covered) =>
      model.machines.flatMap(({ entity, transitions }) =>
        transitions
          .filter(({ from }) => from !== null && ownerOf(model, entity) === entity)
          .map(({ id, event, from, to, at }) =>
            lineOf(covered, entity, id, `${entity}: ${event ?? 'by itself'}, ${from} → ${to}`, at),
          ),
      ),
    isTried: ({ allowed }) => allowed > 0,
    lacks: 'it was never taken',
  },
  {
    kind: 'rule',
    title: 'Rules',
    of: (model, covered) =>
      model.rules.map(({ id, entity, name, at }) => lineOf(covered, ownerOf(model, entity), id, name, at)),
    isTried: ({ refused }) => refused > 0,
    lacks: 'it was never broken',
  },
  {
    kind: 'call',
    title: 'Calls',
    of: (model, covered) =>
      model.calls.flatMap(({ id, does, method, path, at }) =>
        'entity' in does ? [lineOf(covered, does.entity, id, `${method} ${path}`, at)] : [],
      ),
    isTried: isMet,
    lacks: 'it was never sent',
  },
];

/** The same for people. */
export function textOf(verified: Verified, io: Io): string {
  const { model, covered, disagreements } = verified;
  const { bold, dim, red, green } = io.colors;
  const counts = KINDS.map(({ title, of, isTried }) => {
    const all = of(model, covered);
    return [title, `${all.filter(({ tried }) => isTried(tried)).length} of ${all.length}`, all.length] as const;
  });
  const parts = [
    headOf(verified),
    counts
      .filter(([, , all]) => all > 0)
      .map(([title, count]) => `  ${title.padEnd(13)} ${count}`)
      .join('\n'),
    listed(bold('Not tried:'), untried(verified), io),
    listed(bold('Not judged, since it is not known here what it means:'), notJudged(verified), io),
    disagreements.length === 0
      ? green('Every answer was as the document says.')
      : [
          red(`${wrongly(disagreements.length)} not as the document says:`),
          ...disagreements.map(told(verified, io)),
        ].join('\n'),
    dim(
      `Once more: ninefold verify --seed ${verified.seed} --now ${new Date(verified.now).toISOString()} ${verified.file}`,
    ),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

const wrongly = (count: number): string => (count === 1 ? '1 answer was' : `${count} answers were`);

function headOf({ file, requests, people, covered }: Verified): string {
  if (covered.size === 0) return `${file}: nothing of it could be asked.`;
  return `${file}: ${requests} requests as ${people} ${people === 1 ? 'person' : 'people'}.`;
}

function untried({ file, model, covered }: Verified): readonly string[] {
  const unknown = unjudgedIn(model).map(({ entity }) => entity);
  return KINDS.flatMap(({ of, isTried, lacks }) =>
    of(model, covered).flatMap(({ what, at, entity, tried }) =>
      isTried(tried) || unknown.includes(entity) || unknown.includes(null)
        ? []
        : [`${placed(file, at)}${what} (${lacks})`],
    ),
  );
}

const notJudged = ({ file, model }: Verified): readonly string[] =>
  unjudgedIn(model).map(
    ({ at, what, entity }: Unjudged) => `${placed(file, at)}${what}; nothing is asked about ${entity ?? 'anything'}`,
  );

const placed = (file: string, at: Place | null): string => (at === null ? '' : `${file}:${at.line}: `);

/** More of them say no more. */
const MOST_LISTED = 40;

function listed(title: string, lines: readonly string[], io: Io): string {
  if (lines.length === 0) return '';
  const shown = lines.slice(0, MOST_LISTED).flatMap((line) => hanging(line, io));
  const more = lines.length - MOST_LISTED;
  return [title, ...shown, ...(more > 0 ? [`  and ${more} more; --json has them all`] : [])].join('\n');
}

function hanging(line: string, io: Io): readonly string[] {
  const [first = '', ...rest] = wrapped(printable(line), screenWidth(io) - 4);
  return [`  ${first}`, ...rest.map((each) => `    ${each}`)];
}

function told({ file, model }: Verified, io: Io): (disagreement: Disagreement) => string {
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

/** The lines that say what the answer should be: of the event, or of who may do that. */
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
