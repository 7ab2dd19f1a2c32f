import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CompiledEntity } from '../../../engine/compiled/compiled-model.ts';
import { secretsOf } from '../../../engine/compiled/write-only-values.ts';
import { entityOf } from '../../../engine/context/decision-context.ts';
import type { Json } from '../../../engine/core/intent.ts';
import type { Problem, WireFailure, WireRecord } from '../../../engine/core/wire-format.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import type { Field } from '../../../model/types/model.ts';
import { ProblemError } from '../../api/request.ts';
import { isStoredHere } from '../../api/stored-here-error.ts';
import { useAfterPress } from '../../components-base/use-after-press.ts';
import { usePrincipal } from '../../data/use-principal.ts';
import type { Input } from '../../data/writes.ts';
import type { DraftHandle } from '../../drafts/drafts.tsx';
import type { RunningUploads } from '../../file-inputs/running-uploads.ts';
import { useUploadTracking } from '../../file-inputs/use-upload-results.ts';
import type { CheckChoice } from '../../input-parts/check-choice.ts';
import { unreadFailures } from '../../input-parts/unread-failures.ts';
import { sameJson } from '../../platform/same-json.ts';
import { isChangeable } from '../../view/changeable-fields.ts';
import { fieldValue } from '../../view/display-value.ts';
import { useLoadedEngine } from '../../view/use-compiled-model.ts';
import { type EntityInView, useView } from '../../view/view-context.tsx';
import { atShownLine, shownPath, withoutEmptyLines } from './empty-lines.ts';
import {
  type AnsweredFailure,
  answeredFailures,
  failedValue,
  failuresByField,
  isEmptyJson,
  mergeFailures,
  remainingFailures,
  requiredNow,
  shownFailures,
  wireFailures,
} from './field-failures.ts';
import { type SaveProblem, saveProblemOf } from './save-problem.ts';
import { useJudgeChoice } from './use-judge-choice.ts';
import { useReferencedRecords } from './use-referenced-records.ts';

export interface FormSubject {
  readonly entity: EntityInView;
  /** The input fields, in order. */
  readonly names: readonly string[];
  /** The record to change; null for a new record. */
  readonly record: WireRecord | null;
  /** The event whose asks are filled in; null for a create or a change. */
  readonly event: string | null;
  /** Required fields beyond those that the entity marks as required: the asks of an event. */
  readonly requiredAsks?: readonly string[];
  readonly draft: DraftHandle;
}

/** The state of a form while it is filled in. The typed values are stored in the draft, not here. */
export interface FormState {
  readonly entity: EntityInView;
  /** The entity in the compiled Model. */
  readonly compiled: CompiledEntity;
  /** True while the person's own record is loaded, which the rules of the form read. */
  readonly isLoading: boolean;
  readonly names: readonly string[];
  /** True if the form changes an existing record: an empty write-only field then keeps its stored value. */
  readonly isChange: boolean;
  /** The typed values as they would be sent. */
  readonly input: Input;
  /** Fields that the current values hide (`shown when`). */
  readonly hidden: ReadonlySet<string>;
  /** Running uploads. A submit waits for them and stops if one fails. */
  readonly uploads: RunningUploads;
  /** Returns the current value of a field: the typed value, else the record's, else the default. Works for computed fields. */
  readonly currentValue: (name: string) => Json;
  readonly failures: ReadonlyMap<string, readonly WireFailure[]>;
  /** Failures that belong to no field of this form. */
  readonly otherFailures: readonly WireFailure[];
  /** Failures of rules that only warn. They do not prevent a submit. */
  readonly warnings: ReadonlyMap<string, readonly WireFailure[]>;
  readonly otherWarnings: readonly WireFailure[];
  readonly required: ReadonlySet<string>;
  readonly tried: boolean;
  readonly busy: boolean;
  readonly problem: SaveProblem | null;
  /** Counts refused submits, so that the focus can move to the first failure. */
  readonly refusals: number;
  readonly change: (name: string, value: Json) => void;
  /** Marks a field as left, so that its failures are shown from now on. */
  readonly leave: (name: string) => void;
  /** Returns what rules say about choosing a record; null while the form is loading. */
  readonly judgeChoice: CheckChoice | null;
  /** Removes the problem that concerns the whole form. */
  readonly clearProblem: () => void;
  /** Reloads the page without asking for confirmation: the draft restores the typed values. */
  readonly reload: () => void;
  readonly isReloading: () => boolean;
  /** Submits the form. Resolves to the result, or to null if the submit was refused; the form then shows why. */
  readonly submit: (send: (input: Input) => Promise<WireRecord | null>) => Promise<SubmitResult | null>;
}

