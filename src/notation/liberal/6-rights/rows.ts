import type { Operation } from '../../../model/types/model.ts';
import { endOf, part, type Span, split } from '../../markdown/span.ts';
import type { Lexicon } from '../lexicon.ts';
import { attributeNamed } from '../phrases/names.ts';
import { plainWords } from '../phrases/scope.ts';
import { listParts, type Noun, nounOf, readNouns } from './nouns.ts';
import { deedOfVerb, eventNamed, type Segment, segmentsOf } from './verbs.ts';

/** What a row of a table of rights is about; operations null: the cells say what may be done. */
export interface RowDeed {
  readonly noun: Noun;
  readonly operations: readonly Operation[] | null;
  readonly events: readonly string[];
  /** The word that the row has for it; empty where it has none. */
  readonly verb: string;
}

export interface RowSaid {
  readonly deeds: readonly RowDeed[];
  /** Stretches of its head that were not understood. */
  readonly left: readonly Span[];
}

/** "Book, move or cancel visits; add bills": each deed by itself. */
export function deedsOfRow(head: Span, lexicon: Lexicon): RowSaid {
  const parts = split(head, ';')
    .filter(({ text }) => text !== '')
    .map((each): RowSaid => {
      const nouns = readNouns(each, lexicon);
      if (nouns.every(({ nouns: found }) => found !== null && found.length > 0))
        return {
          deeds: nouns.flatMap((one) =>
            (one.nouns ?? []).map((noun) => ({ noun, operations: null, events: [], verb: '' })),
          ),
          left: [],
        };
      const segments = LIMITS.test(each.text) ? null : segmentsOf(each, lexicon, true);
      return segments === null
        ? { deeds: [], left: [each] }
        : joinedRows(segments.map((one) => segmentSaid(one, each, lexicon)));
    });
  return joinedRows(parts);
}

/** What keeps something away is not read in the head of a row. */
const LIMITS = /\b(?:only|except|but|unless|without|not|until|while)\b/i;

function joinedRows(parts: readonly RowSaid[]): RowSaid {
  return { deeds: parts.flatMap(({ deeds }) => deeds), left: parts.flatMap(({ left }) => left) };
}

function segmentSaid({ verbs, main }: Segment, head: Span, lexicon: Lexicon): RowSaid {
  if (main.text === '') return joinedRows(verbs.map(({ span }) => eventAlone(span, lexicon)));
  const things = readNouns(main, lexicon);
  const [first] = verbs;
  if (first !== undefined && things.every(({ nouns }) => nouns === null))
    return { deeds: [], left: [part(head, first.span.from - head.from, endOf(main) - head.from)] };
  return joinedRows(
    things.map(({ span, nouns }): RowSaid => {
      if (nouns === null || nouns.length === 0) return { deeds: [], left: [span] };
      return joinedRows(
        nouns.flatMap((noun) =>
          verbs.map((verb): RowSaid => {
            const deed = deedOfVerb(verb, noun.entity, lexicon);
            const isKnown = deed !== null && (noun.fields === null || deed.operations.length > 0);
            return isKnown
              ? { deeds: [{ noun, ...deed, verb: verb.span.text.toLowerCase() }], left: [] }
              : { deeds: [], left: [verb.span] };
          }),
        ),
      );
    }),
  );
}

/** "cancel" without what: the event of the one entity that has it. */
function eventAlone(span: Span, lexicon: Lexicon): RowSaid {
  const found = lexicon.machines.flatMap(({ entity }) => {
    const event = eventNamed(span.text, entity, lexicon);
    return event === null ? [] : [{ entity, event }];
  });
  const [only, ...more] = found;
  if (only === undefined || more.length > 0) return { deeds: [], left: [span] };
  const noun = { entity: only.entity, fields: null, where: null };
  return { deeds: [{ noun, operations: [], events: [only.event], verb: span.text.toLowerCase() }], left: [] };
}

const WHOLE = /^(?:every|all|each|any)\s+(?:the\s+)?fields?\s+of\s+(?=\S)/i;

/** The fields that a row of a table of fields names: `Bill.total`, `paid`, "every field of `Order`". */
export function fieldsOfRow(head: Span, lexicon: Lexicon): RowSaid {
  let entity = null as string | null;
  const said: RowSaid[] = [];
  for (const each of split(head, ';').flatMap(listParts)) {
    const whole = WHOLE.exec(each.text);
    const beside = entity === null ? null : attributeNamed(lexicon, entity, plainWords(each));
    const nouns: readonly Noun[] | null =
      whole !== null
        ? nounOf(part(each, whole[0].length), lexicon)
        : entity !== null && beside?.field
          ? [{ entity, fields: [beside.name], where: null }]
          : nounOf(each, lexicon);
    const [noun, ...more]: readonly Noun[] = nouns ?? [];
    const isField = noun !== undefined && more.length === 0 && (noun.fields !== null || whole !== null);
    if (isField) entity = noun.entity;
    said.push(
      isField
        ? { deeds: [{ noun, operations: ['read'], events: [], verb: '' }], left: [] }
        : { deeds: [], left: [each] },
    );
  }
  return joinedRows(said);
}
