import { RotateCcw } from 'lucide-react';
import type { Problem, WireDeleted } from '../../../engine/core/wire-format.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { messages } from '../../languages/messages.ts';
import { serverNow } from '../../platform/server-clock.ts';
import { insideSentence } from '../../view/count-nouns.ts';
import { fieldValue } from '../../view/display-value.ts';
import { useLabelOf } from '../../view/labels.ts';
import { timeAgo } from '../../view/time-ago.ts';
import { Value } from '../../view/values.tsx';
import { type EntityInView, useView } from '../../view/view-context.tsx';
import { daysUntil } from './retention.ts';

interface RowProps {
  readonly entity: EntityInView;
  readonly item: WireDeleted;
  /** Fields that are shown besides the title. */
  readonly fields: readonly string[];
  readonly isSelected: boolean;
  readonly onSelect: () => void;
  readonly busy: boolean;
  /** Why the last attempt to restore the record failed; null if there was none. */
  readonly problem: Problem | null;
  readonly onRestore: () => void;
}

/** Up to so many remaining days are highlighted. */
const FEW_DAYS = 3;

/** A deleted record with who deleted it and when, the remaining days, and a button to restore it. */
export function DeletedRow({ entity, item, fields, isSelected, onSelect, busy, problem, onRestore }: RowProps) {
  const { format } = useView();
  const labelOf = useLabelOf();
  const { record, restore } = item;
  const title = record._.title;
  const left = daysUntil(Date.parse(item.until), serverNow());
  const told = fields.filter((name) => fieldValue(record, name) !== null).slice(0, 3);
  return (
    <li className="deleted-row" data-selected={isSelected || undefined}>
      <span className="deleted-box">
        <Checkbox checked={isSelected} onChange={onSelect} label={messages.trash.select({ title })} />
      </span>
      <div className="deleted-what">
        <span className="deleted-title">{title}</span>
        {told.length > 0 && (
          <span className="deleted-values">
            {told.flatMap((name) => {
              const attribute = entity.attributes.get(name);
              return attribute === undefined
                ? []
                : [
                    <span key={name} title={labelOf(attribute.id)}>
                      <Value attribute={attribute} record={record} plain />
                    </span>,
                  ];
            })}
          </span>
        )}
        <span className="deleted-how">
          <DeletedBy item={item} /> ·{' '}
          <time dateTime={item.at} title={format.instant(Date.parse(item.at))}>
            {timeAgo(Date.parse(item.at), serverNow(), format.language)}
          </time>
        </span>
      </div>
      <span className="deleted-left" data-few={left <= FEW_DAYS || undefined}>
        {left === 0 ? messages.trash.lastDay : messages.trash.daysLeft({ days: left })}
      </span>
      <span className="deleted-back">
        <ActionButton
          label={messages.trash.restore}
          icon={<RotateCcw size={14} aria-hidden />}
          refusal={restore}
          onPress={onRestore}
          busy={busy}
          size="small"
        />
      </span>
      {problem !== null && <RestoreProblem problem={problem} />}
    </li>
  );
}

/** Who deleted the record, and the record whose deletion cascaded to it. */
function DeletedBy({ item }: { readonly item: WireDeleted }) {
  const { entity } = useView();
  const words = messages.trash.deletedBy({ by: item.by });
  if (item.with === null) return words;
  const noun = insideSentence(entity(item.with.entity)?.model.label ?? item.with.entity);
  const other =
    item.with.title === null ? messages.trash.withAnother({ noun }) : messages.trash.with({ title: item.with.title });
  return `${words} ${other}`;
}

/** Why a restore was refused. Several failures are listed instead of the problem's own text. */
function RestoreProblem({ problem: { detail, next = '', failures = [] } }: { readonly problem: Problem }) {
  const one = { message: detail, next };
  const all = (failures.length > 1 ? failures : [one]).map((why) => `${why.message} ${why.next ?? ''}`.trim());
  return (
    <div className="deleted-problem" role="alert">
      {all.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
