import { compileModel } from '../../engine/compile/compile-model.ts';
import type { CompiledFormula, CompiledModel } from '../../engine/compiled/compiled-model.ts';
import type { StandardTexts } from '../../engine/compiled/standard-texts.ts';
import { contextOf, entityOf } from '../../engine/context/decision-context.ts';
import type { RecordKey } from '../../engine/core/needs-and-facts.ts';
import type { Principal } from '../../engine/core/principal.ts';
import { NO_FACTS, trackFacts } from '../../engine/core/tracked-facts.ts';
import type { WireRecord, WireRefusal } from '../../engine/core/wire-format.ts';
import { wireFailure } from '../../engine/errors/problem-details.ts';
import { newLineValues, refuseLineRemoval } from '../../engine/input/new-line.ts';
import { wireValue } from '../../engine/records/wire-value.ts';
import {
  type FormDraft,
  lineOfWire,
  rowOfWire,
  type VisibleFormValidation,
  validateVisibleDraft,
} from '../../engine/view/validate-form.ts';
import type { View } from '../../engine/view/view.ts';
import type { Json } from '../../fields/text/json.ts';
import type { Row, Value } from '../../fields/text/value.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import { serverNow } from '../platform/server-clock.ts';

type FindRow = (entity: string, id: string) => Row | undefined;

export interface DeviceValidation extends VisibleFormValidation {
  /** Records that the decision read but that are not known on the device. */
  readonly unknownRecords: readonly RecordKey[];
}

/** The engine in the browser. It is large, so forms are rendered before it is loaded. */
export interface Engine {
  readonly model: CompiledModel;
  /**
   * Checks the input of a form with the engine's own functions. `open`: the fields that can be edited now; `find`:
   * looks up records that are known on the device.
   */
  readonly validate: (
    principal: Principal,
    draft: FormDraft,
    open: ReadonlySet<string>,
    find?: FindRow,
  ) => DeviceValidation;
  readonly rowOf: (record: WireRecord) => Row;
  /** Converts a value to wire format. */
  readonly toWire: (value: Value, type: Attribute['type']) => Json;
  /** Why the line with this number (counted from 1) can't be removed; null if it can. */
  readonly lineRemovalRefusal: (entity: string, line: Json, number: number) => WireRefusal | null;
  /** The default values of a new line in wire format, without those that only the server can give. */
  readonly newLineDefaults: (principal: Principal, entity: string) => { readonly [field: string]: Json };
  /** Whether a rule, default or computed field of the entity or of its lines reads the person's own record. */
  readonly readsPerson: (entity: string) => boolean;
}

export function engineOf(
  { model, document, dev }: Pick<View, 'model' | 'document' | 'dev'>,
  sentences: StandardTexts,
): Engine {
  const compiled = compileModel(model, document, sentences);
  return {
    model: compiled,
    validate: (principal, draft, open, find) => {
      const { facts, missing } = trackFacts({ ...NO_FACTS, ...(find && { row: find }) });
      const judgement = validateVisibleDraft(compiled, principal, draft, open, facts, serverNow());
      return { ...judgement, unknownRecords: missing()?.rows ?? [] };
    },
    rowOf: (record) => rowOfWire(compiled, record),
    toWire: (value, type) => wireValue(compiled, value, type),
    lineRemovalRefusal: (entity, line, number) => {
      const failed = refuseLineRemoval(compiled, '', lineOfWire(compiled, entityOf(compiled, entity), line), number);
      return failed && wireFailure(compiled, failed, dev);
    },
    newLineDefaults: (principal, entity) => lineDefaults(compiled, principal, entity),
    readsPerson: (entity) => readsPerson(compiled, entity),
  };
}

function lineDefaults(compiled: CompiledModel, principal: Principal, name: string): { readonly [field: string]: Json } {
  const entity = entityOf(compiled, name);
  const values = newLineValues(contextOf(compiled, principal, NO_FACTS, serverNow(), true), entity);
  const start: { [field: string]: Json } = Object.create(null);
  for (const { name: field, type } of entity.entity.fields) {
    const given = entity.defaults.get(field) ?? null;
    if (given !== null && !given.makesToken) start[field] = wireValue(compiled, values[field] ?? null, type);
  }
  return start;
}

/** True if a formula reads it directly or through a reference. */
function readsPerson(compiled: CompiledModel, name: string): boolean {
  const own = compiled.entities.get(name);
  const listed = own?.entity.fields.flatMap(({ type }) => (type.kind === 'list' ? type.entity : [])) ?? [];
  const entities = [own, ...listed.map((lines) => compiled.entities.get(lines))].flatMap((each) => each ?? []);
  const formulas = entities.flatMap((entity) => [
    ...entity.rules.map(({ condition }) => condition),
    ...entity.defaults.values(),
    ...entity.shownWhen.values(),
    ...entity.computed.map(({ value }) => value),
  ]);
  const looksInto = (formula: CompiledFormula | null) =>
    formula !== null &&
    (formula.readsOfPerson.some((path) => path.length > 0) || formula.reads.some((path) => path.length > 1));
  return formulas.some(looksInto);
}
