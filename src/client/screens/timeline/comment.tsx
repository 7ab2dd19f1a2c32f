import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { WireComment } from '../../../engine/core/wire-format.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { type CommentAction, useCommentAction } from '../../data/comments.ts';
import { messages } from '../../languages/messages.ts';
import { Moment } from '../../screen-parts/moment.tsx';
import { useView } from '../../view/view-context.tsx';
import { draftOfComment } from './comment-draft.ts';
import { type Piece, splitAtLinks } from './comment-links.ts';
import { Composer } from './composer.tsx';
import { useCommentDraft } from './use-comment-draft.ts';

interface CommentProps {
  readonly entity: string;
  readonly id: string;
  readonly comment: WireComment;
  readonly maxLength: number | null;
}

/** A comment with its author and time. Its author can change and delete it. */
export function Comment({ entity, id, comment, maxLength }: CommentProps) {
  const { acting } = messages.record;
  const { format } = useView();
  const draft = useCommentDraft(`comment ${comment.id}`);
  const [isDeleting, setDeleting] = useState(false);
  const { mutate, isPending, error, reset } = useCommentAction(entity, id);
  const by = comment.mine && comment.person === null ? messages.comments.you : comment.by;
  const isGone = comment.deleted !== null;
  const isEditing = draft.written !== null && comment.mine && !isGone;
  const ask = (what: CommentAction, then: () => void) => mutate(what, { onSuccess: then });
  const { id: own, etag } = comment;
  // The author changed the comment in another tab while editing it here.
  const isElsewhere = draft.over !== null && draft.over !== etag && !isPending;
  return (
    <li className="timeline-entry timeline-comment">
      <Avatar name={by} size="small" />
      <div className="timeline-body">
        <p className="timeline-line">
          <strong>{by}</strong>{' '}
          <span className="timeline-when">
            · <Moment at={comment.at} />
            {comment.acting && <span> · {acting}</span>}
            {comment.edited !== null && !isGone && (
              <span title={format.instant(Date.parse(comment.edited))}> · {messages.comments.edited}</span>
            )}
          </span>
          {comment.mine && !isGone && !isEditing && (
            <span className="comment-actions">
              <IconButton
                size="small"
                label={messages.comments.change}
                icon={<Pencil size={14} aria-hidden />}
                onPress={() => draft.set(draftOfComment(comment.parts), etag)}
              />
              <IconButton
                size="small"
                label={messages.comments.remove}
                icon={<Trash2 size={14} aria-hidden />}
                onPress={() => setDeleting(true)}
              />
            </span>
          )}
        </p>
        {isGone && <p className="comment-gone">{messages.comments.deleted}</p>}
        {!isGone && !isEditing && <CommentText parts={comment.parts} />}
        {isEditing && isElsewhere && (
          <div className="comment-elsewhere" role="status">
            <p>{messages.comments.changedElsewhere}</p>
            <CommentText parts={comment.parts} />
            <p className="comment-bar">
              <Button
                size="small"
                onPress={() => {
                  reset();
                  draft.clear();
                }}
              >
                {messages.comments.keepTheirs}
              </Button>
              <Button
                size="small"
                onPress={() => {
                  reset();
                  if (draft.written !== null) draft.set(draft.written, etag);
                }}
              >
                {messages.comments.keepMine}
              </Button>
            </p>
          </div>
        )}
        {isEditing && draft.written !== null && (
          <Composer
            entity={entity}
            id={id}
            draft={draft.written}
            onChange={draft.set}
            label={messages.comments.change}
            action={messages.comments.save}
            maxLength={maxLength}
            busy={isPending}
            problem={error?.problem ?? null}
            onSend={(text) => ask({ do: 'change', comment: own, etag: draft.over ?? etag, text }, draft.clear)}
            onCancel={() => {
              reset();
              draft.clear();
            }}
            autoFocus
          />
        )}
        <Confirm
          title={messages.comments.removeTitle}
          action={messages.comments.removeAction}
          isOpen={isDeleting}
          busy={isPending}
          onConfirm={() => ask({ do: 'remove', comment: own, etag }, () => setDeleting(false))}
          onClose={() => {
            reset();
            setDeleting(false);
          }}
        >
          <p>{messages.comments.removeText}</p>
          {error !== null && <ProblemNote problem={error.problem} />}
        </Confirm>
      </div>
    </li>
  );
}

interface CommentPiece extends Piece {
  /** The name of a mentioned person; null for text. */
  readonly name: string | null;
  readonly key: string;
}

/** The text of a comment with its mentions and links. No other markup is interpreted. */
function CommentText({ parts }: Pick<WireComment, 'parts'>) {
  const pieces = parts.flatMap((part, place): readonly CommentPiece[] =>
    typeof part === 'string'
      ? splitAtLinks(part).map((piece, index) => ({ ...piece, name: null, key: `${place} ${index}` }))
      : [{ text: '', to: null, name: part.name, key: `${place}` }],
  );
  return (
    <p className="comment-text" dir="auto">
      {pieces.map(({ text, to, name, key }) => {
        if (name !== null)
          return (
            <bdi key={key} className="comment-mention">
              @{name}
            </bdi>
          );
        if (to === null) return text;
        return (
          <a key={key} className="link" href={to} target="_blank" rel="noopener noreferrer nofollow">
            {text}
          </a>
        );
      })}
    </p>
  );
}
