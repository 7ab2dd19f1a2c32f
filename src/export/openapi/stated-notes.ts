import type { Json } from '../../fields/text/json.ts';
import { memberRulesText } from '../../model/lookups/call-options.ts';
import type { Call, CallOptions, Does, Model } from '../../model/types/model.ts';

type Notes = Readonly<Record<`x-${string}`, Json>>;

/** Returns what point 7 and point 8 state for all calls and OpenAPI has no words for. */
export function apiNotes({ api, errorAnswers }: Model): Notes {
  const { names, otherCalls, options } = api;
  return stated({
    'x-ninefold-names': names,
    'x-ninefold-other-calls': otherCalls,
    'x-ninefold-if-match': options.ifMatch,
    'x-ninefold-unknown-members': options.unknownMembers,
    'x-ninefold-absent-members': memberRulesText(options.absentMembers, options, 'absent'),
    'x-ninefold-null-members': memberRulesText(options.nullMembers, options, 'null'),
    'x-ninefold-empty-texts': memberRulesText(options.emptyTexts, options, 'empty'),
    'x-ninefold-times': options.times,
    'x-ninefold-decimals': options.decimals,
    'x-ninefold-rate-limit': rateNote(options),
    'x-ninefold-idempotency-key': options.idempotencyKey,
    'x-ninefold-order-of-refusals': options.refusals?.join(', ') ?? null,
    'x-ninefold-allowed-for': callersNote(options),
    'x-ninefold-error-body': errorAnswers.body?.text ?? null,
    'x-ninefold-error-media-type': errorAnswers.mediaType,
  });
}

/** Returns what a call states and OpenAPI has no words for. */
export function callNotes(call: Call): Notes {
  if (call.standing === 'assumed')
    return { 'x-ninefold-call': call.name, 'x-ninefold-assumed': call.assumption ?? true, ...deedNote(call.does) };
  const { sends, sendsShape, gets, errors, options, query, path } = call;
  return {
    'x-ninefold-call': call.name,
    ...stated({
      ...deedNote(call.does),
      ...(call.where === null ? {} : { 'x-ninefold-where': call.where.text }),
      'x-ninefold-path': path,
      'x-ninefold-query': query.length === 0 ? null : query.map(({ name }) => name),
      'x-ninefold-sends': sendsShape?.text ?? sends?.map(({ name }) => name).join(', ') ?? null,
      'x-ninefold-gets': gets === '' ? null : gets,
      'x-ninefold-errors':
        errors.length === 0
          ? null
          : errors.map(({ name, cause }) => (cause === null ? name : `${name} (${cause})`)).join(', '),
      'x-ninefold-rate-limit': rateNote(options),
      'x-ninefold-idempotency-key': options.idempotencyKey,
      'x-ninefold-order-of-refusals': options.refusals?.join(', ') ?? null,
      'x-ninefold-allowed-for': callersNote(options),
      'x-ninefold-status': options.status,
      'x-ninefold-if-match': options.ifMatch,
      'x-ninefold-unknown-members': options.unknownMembers,
      'x-ninefold-absent-members': memberRulesText(options.absentMembers, options, 'absent'),
      'x-ninefold-null-members': memberRulesText(options.nullMembers, options, 'null'),
      'x-ninefold-empty-texts': memberRulesText(options.emptyTexts, options, 'empty'),
      'x-ninefold-times': options.times,
      'x-ninefold-decimals': options.decimals,
      'x-ninefold-error-body': options.errorBody?.text ?? null,
    }),
  };
}

function deedNote(does: Does): Notes {
  switch (does.kind) {
    case 'outside':
      return {};
    case 'unknown':
      return does.text === '' ? {} : { 'x-ninefold-does': does.text };
    case 'account':
      return { 'x-ninefold-does': accountText(does) };
    case 'event':
      return { 'x-ninefold-does': `${does.event} ${does.entity}` };
    case 'bulk':
      return { 'x-ninefold-does': bulkText(does) };
    case 'file':
      return { 'x-ninefold-does': `${does.act} ${does.entity}.${does.field}` };
    case 'values':
      return { 'x-ninefold-does': `values of ${does.entity}.${does.field}` };
    default:
      return { 'x-ninefold-does': `${does.kind} ${does.entity}` };
  }
}

function bulkText({ act, event, entity }: Extract<Does, { readonly kind: 'bulk' }>): string {
  return act === 'delete all' ? `${act} ${entity}` : `bulk ${event ?? act} ${entity}`;
}

function accountText({ act, event, of }: Extract<Does, { readonly kind: 'account' }>): string {
  if (act === 'event me') return `${event ?? ''} me`;
  return act === 'sign up' || act === 'sign in' ? `${act} ${of}` : act;
}

const stated = (notes: Readonly<Record<`x-${string}`, Json>>): Notes =>
  Object.fromEntries(Object.entries(notes).filter(([, value]) => value !== null));

const rateNote = ({ rateLimit }: CallOptions): string | null =>
  rateLimit === null ? null : `${rateLimit.count} per ${rateLimit.per}`;

const callersNote = ({ allowedFor }: CallOptions): string | null =>
  allowedFor === null ? null : allowedFor.length === 0 ? 'not shown.' : allowedFor.map(({ name }) => name).join(', ');
