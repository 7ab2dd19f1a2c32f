import type { Does } from './model.ts';

/** What a call does with which records. Calls about their caller are calls about a person, without a key in the path. */
export interface Deed {
  readonly kind:
    | 'list'
    | 'values'
    | 'read'
    | 'create'
    | 'change'
    | 'delete'
    | 'delete all'
    | 'event'
    | 'sign in'
    | 'sign out'
    | 'change password'
    | 'upload'
    | 'download';
  readonly entity: string;
  readonly event: string | null;
  /** Whether it is about the caller. */
  readonly isOfCaller: boolean;
  /** Whether the body names several records. */
  readonly isBulk: boolean;
}

/** Returns what a call does; null for calls to other systems and for what is not shown. */
export function deedOf(does: Does): Deed | null {
  switch (does.kind) {
    case 'outside':
    case 'unknown':
      return null;
    case 'account':
      return { kind: kindOf(does.act), entity: does.of, event: does.event, isOfCaller: true, isBulk: false };
    case 'bulk':
      return {
        kind: does.act,
        entity: does.entity,
        event: does.event,
        isOfCaller: false,
        isBulk: does.act !== 'delete all',
      };
    case 'file':
      return { kind: does.act, entity: does.entity, event: null, isOfCaller: false, isBulk: false };
    default:
      return {
        kind: does.kind,
        entity: does.entity,
        event: does.kind === 'event' ? does.event : null,
        isOfCaller: false,
        isBulk: false,
      };
  }
}

function kindOf(act: Extract<Does, { readonly kind: 'account' }>['act']): Deed['kind'] {
  switch (act) {
    case 'sign up':
      return 'create';
    case 'read me':
      return 'read';
    case 'change me':
      return 'change';
    case 'delete me':
      return 'delete';
    case 'event me':
      return 'event';
    default:
      return act;
  }
}

/** Whether the call changes records. */
export const isWriting = ({ kind }: Deed): boolean =>
  !['list', 'values', 'read', 'download', 'sign in', 'sign out'].includes(kind);

/** Whether the call changes a record that exists, so that it can depend on the version of the record. */
export const isOfRecord = ({ kind, isBulk }: Deed): boolean =>
  !isBulk && ['change', 'delete', 'event', 'upload'].includes(kind);

/** Whether the call reads a body in JSON. */
export const hasBody = ({ kind, isBulk }: Deed): boolean =>
  isBulk || ['create', 'change', 'event', 'sign in', 'change password'].includes(kind);
