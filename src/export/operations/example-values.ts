import type { CompiledEntity, CompiledModel } from '../../engine/compiled/compiled-model.ts';
import type { MessageValues } from '../../engine/errors/error-catalogue.ts';
import { entityText } from '../../engine/errors/message-values.ts';
import type { Deed } from '../../model/types/deed.ts';
import type { Field } from '../../model/types/model.ts';
import type { Kind } from '../../model/types/types.ts';

/** The kinds of fields whose values are numbers. */
const NUMBERS: ReadonlySet<Kind> = new Set<Kind>(['integer', 'decimal', 'money']);

/**
 * Returns a value for each placeholder of a message in an example, so that no example has a gap. Conditions are put as
 * for somebody who may not see them, since everybody who gets the description may read the example.
 */
export function exampleValues(
  model: CompiledModel,
  { event }: Deed,
  entities: readonly CompiledEntity[],
  member: Field | null,
): MessageValues {
  const { sentences, format } = model;
  const [own] = entities;
  const entity = own === undefined ? sentences.within('Record') : entityText(model, own);
  const fields = entities.flatMap((one) => one.entity.fields);
  const machine = entities.flatMap(({ machines }) => machines)[0];
  const events = machine?.transitions.filter(({ transition }) => transition.event !== null) ?? [];
  const transition = events.find((each) => each.transition.event === event) ?? events[0];
  const referring = own?.referrers[0];
  const label = member?.label ?? 'Name';
  return {
    ...Object.fromEntries(fields.map((field) => [field.name, NUMBERS.has(field.type.kind) ? 1 : field.label])),
    ...{ n: 5, count: 2, min: 1, max: 100, length: 101, number: 1 },
    ...{ wait: format.duration({ months: 0, days: 0, ms: 5_000 }), reason: 'its body is not JSON', parameter: 'name' },
    ...{ entity, label, field: sentences.within(label), value: 'text', choices: format.list(['A', 'B']) },
    ...{ who: sentences.somebody, by: sentences.somebodyFirst },
    status: machine?.machine.states[0]?.label ?? label,
    event: transition?.transition.label ?? label,
    condition: sentences.hiddenCondition,
    rule: model.model.rules.find((rule) => rule.entity === own?.entity.name)?.name ?? 'V1',
    uses: referring === undefined ? sentences.otherRecords : usesText(model, referring),
    expected: sentences.expected({ is: 'text' }),
    ...{ name: 'notes.exe', endings: sentences.expected({ is: 'files with their content' }) },
    ...{ limit: 'MAX_SIZE', what: transition?.transition.label ?? label },
  };
}

function usesText(model: CompiledModel, { entity, field }: CompiledEntity['referrers'][number]): string {
  const label = model.entities.get(entity)?.entity.label ?? entity;
  return model.sentences.fieldOf({ field: field.label, entity: label });
}
