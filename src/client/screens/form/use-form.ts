import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { secretsOf } from '../../../engine/compiled/write-only-values.ts';
import type { Json } from '../../../engine/core/intent.ts';
import type { Problem, WireFailure, WireRecord } from '../../../engine/core/wire-format.ts';
import type { FirstDraft } from '../../../engine/view/new-record-form.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import type { Field } from '../../../model/types/model.ts';
import { ProblemError } from '../../api/request.ts';
import { isStoredHere } from '../../api/stored-here-error.ts';
import { onSign, whenIdle } from '../../components-base/load-when-idle.ts';
import { useAfterPress } from '../../components-base/use-after-press.ts';
import { usePrincipal } from '../../data/use-principal.ts';
import type { Input } from '../../data/writes.ts';
import type { DraftInHand } from '../../drafts/drafts.tsx';
import type { UnderWay } from '../../file-inputs/running-uploads.ts';
import { useArrivals } from '../../file-inputs/use-upload-results.ts';
import type { JudgeChoice } from '../../input-parts/judge-choice.ts';
import { unreadFailures } from '../../input-parts/unread-failures.ts';
import { sameJson } from '../../platform/same-json.ts';
import { serverNow } from '../../platform/server-clock.ts';
import { changeable } from '../../view/changeable-fields.ts';
import { fieldValue } from '../../view/display-value.ts';
import { type EntityInView, useView } from '../../view/view-context.tsx';
import { atShownLine, shownPath, withoutEmptyLines } from './empty-lines.ts';
import {
  type AnsweredFailure,
  answered,
  asWire,
  failuresAt,
  isEmptyJson,
  mergeFailures,
  neededNow,
  remainingFailures,
  shownFailures,
  sortedOut,
} from './field-failures.ts';
import { type Judged, unjudged } from './form-before-engine.ts';
import { type Trouble, troubleOf } from './save-trouble.ts';
import { useEngine } from './use-form-engine.ts';
import { useJudgeChoice } from './use-judge-choice.ts';
import { useReferred } from './use-referenced.ts';

export interface FormSubject {
  readonly entity: EntityInView;
  /** The fields that are typed, in order. */
  readonly names: readonly string[];
  /** What is changed; null for a new record. */
  readonly record: WireRecord | null;
  /** Null: create or change; else the event whose asks are typed. */
  readonly event: string | null;
  /** Fields that are needed though their type does not say so: the asks of an event. */
  readonly asked?: readonly string[];
  readonly draft: DraftInHand;
  /** How a new record stands before anything is typed. */
  readonly first?: FirstDraft | null;
}

/** A form while it is filled in. It keeps nothing typed itself: that is in the draft. */
export interface FormInHand {
  readonly entity: EntityInView;
  readonly names: readonly string[];
  /** Something is changed that is there: what is never given out stays as it is where nothing is typed. */
  readonly isChange: boolean;
  /** What is typed, as it would be sent. */
  readonly input: Input;
  /** Fields that are not asked for while the rest stands as it does. */
  readonly hidden: ReadonlySet<string>;
  /** Fields of which it is not known yet whether they are asked for, or what stands in them. */
  readonly unknown: ReadonlySet<string>;
  /** What judges in the browser could not be loaded: the server alone does, when it is sent. */
  readonly isUnjudged: boolean;
  /** Whether what comes after the first drawing is to come now; and that it is. */
  readonly isAwake: boolean;
  readonly wake: () => void;
  /** Files that are on their way: it is sent once they arrived, and not where one does not. */
  readonly uploads: UnderWay;
  /** What stands in a field now: typed, else of the record, else what the product gives. Computed fields too. */
  readonly shown: (name: string) => Json;
  readonly failures: ReadonlyMap<string, readonly WireFailure[]>;
  /** Failures that concern no field of this form. */
  readonly others: readonly WireFailure[];
  /** What rules have to say that only warn. It keeps nothing from being sent. */
  readonly warnings: ReadonlyMap<string, readonly WireFailure[]>;
  readonly otherWarnings: readonly WireFailure[];
  readonly needed: ReadonlySet<string>;
  readonly tried: boolean;
  readonly busy: boolean;
  readonly trouble: Trouble | null;
  /** Counts refused submits, so that the focus can move to the first failure. */
  readonly refusals: number;
  readonly change: (name: string, value: Json) => void;
  /** The person left a field: what is wrong with it may be said now. */
  readonly leave: (name: string) => void;
  /** What rules say of choosing a record; null until that can be told. */
  readonly judgeChoice: JudgeChoice | null;
  /** What was answered about the whole form is settled. */
  readonly settle: () => void;
  /** Loads the page anew. What is typed is there again afterwards, so that nobody is asked about leaving it. */
  readonly loadAgain: () => void;
  readonly isLoadingAgain: () => boolean;
  /** Sends; resolves to what came back, or to null where it was refused, which the form then shows. */
  readonly submit: (send: (input: Input) => Promise<WireRecord | null>) => Promise<Sent | null>;
}

