import { useId, useRef } from 'react';
import type { WireComment, WireHistory } from '../../../engine/core/wire-format.ts';
import { Button } from '../../components/button.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { Skeleton } from '../../components-base/skeleton.tsx';
import { commentsOf, useCommentAction, useComments } from '../../data/comments.ts';
import { useHistory } from '../../data/records.ts';
import { messages } from '../../languages/messages.ts';
import { type EntityInView, useView } from '../../view/view-context.tsx';
import { Comment } from './comment.tsx';
import { EMPTY_DRAFT, sentText } from './comment-draft.ts';
import { Composer } from './composer.tsx';
import { HistoryEntry } from './record-history.tsx';
import { useCommentDraft } from './use-comment-draft.ts';
import '../../styles/comments.css';
import '../../styles/inputs.css';

/** The history and the comments of a record, newest first, with the input of a new comment. */
export function Timeline({ entity, id }: { readonly entity: EntityInView; readonly id: string }) {
  const heading = useId();
  const { person } = useView();
  const history = useHistory(entity.name, id);
  const said = useComments(entity.name, id);
  const longest = said.data?.pages[0]?.longest ?? null;
  const error = said.error ?? history.error;
  const isKeptHere = said.data === undefined || history.data === undefined;
  const again = () => {
    void said.refetch();
    void history.refetch();
  };
  return (
    <section className="record-history" aria-labelledby={heading}>
      <h2 id={heading}>{messages.comments.title}</h2>
      {person !== null && <NewComment entity={entity.name} id={id} maxLength={longest} />}
      {error !== null && isKeptHere && <ProblemNote problem={error.problem} retry={again} />}
      {error === null && isKeptHere && <Skeleton rows={3} />}
      {!isKeptHere && (
        <ol className="timeline">
          {mergeByTime(history.data?.items ?? [], commentsOf(said.data), said.hasNextPage).map((entry) =>
            'event' in entry ? (
              <HistoryEntry key={`${entry.at} ${entry.event}`} entity={entity} entry={entry} />
            ) : (
              <Comment key={entry.id} entity={entity.name} id={id} comment={entry} maxLength={longest} />
            ),
          )}
        </ol>
      )}
      {said.hasNextPage && (
        <Button size="small" onPress={() => void said.fetchNextPage()} busy={said.isFetchingNextPage}>
          {messages.comments.earlier}
        </Button>
      )}
    </section>
  );
}

/** Merges history and comments, newest first. While older comments are not loaded, history older than the last comment is left out. */
export function mergeByTime(
  history: readonly WireHistory[],
  comments: readonly WireComment[],
  hasMore: boolean,
): readonly (WireHistory | WireComment)[] {
  const since = hasMore ? Date.parse(comments.at(-1)?.at ?? '') : Number.NEGATIVE_INFINITY;
  const happened = history.filter(({ at }) => !(Date.parse(at) < since));
  return [...comments, ...happened].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

interface NewCommentProps {
  readonly entity: string;
  readonly id: string;
  readonly maxLength: number | null;
}

/** The input of a new comment. The draft is kept until the comment is stored, also across reloads. */
function NewComment({ entity, id, maxLength }: NewCommentProps) {
  const draft = useCommentDraft(`comment of ${id}`);
  const { mutate, isPending, error, reset } = useCommentAction(entity, id);
  const latest = useRef(draft.written);
  latest.current = draft.written;
  // Text that was added while the comment was being sent is kept.
  const sent = (text: string) => {
    if (latest.current === null || sentText(latest.current) === text) draft.clear();
  };
  return (
    <Composer
      entity={entity}
      id={id}
      draft={draft.written ?? EMPTY_DRAFT}
      onChange={(written) => {
        if (error !== null && !isPending) reset();
        if (written.text === '') draft.clear();
        else draft.set(written);
      }}
      label={messages.comments.write}
      action={messages.comments.send}
      maxLength={maxLength}
      busy={isPending}
      problem={error?.problem ?? null}
      onSend={(text) => mutate({ do: 'write', text }, { onSuccess: () => sent(text) })}
    />
  );
}
