import { useId, useState } from 'react';
import type { Json } from '../../../engine/core/intent.ts';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { isObject, member } from '../../../fields/text/json.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Button } from '../../components/button.tsx';
import { useRecord } from '../../data/records.ts';
import { messages } from '../../languages/messages.ts';
import { shownText } from '../../view/display-value.ts';
import { useLabelOf } from '../../view/labels.ts';
import { type EntityInView, useView } from '../../view/view-context.tsx';
import type { Conflict, MergedDraft } from '../form/merge-versions.ts';
import './conflict.css';

const UNDECIDED = { code: 'UNDECIDED', ...messages.record.conflict.open };

type Choice = 'theirs' | 'mine';

interface ConflictProps {
  readonly entity: EntityInView;
  /** The current version. */
  readonly record: WireRecord;
  readonly merged: MergedDraft;
  readonly by: string | null;
  /** True if this person made both changes. */
  readonly isOwn: boolean;
  /** Called with the fields whose typed value is dropped. */
  readonly onResolved: (dropped: readonly string[]) => void;
}

/** Shows the saved and the typed value of each conflicting field. The person chooses one, per field or for all at once. */
export function ConflictView({ entity, record, merged, by, isOwn, onResolved }: ConflictProps) {
  const heading = useId();
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const words = messages.record.conflict;
  const isOpen = merged.conflicts.some(({ field }) => !choices.has(field));
  const same = merged.conflicts.map(({ field }) => field);
  const chooseAll = (choice: Choice) => setChoices(new Map(same.map((field) => [field, choice] as const)));
  const apply = () => onResolved(same.filter((field) => choices.get(field) === 'theirs'));
  return (
    <section className="conflict" aria-labelledby={heading} role="alert">
      <h2 id={heading}>{words.title}</h2>
      <p>{words.text}</p>
      {same.length > 1 && (
        <div className="conflict-all">
          <Button size="small" onPress={() => chooseAll('theirs')}>
            {isOwn ? words.allTheirsMine : by === null ? words.allTheirs : words.allTheirsBy({ by })}
          </Button>
          <Button size="small" onPress={() => chooseAll('mine')}>
            {words.allMine}
          </Button>
        </div>
      )}
      {merged.conflicts.map((conflict) => (
        <OneConflict
          key={conflict.field}
          entity={entity}
          record={record}
          conflict={conflict}
          from={isOwn ? words.theirsMine : by === null ? words.theirs : words.theirsBy({ by })}
          chosen={choices.get(conflict.field) ?? null}
          onChoose={(choice) => setChoices((before) => new Map(before).set(conflict.field, choice))}
        />
      ))}
      <ActionButton label={words.apply} variant="primary" refusal={isOpen ? UNDECIDED : null} onPress={apply} />
    </section>
  );
}

interface OneProps {
  readonly entity: EntityInView;
  readonly record: WireRecord;
  readonly conflict: Conflict;
  /** The label of the other value: who saved it. */
  readonly from: string;
  readonly chosen: Choice | null;
  readonly onChoose: (choice: Choice) => void;
}

function OneConflict({ entity, record, conflict, from, chosen, onChoose }: OneProps) {
  const name = useId();
  const labelOf = useLabelOf();
  const attribute = entity.attributes.get(conflict.field);
  const words = messages.record.conflict;
  const textOf = useConflictText(entity, record, conflict.field);
  const options = [
    { choice: 'theirs', from, value: conflict.theirs },
    { choice: 'mine', from: words.mine, value: conflict.mine },
  ] as const;
  return (
    <fieldset className="conflict-field" data-element={attribute?.id}>
      <legend>{attribute === undefined ? conflict.field : labelOf(attribute.id)}</legend>
      {attribute?.type.kind !== 'reference' && attribute?.type.kind !== 'references' && (
        <p className="conflict-before">{words.before({ text: textOf(conflict.base) || words.empty })}</p>
      )}
      <div className="conflict-options">
        {options.map(({ choice, from: whose, value }) => (
          <label key={choice} className="conflict-option" data-chosen={chosen === choice || undefined}>
            <input type="radio" name={name} checked={chosen === choice} onChange={() => onChoose(choice)} />
            <span>
              <small>{whose}</small>
              <span className="conflict-value">
                {attribute?.type.kind === 'reference' && typeof value === 'string' ? (
                  <Title entity={attribute.type.entity} id={value} />
                ) : attribute?.type.kind === 'references' && Array.isArray(value) ? (
                  <Titles entity={attribute.type.entity} ids={value as readonly Json[]} />
                ) : (
                  textOf(value) || words.empty
                )}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The title of a referenced record, loaded because the conflict contains its id only. */
function Title({ entity, id }: { readonly entity: string; readonly id: string }) {
  const { data } = useRecord(entity, id);
  return data?._.title ?? '…';
}

function Titles({ entity, ids }: { readonly entity: string; readonly ids: readonly Json[] }) {
  return ids.map((id, index) => (
    <span key={String(id)}>
      {index > 0 && ', '}
      <Title entity={entity} id={String(id)} />
    </span>
  ));
}

/** Formats a value of a field. Lines are written out, since their count would not show the difference. */
function useConflictText(entity: EntityInView, record: WireRecord, field: string): (value: Json) => string {
  const context = useView();
  const attribute = entity.attributes.get(field);
  return (value) => {
    if (attribute === undefined) return JSON.stringify(value);
    const { type } = attribute;
    if (type.kind !== 'list') return shownText(context, type, value, record._.labels, field);
    const columns = [...(context.schema.entities.get(type.entity)?.attributes.values() ?? [])];
    const lines = Array.isArray(value) ? (value as readonly Json[]).filter(isObject) : [];
    const cells = (line: { readonly [name: string]: Json }) =>
      columns
        .filter(({ kind }) => kind === 'field')
        .map((column) => shownText(context, column.type, member(line, column.name)));
    return lines
      .map((line) =>
        cells(line)
          .filter((cell) => cell !== '')
          .join(' '),
      )
      .join('; ');
  };
}