export interface Sent {
  readonly record: WireRecord | null;
  /** Set where it waits on this device instead. */
  readonly waits?: ProblemError;
}

type Send = Parameters<FormInHand['submit']>[0];

/**
 * Judges by the engine's own functions while somebody types; what the server answers goes before it. The engine comes
 * once somebody is at work on the page, or where something can't be said without it: until then a form knows what its
 * View says of it.
 */
export function useForm({ entity, names, record, event, asked, draft, first = null }: FormSubject): FormInHand {
  const { view, format } = useView();
  const [isAwake, setAwake] = useState(record !== null || draft.values.size > 0);
  const { engine, isMissing } = useEngine(isAwake);
  const who = usePrincipal(engine, entity.name);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const afterPress = useAfterPress();
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const { uploads, arrived } = useArrivals();
  const [refusals, setRefusals] = useState(0);
  const [server, setServer] = useState<readonly AnsweredFailure[]>([]);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const isChange = record !== null && event === null;
  const loading = useRef(false);
  const doubted = useRef<Input | null>(null);

  const fields = useMemo(() => names.flatMap((name) => attributeOf(entity, name)), [entity, names]);
  const secrets = useMemo(() => secretsOf(view.model, entity.name), [view.model, entity.name]);
  const typedHere = useMemo(() => inputOf(fields, draft.values), [fields, draft.values]);
  const { input: typed, sent: sentLines } = useMemo(() => withoutEmptyLines(typedHere, fields), [typedHere, fields]);
  const open = useMemo(
    () => new Set(names.filter((name) => record === null || changeable(record, name))),
    [names, record],
  );
  const row = useMemo(() => (record === null || engine === null ? null : engine.rowOf(record)), [engine, record]);
  const referred = useReferred(engine);
  const judge = useMemo(
    () =>
      engine === null || who === null
        ? null
        : (sent: Input, find: typeof referred.find) =>
            engine.judge(who, { entity: entity.name, row, event, input: sent }, open, find),
    [engine, who, entity.name, row, event, open],
  );
  const judgement = useMemo(() => judge?.(typed, referred.find) ?? null, [judge, typed, referred.find]);
  const judgeChoice = useJudgeChoice(engine, judge, typed, referred);
  const sought = judgement?.unknown;
  useEffect(() => {
    if (sought !== undefined && sought.length > 0) referred.want(sought);
  }, [sought, referred.want]);
  const judged = useMemo((): Judged => {
    if (judgement !== null && engine !== null) {
      const given = (name: string): Json => {
        const attribute = entity.attributes.get(name);
        if (attribute === undefined) return null;
        const isComputed = attribute.kind === 'field' && attribute.field.computed !== null;
        if (record !== null && !isComputed) return fieldValue(record, name);
        return engine.wire(judgement.values[name] ?? null, attribute.type);
      };
      return { input: judgement.input, hidden: judgement.hidden, unknown: NOTHING, given, needed: [] };
    }
    const { zone } = format;
    return unjudged({ entity, record, event, typed, first, person: view.person?.id ?? null, zone, now: serverNow() });
  }, [judgement, engine, entity, record, event, typed, first, view.person, format]);
  const { input, unknown, given } = judged;
  const hidden = useMemo(
    () => new Set([...judged.hidden].map((path) => shownPath(path, sentLines))),
    [judged, sentLines],
  );
  const hasGaps = unknown.size > 0;
  useEffect(() => {
    if (isAwake) return;
    return (hasGaps ? whenIdle : onceAtWork)(() => setAwake(true));
  }, [isAwake, hasGaps]);

  const standing = useCallback(
    (name: string): Json => (Object.hasOwn(input, name) ? (input[name] ?? null) : given(name)),
    [input, given],
  );
  const shown = useCallback(
    // As they are typed, with the lines that are not sent.
    (name: string): Json => (sentLines.has(name) ? (typedHere[name] ?? null) : standing(name)),
    [standing, sentLines, typedHere],
  );

  const unread = useMemo(() => unreadFailures(input), [input]);
  const local = useMemo(() => (judgement === null ? unread : asWire(judgement.failures)), [judgement, unread]);
  const all = useMemo(
    () => mergeFailures(remainingFailures(server, input, names), local),
    [server, input, local, names],
  );
  const visible = useMemo(
    () => shownFailures(all, { touched: left, tried }).map((failure) => atShownLine(failure, sentLines)),
    [all, left, tried, sentLines],
  );
  const { fields: failures, others } = useMemo(() => sortedOut(visible, names), [visible, names]);
  const { fields: warnings, others: otherWarnings } = useMemo(() => {
    const told = shownFailures(asWire(judgement?.warnings ?? []), { touched: left, tried });
    return sortedOut(
      told.map((failure) => atShownLine(failure, sentLines)),
      names,
    );
  }, [judgement, left, tried, names, sentLines]);
  const needed = useMemo(() => {
    const stays = (field: Field) => isChange && field.writeOnly;
    const required = fields.flatMap((each) =>
      each.kind === 'field' && each.field.required && !stays(each.field) ? each.name : [],
    );
    const ruled = judged.needed.filter((name) => isEmptyJson(shown(name)));
    return neededNow([...required, ...(asked ?? []), ...ruled], all, (name) => isEmptyJson(shown(name)));
  }, [fields, asked, all, shown, isChange, judged.needed]);

  const change = useCallback(
    (name: string, value: Json) => {
      const attribute = entity.attributes.get(name);
      if (attribute === undefined) return;
      setAwake(true);
      setTrouble(null);
      if (isUntyped(attribute, value, record)) draft.unset(attribute.id);
      else draft.set(attribute.id, value, secrets.own.has(name) || secrets.lists.has(name));
    },
    [entity, draft, record, secrets],
  );
  const leave = useCallback(
    (name: string) => {
      // Who only walks through a form is not told what is missing yet.
      if (!Object.hasOwn(input, name)) return;
      afterPress(() => setLeft((before) => (before.has(name) ? before : new Set([...before, name]))));
    },
    [input, afterPress],
  );

  const loadAgain = () => {
    loading.current = true;
    globalThis.location.reload();
  };
  const refused = (problem: Problem | null) => {
    setServer(problem === null ? [] : answered(problem, input, names));
    setTrouble(problem === null || (problem.failures ?? []).length > 0 ? null : troubleOf(problem));
    setRefusals((count) => count + 1);
  };
  const submitNow = async (send: Send): Promise<Sent | null> => {
    setTried(true);
    setTrouble(null);
    // The server decides: who sends the same once more gets its answer, though the browser expects a refusal.
    // A missing value is certain: the server would say no more of it, or say less where a permission reads it.
    const lacks = local.some(({ pointer }) => isEmptyJson(failuresAt(pointer, standing)));
    const insists = !lacks && doubted.current !== null && sameJson(doubted.current, input);
    // Text that is no value is never sent.
    if (unread.length > 0 || (local.length > 0 && !insists)) {
      doubted.current = input;
      refused(null);
      return null;
    }
    setBusy(true);
    try {
      return { record: await send(input) };
    } catch (error) {
      if (isStoredHere(error)) return { record: null, waits: error };
      if (!(error instanceof ProblemError)) throw error;
      refused(error.problem);
      return null;
    } finally {
      setBusy(false);
    }
  };

  // A submit waits for the engine, unless it can't come, where the input depends on it or a required field is empty.
  const lacksNeeded = [...needed].some((name) => !hidden.has(name) && isEmptyJson(shown(name)));
  const isSure = judgement !== null || isMissing || !(lacksNeeded || hangsOnUnknown(unknown, typed, entity));
  const latest = useRef(submitNow);
  latest.current = submitNow;
  const sure = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (!isSure) return;
    sure.current?.();
    sure.current = null;
  }, [isSure]);
  const submit: FormInHand['submit'] = async (send) => {
    if (busy) return null;
    setAwake(true);
    if (uploads.size > 0) {
      setBusy(true);
      if (!(await arrived(() => setBusy(false)))) {
        setRefusals((count) => count + 1);
        return null;
      }
    }
    if (!isSure) {
      setBusy(true);
      await new Promise<void>((resolve) => {
        sure.current = resolve;
      });
      setBusy(false);
    }
    return latest.current(send);
  };

  return {
    entity,
    names,
    isChange,
    input,
    hidden,
    unknown,
    isUnjudged: isMissing,
    isAwake,
    wake: () => setAwake(true),
    uploads,
    shown,
    failures,
    others,
    warnings,
    otherWarnings,
    needed,
    tried,
    busy,
    trouble,
    refusals,
    change,
    leave,
    judgeChoice,
    settle: () => setTrouble(null),
    loadAgain,
    isLoadingAgain: () => loading.current,
    submit,
  };
}

