import type { Place } from '../model/types/place.ts';
import type { CheckContext, PartContext } from './check.ts';
import { ofElsewhere } from './flow-elsewhere.ts';
import { ofCascades, takenBy } from './flow-existence.ts';
import { ofMentions } from './flow-mentions.ts';
import type { Read } from './flow-reads.ts';
import { ofRestoring } from './flow-restoring.ts';
import { type FlowKind, SOURCES, type Source } from './flow-sources.ts';
import { secrecies } from './hidden.ts';
import { placeWithin } from './places.ts';

/** A value that a role may not read, and that decides something which the role notices. */
export interface Flow {
  readonly kind: FlowKind;
  /** What lets it through. */
  readonly element: string;
  readonly at: Place | null;
  /** The value. `id` stands for whether there are such records at all. */
  readonly entity: string;
  readonly field: string;
  readonly role: string;
  /** Whether the role reads it on no record, or not on all. */
  readonly hidden: 'always' | 'sometimes';
  /** What is decided, as words: `whether “pay” of Order is refused`. */
  readonly shows: string;
  /** A computed field that the role does read stands between the value and what is decided: that is a flow of its own. */
  readonly indirect: boolean;
  /** The entity whose records it shows on. */
  readonly on: string | null;
}

/**
 * All flows of a document: each way in which a value that a role may not read decides something that it notices: row
 * conditions, guards, Who, timers, effects, notices, rules, keys, computed fields, defaults, filters, screens, relations,
 * that a record in use can't be deleted, what goes along with a deletion, what refuses an event at other records, bounds, what
 * keeps a deleted one from coming back, and whom a comment may mention. What is not shown, or can't be read, decides nothing. How many records a list
 * counts is what its filter decides: it counts none that the person may not read.
 */
export function flowsOf(context: CheckContext): readonly Flow[] {
  const elsewhere = context.schema.roles.size === 0 ? [] : flowsThrough(ofElsewhere(context), context);
  return [...context.gather(flowsIn).flat(), ...elsewhere].sort(
    (one, other) => (one.at?.from ?? 0) - (other.at?.from ?? 0),
  );
}

/** The flows of one part of a document. */
export function flowsIn({ schema, gather }: PartContext): readonly Flow[] {
  // Where point 6 is not stated, nothing is kept from anybody.
  return schema.roles.size === 0 ? [] : LOOKS.flatMap((look) => gather(look).flat());
}

/** A look for each kind of source: where the screens change, what the machines let through is known. */
const LOOKS = [...SOURCES, ofRestoring, ofMentions, ofCascades].map(
  (sourcesIn) =>
    (context: PartContext): readonly Flow[] =>
      flowsThrough(sourcesIn(context), context),
);

function flowsThrough(sources: Iterable<Source>, context: CheckContext): readonly Flow[] {
  const secrecy = secrecies(context);
  const isKept = keptFromSomebody(context, secrecy);
  const found = new Map<string, Flow>();
  for (const source of sources) {
    const reads = [...source.reads, ...existences(source, context)].filter(isKept);
    for (const role of reads.length === 0 ? [] : source.roles()) {
      for (const flow of flowsFrom({ ...source, reads }, role, secrecy)) {
        const key = `${flow.kind}\n${flow.element}\n${flow.entity}\n${flow.field}\n${flow.role}\n${flow.shows}`;
        if (!found.has(key)) found.set(key, flow);
      }
    }
  }
  return [...found.values()];
}

/** Where it matters whether there is a record, all that takes such a record along matters too. */
function* existences({ kind, entity, reads }: Source, context: CheckContext): Generator<Read> {
  if (kind === 'unique' && entity !== null) yield* takenBy(entity, context);
  for (const { entity: of, field, own, from, to, behind } of reads)
    if (field === 'id' && !own) for (const read of takenBy(of, context)) yield { ...read, from, to, behind };
}

type Secrecies = ReturnType<typeof secrecies>;

/** Whether there is a role that does not read a value everywhere; most are read by all. */
function keptFromSomebody({ schema }: CheckContext, secrecy: Secrecies): (read: Read) => boolean {
  const known = new Map<string, Map<string, boolean>>();
  const roles = [...schema.roles.keys()];
  return ({ entity, field }) => {
    const ofEntity = known.get(entity) ?? new Map<string, boolean>();
    known.set(entity, ofEntity);
    const kept = ofEntity.get(field) ?? roles.some((role) => secrecy(role, entity, field).hidden !== null);
    ofEntity.set(field, kept);
    return kept;
  };
}

function* flowsFrom(source: Source, role: string, secrecy: Secrecies): Generator<Flow> {
  const { kind, element, formula, entity: on, shows } = source;
  for (const { entity, field, own, from, to, behind } of source.reads) {
    const { hidden, byField } = secrecy(role, entity, field);
    // Whoever sees the outcome reads the record that it stands on, and with it what stands there.
    if (
      hidden === null ||
      (hidden === 'sometimes' && own && !byField && kind !== 'row condition' && kind !== 'relation')
    )
      continue;
    const at = (formula === null ? null : placeWithin(formula, from, to)) ?? source.at;
    const between = behind === null ? null : secrecy(role, behind.entity, behind.field);
    const indirect = between !== null && between.hidden !== 'always' && !between.byField;
    yield { kind, element, at, entity, field, role, hidden, shows, indirect, on };
  }
}
