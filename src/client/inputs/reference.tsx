import { use, useMemo, useState } from 'react';
import type { Json } from '../../engine/core/intent.ts';
import { unreadableTextJson, unreadableTextOf } from '../../fields/text/unreadable-text.ts';
import { ComboBox, type ComboOption } from '../components/combo-box.tsx';
import { useDebounced } from '../components-base/use-debounced.ts';
import { useLabels } from '../data/records.ts';
import { CheckChoiceContext } from '../input-parts/check-choice.ts';
import { type ControlProps, componentProps } from '../input-parts/control.ts';
import { CreateLink } from '../input-parts/create-link.tsx';
import { useOffered } from '../input-parts/edited-record.ts';
import { useRecordTitle } from '../input-parts/use-title.ts';
import { messages } from '../languages/messages.ts';
import { nounInSentence } from '../languages/noun-in-sentence.ts';
import { useView } from '../view/view-context.tsx';

/** Input for a reference, found by its title. */
export function ReferenceInput(props: ControlProps) {
  const { type, value, onChange, ids } = props;
  const entity = type.kind === 'reference' ? type.entity : '';
  const { schema } = useView();
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState(false);
  const q = useDebounced(search);
  const labels = useLabels(entity, q, asked, useOffered(props));
  const id = typeof value === 'string' && value !== '' ? value : null;
  const judge = use(CheckChoiceContext);
  const { name } = props.attribute;
  const found = useMemo(
    () =>
      (labels.data?.items ?? []).map(({ id, title, record }): ComboOption => {
        const reason = record === undefined ? null : (judge?.(name, id, record) ?? null);
        return { id, label: title, ...(reason === null ? {} : { reason }) };
      }),
    [labels.data, judge, name],
  );
  const [chosen, setChosen] = useState<ComboOption | null>(null);
  const title = useRecordTitle(props.record, entity, id, [...found, ...(chosen === null ? [] : [chosen])]);
  const label = schema.entities.get(entity)?.entity.label ?? entity;
  return (
    <div className="reference">
      <ComboBox
        {...componentProps(props)}
        id={ids.control}
        options={found}
        value={id === null ? null : { id, label: title }}
        onChange={(option) => {
          setChosen(option);
          onChange(option?.id ?? null);
        }}
        unread={unreadableTextOf(value)?.text}
        onUnread={(text) => onChange(unmatchedText(text))}
        onSearch={setSearch}
        onFocus={() => setAsked(true)}
        busy={labels.isFetching || q !== search.trim()}
        note={
          labels.isError ? messages.inputs.labelsFailed : labels.data?.next ? messages.inputs.moreResults : undefined
        }
        placeholder={messages.inputs.search({ entity: nounInSentence(label) })}
        // The open list covers the link below it, so the link is repeated there.
        emptyText={<CreateLink entity={entity} />}
      />
      <CreateLink entity={entity} />
    </div>
  );
}

/** Typed text for which no record was chosen. */
export const unmatchedText = (text: string): Json => unreadableTextJson({ text, expected: { is: 'list entry' } });