export interface SubmitResult {
  readonly record: WireRecord | null;
  /** Set if the write was stored on this device to be sent later. */
  readonly storedHere?: ProblemError;
}

type Send = Parameters<FormState['submit']>[0];

/**
 * The state of a form. Input is validated by the engine's own functions while the person types; failures that the server
 * answered take precedence. Suspends until the engine is loaded.
 */
export function useForm({ entity, names, record, event, requiredAsks, draft }: FormSubject): FormState {
  const { view } = useView();
  const engine = useLoadedEngine();
  const compiled = entityOf(engine.model, entity.name);
  const principal = usePrincipal(engine, entity.name);
  const [leftFields, setLeftFields] = useState<ReadonlySet<string>>(new Set());
  const afterPress = useAfterPress();
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const { uploads, waitForUploads } = useUploadTracking();
  const [refusals, setRefusals] = useState(0);
  const [server, setServer] = useState<readonly AnsweredFailure[]>([]);
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const isChange = record !== null && event === null;
  const reloading = useRef(false);
  const lastRefused = useRef<Input | null>(null);

  const fields = useMemo(() => names.flatMap((name) => attributeOf(entity, name)), [entity, names]);
  const secrets = useMemo(() => secretsOf(view.model, entity.name), [view.model, entity.name]);
  const typedHere = useMemo(() => inputOf(fields, draft.values), [fields, draft.values]);
  const { input: typed, sent: sentLines } = useMemo(() => withoutEmptyLines(typedHere, fields), [typedHere, fields]);
  const open = useMemo(
    () => new Set(names.filter((name) => record === null || isChangeable(record, name))),
    [names, record],
  );
  const row = useMemo(() => (record === null ? null : engine.rowOf(record)), [engine, record]);
  const referenced = useReferencedRecords(engine);
  const judge = useMemo(
    () =>
      principal === null
        ? null
        : (sent: Input, find: typeof referenced.find) =>
            engine.validate(principal, { entity: entity.name, row, event, input: sent }, open, find),
    [engine, principal, entity.name, row, event, open],
  );
  const judgement = useMemo(() => judge?.(typed, referenced.find) ?? null, [judge, typed, referenced.find]);
  const judgeChoice = useJudgeChoice(engine, judge, typed, referenced);
  const missing = judgement?.unknownRecords;
  useEffect(() => {
    if (missing !== undefined && missing.length > 0) referenced.load(missing);
  }, [missing, referenced.load]);
  const input = judgement?.input ?? typed;
  const hidden = useMemo(
    () => new Set([...(judgement?.hidden ?? [])].map((path) => shownPath(path, sentLines))),
    [judgement, sentLines],
  );
  /** Returns the value of a field without input: the record's value, the default or the computed value. */
  const givenValue = useCallback(
    (name: string): Json => {
      const attribute = entity.attributes.get(name);
      if (attribute === undefined) return null;
      const isComputed = attribute.kind === 'field' && attribute.field.computed !== null;
      if (record !== null && !isComputed) return fieldValue(record, name);
      return engine.toWire(judgement?.values[name] ?? null, attribute.type);
    },
    [judgement, engine, entity, record],
  );

  const sentValue = useCallback(
    (name: string): Json => (Object.hasOwn(input, name) ? (input[name] ?? null) : givenValue(name)),
    [input, givenValue],
  );
  const currentValue = useCallback(
    // As typed, including empty lines that are not sent.
    (name: string): Json => (sentLines.has(name) ? (typedHere[name] ?? null) : sentValue(name)),
    [sentValue, sentLines, typedHere],
  );

  const unread = useMemo(() => unreadFailures(input), [input]);
  const local = useMemo(() => (judgement === null ? unread : wireFailures(judgement.failures)), [judgement, unread]);
  const all = useMemo(
    () => mergeFailures(remainingFailures(server, input, names), local),
    [server, input, local, names],
  );
  const visible = useMemo(
    () => shownFailures(all, { touched: leftFields, tried }).map((failure) => atShownLine(failure, sentLines)),
    [all, leftFields, tried, sentLines],
  );
  const { fields: failures, others: otherFailures } = useMemo(() => failuresByField(visible, names), [visible, names]);
  const { fields: warnings, others: otherWarnings } = useMemo(() => {
    const relevant = shownFailures(wireFailures(judgement?.warnings ?? []), { touched: leftFields, tried });
    return failuresByField(
      relevant.map((failure) => atShownLine(failure, sentLines)),
      names,
    );
  }, [judgement, leftFields, tried, names, sentLines]);
  const required = useMemo(() => {
    const keepsValue = (field: Field) => isChange && field.writeOnly;
    const stated = fields.flatMap((each) =>
      each.kind === 'field' && each.field.required && !keepsValue(each.field) ? each.name : [],
    );
    return requiredNow([...stated, ...(requiredAsks ?? [])], all, (name) => isEmptyJson(currentValue(name)));
  }, [fields, requiredAsks, all, currentValue, isChange]);

  const change = useCallback(
    (name: string, value: Json) => {
      const attribute = entity.attributes.get(name);
      if (attribute === undefined) return;
      setProblem(null);
      if (isUntyped(attribute, value, record)) draft.unset(attribute.id);
      else draft.set(attribute.id, value, secrets.own.has(name) || secrets.lists.has(name));
    },
    [entity, draft, record, secrets],
  );
  const leave = useCallback(
    (name: string) => {
      // A field that was only tabbed through does not show "required" yet.
      if (!Object.hasOwn(input, name)) return;
      afterPress(() => setLeftFields((before) => (before.has(name) ? before : new Set([...before, name]))));
    },
    [input, afterPress],
  );

  const reload = () => {
    reloading.current = true;
    globalThis.location.reload();
  };
  const refused = (problem: Problem | null) => {
    setServer(problem === null ? [] : answeredFailures(problem, input, names));
    setProblem(problem === null || (problem.failures ?? []).length > 0 ? null : saveProblemOf(problem));
    setRefusals((count) => count + 1);
  };
  const submitNow = async (send: Send): Promise<SubmitResult | null> => {
    setTried(true);
    setProblem(null);
    // The server decides: submitting the same input again sends it, although the browser expects a refusal.
    // A missing value is never sent: the server would not say more about it, or less if a permission reads it.
    const lacksValue = local.some(({ pointer }) => isEmptyJson(failedValue(pointer, sentValue)));
    const isResubmit = !lacksValue && lastRefused.current !== null && sameJson(lastRefused.current, input);
    // Text that can't be parsed is never sent.
    if (unread.length > 0 || (local.length > 0 && !isResubmit)) {
      lastRefused.current = input;
      refused(null);
      return null;
    }
    setBusy(true);
    try {
      return { record: await send(input) };
    } catch (error) {
      if (isStoredHere(error)) return { record: null, storedHere: error };
      if (!(error instanceof ProblemError)) throw error;
      refused(error.problem);
      return null;
    } finally {
      setBusy(false);
    }
  };

  // A submit that waited for uploads sends the input as it is then.
  const latest = useRef(submitNow);
  latest.current = submitNow;
  const submit: FormState['submit'] = async (send) => {
    if (busy || judgement === null) return null;
    if (uploads.size > 0) {
      setBusy(true);
      if (!(await waitForUploads(() => setBusy(false)))) {
        setRefusals((count) => count + 1);
        return null;
      }
    }
    return latest.current(send);
  };

  return {
    entity,
    compiled,
    isLoading: judgement === null,
    names,
    isChange,
    input,
    hidden,
    uploads,
    currentValue,
    failures,
    otherFailures,
    warnings,
    otherWarnings,
    required,
    tried,
    busy,
    problem,
    refusals,
    change,
    leave,
    judgeChoice,
    clearProblem: () => setProblem(null),
    reload,
    isReloading: () => reloading.current,
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

/** Whether a value counts as not typed: it equals the record's value, or it is empty and the field has no default. */
function isUntyped(attribute: Attribute, value: Json, record: WireRecord | null): boolean {
  if (record !== null) return sameJson(value, fieldValue(record, attribute.name));
  const isGiven = attribute.kind === 'field' && attribute.field.default !== null;
  return isEmptyJson(value) && !isGiven;
}
