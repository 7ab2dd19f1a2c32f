import type { Place } from '../../model/types/element.ts';
import { type Hidden, visibilityLookup } from '../access/hidden-values.ts';
import { placeWithin } from '../lookups/text-places.ts';
import type { CheckContext, DocumentContext } from '../runner/check.ts';
import { cascadeReads, cascadeSources } from './flow-existence.ts';
import { mentionSources } from './flow-mentions.ts';
import type { ValueRead } from './flow-reads.ts';
import { restoreSources } from './flow-restoring.ts';
import { type FlowKind, type FlowSource, relationSources, SOURCE_FINDERS } from './flow-sources.ts';
import { otherRecordSources } from './flow-to-other-records.ts';

/** A value that a role may not read, but that decides something that the role notices. */
export interface Flow {
  readonly kind: FlowKind;
  /** The element through which the role notices it. */
  readonly element: string;
  readonly at: Place | null;
  /** The hidden value. The field `id` stands for the existence of records. */
  readonly entity: string;
  readonly field: string;
  readonly role: string;
  /** Whether the role reads the value on no record, or only on some. */
  readonly hidden: 'always' | 'sometimes';
  /** What the value decides, in words: `whether “pay” of Order is refused`. */
  readonly shows: string;
  /** Whether the value acts only through a computed field that the role may read, which is a flow of its own. */
  readonly indirect: boolean;
  /** The entity on whose records the role notices it. */
  readonly on: string | null;
}

/**
 * Returns all information flows of a document: each way in which a value that a role may not read decides something
 * that the role notices. These ways are row conditions, guards, Who, timers, effects, notifications, rules, unique
 * keys, computed fields, defaults, filters, screens, relations, deletions that are refused because of references,
 * cascades, effects that other records refuse, bounds, restorations, and mentions. Elements that are not shown or not
 * understood decide nothing. A count on a list reveals only what its filter decides, because records that the person
 * may not read are not counted.
 */
export function flowsOf(context: DocumentContext): readonly Flow[] {
  const otherRecordFlows = context.schema.roles.size === 0 ? [] : flowsThrough(otherRecordSources(context), context);
  return [...recordFlows(context), ...otherRecordFlows].sort(
    (one, other) => (one.at?.from ?? 0) - (other.at?.from ?? 0),
  );
}

const FINDERS = [...SOURCE_FINDERS, restoreSources, mentionSources, cascadeSources];

/** Returns the flows of a document without those through other records. */
export function recordFlows(context: DocumentContext): readonly Flow[] {
  // Without point 6, no value is hidden from anybody.
  if (context.schema.roles.size === 0) return [];
  return flowsThrough(recordSources(context), context);
}

function* recordSources(context: DocumentContext): Generator<FlowSource> {
  for (const part of context.parts) for (const sourcesIn of FINDERS) yield* sourcesIn(part);
  yield* relationSources(context);
}

function flowsThrough(sources: Iterable<FlowSource>, context: CheckContext): readonly Flow[] {
  const visibility = visibilityLookup(context);
  const roles = [...context.schema.roles.keys()];
  const found = new Map<string, Flow>();
  for (const source of sources) {
    const { kind } = source;
    // Most values are readable by all roles.
    const reads = [...source.reads, ...existenceReads(source, context)].filter((read) =>
      roles.some((role) => hiddenFrom(role, read, kind, visibility) !== null),
    );
    for (const role of reads.length === 0 ? [] : source.roles()) {
      for (const flow of flowsFrom({ ...source, reads }, role, visibility)) {
        const key = `${kind}\n${flow.element}\n${flow.entity}\n${flow.field}\n${flow.role}\n${flow.shows}`;
        if (!found.has(key)) found.set(key, flow);
      }
    }
  }
  return [...found.values()];
}

/** Where the existence of a record matters, everything that may delete it by a cascade matters too. */
function* existenceReads({ kind, entity, reads }: FlowSource, context: CheckContext): Generator<ValueRead> {
  if (kind === 'unique' && entity !== null) yield* cascadeReads(entity, context);
  for (const { entity: of, field, own, from, to, through } of reads)
    if (field === 'id' && !own) for (const read of cascadeReads(of, context)) yield { ...read, from, to, through };
}

type VisibilityLookup = ReturnType<typeof visibilityLookup>;

/**
 * Returns how a value is hidden from a role that notices the outcome; null if it is not. A person who notices the
 * outcome on a record may read that record and the values in it.
 */
function hiddenFrom(
  role: string,
  { entity, field, own }: ValueRead,
  kind: FlowKind,
  visibility: VisibilityLookup,
): Hidden {
  const { hidden, byField } = visibility(role, entity, field);
  const isRead = own && !byField && kind !== 'row condition' && kind !== 'relation';
  return hidden === 'sometimes' && isRead ? null : hidden;
}

function* flowsFrom(source: FlowSource, role: string, visibility: VisibilityLookup): Generator<Flow> {
  const { kind, element, formula, entity: on, shows } = source;
  for (const read of source.reads) {
    const hidden = hiddenFrom(role, read, kind, visibility);
    if (hidden === null) continue;
    const { entity, field, from, to, through } = read;
    const at = (formula === null ? null : placeWithin(formula, from, to)) ?? source.at;
    const between = through === null ? null : visibility(role, through.entity, through.field);
    const indirect = between !== null && between.hidden !== 'always' && !between.byField;
    yield { kind, element, at, entity, field, role, hidden, shows, indirect, on };
  }
}