function attributeOf(entity: EntityInView, name: string): Attribute[] {
  const found = entity.attributes.get(name);
  return found === undefined ? [] : [found];
}

function inputOf(fields: readonly Attribute[], typed: ReadonlyMap<string, Json>): Input {
  const input: { [name: string]: Json } = Object.create(null);
  for (const { id, name } of fields) {
    const value = typed.get(id);
    if (value !== undefined) input[name] = value;
  }
  return input;
}

/** Whether a field of which it is not known whether it is asked for has something that would be sent, or be sent empty. */
function hangsOnUnknown(unknown: ReadonlySet<string>, typed: Input, { attributes }: EntityInView): boolean {
  return [...unknown].some((name) => {
    const attribute = attributes.get(name);
    if (attribute?.kind !== 'field' || attribute.field.shownWhen === null) return false;
    return Object.hasOwn(typed, name) || attribute.field.default !== null;
  });
}

const NOTHING: ReadonlySet<string> = new Set();

/** What works a page for somebody without one sign that the page sees (a screen reader, a voice) waits no longer, in ms. */
const AT_THE_LATEST = 10_000;

/**
 * Calls `work` when nothing else is to be done, on a page where somebody is at work, or that was open for a while; the
 * answer takes that back.
 */
function onceAtWork(work: () => void): () => void {
  const begin = () => whenIdle(work);
  // Whoever came from another screen is.
  if (navigator.userActivation.hasBeenActive) return begin();
  let stop = (): void => undefined;
  const once = () => {
    stop();
    stop = begin();
  };
  const leave = onSign(once);
  const timer = setTimeout(once, AT_THE_LATEST);
  stop = () => {
    leave();
    clearTimeout(timer);
  };
  return () => stop();
}

/** What says the same as the record, or nothing where nothing would be given, is not typed at all. */
function isUntyped(attribute: Attribute, value: Json, record: WireRecord | null): boolean {
  if (record !== null) return sameJson(value, fieldValue(record, attribute.name));
  const isGiven = attribute.kind === 'field' && attribute.field.default !== null;
  return isEmptyJson(value) && !isGiven;
}
