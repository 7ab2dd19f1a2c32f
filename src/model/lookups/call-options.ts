import type { Api, BodyFormat, Call, CallOptions, MemberRule } from '../types/call.ts';
import type { Model } from '../types/model.ts';

/** Options of which none is stated. */
export const NO_OPTIONS: CallOptions = {
  ifMatch: null,
  unknownMembers: null,
  bodies: null,
  absentMembers: null,
  nullMembers: null,
  emptyTexts: null,
  memberRules: null,
  times: null,
  decimals: null,
  rateLimit: null,
  idempotencyKey: null,
  status: null,
  errorBody: null,
  unknownParameters: null,
  paging: null,
  pageSize: null,
  largestPage: null,
  tooLarge: null,
  sort: null,
  headers: null,
  allowedFor: null,
  refusals: null,
  existing: null,
  mediaType: null,
};

/** What point 7 states for all calls if it states nothing. */
export const NO_API: Api = {
  names: null,
  signIn: [],
  cors: [],
  otherCalls: null,
  openApi: null,
  documentation: null,
  options: NO_OPTIONS,
};

/** Returns the options of a call: its own take precedence over those of the API. */
export function effectiveOptions(api: CallOptions, own: CallOptions): CallOptions {
  const stated = Object.entries(own).filter(([, value]) => value !== null);
  const options: CallOptions = { ...api, ...Object.fromEntries(stated), memberRules: memberRules(api, own) };
  return options.mediaType === null ? options : { ...options, paging: { kind: 'none' } };
}

/** A key of the call also replaces what the key of all calls states for certain fields. */
function memberRules(api: CallOptions, own: CallOptions): CallOptions['memberRules'] {
  const replaced = { absent: own.absentMembers, null: own.nullMembers, empty: own.emptyTexts };
  const rules = [...(own.memberRules ?? []), ...(api.memberRules ?? []).filter(({ on }) => replaced[on] === null)];
  return rules.length === 0 ? null : rules;
}

/** Returns the text of a key about absent, null or empty members; null if it is not stated. */
export function memberRulesText(
  usual: string | null,
  { memberRules }: Pick<CallOptions, 'memberRules'>,
  kind: MemberRule['on'],
  names: (fields: MemberRule['fields']) => string = (fields) => fields.map(({ name }) => name).join(', '),
): string | null {
  const rules = (memberRules ?? []).filter(({ on }) => on === kind);
  const stated = [...(usual === null ? [] : [usual]), ...rules.map(({ rule, fields }) => `${rule}: ${names(fields)}`)];
  return stated.length === 0 ? null : stated.join('; ');
}

/** Whether a request of the call may send its members in this format. Bulk calls take lists, which only JSON has. */
export function takesBody(
  { bodies }: Pick<CallOptions, 'bodies'>,
  { does }: Pick<Call, 'does'>,
  format: BodyFormat,
): boolean {
  const taken = does.kind === 'bulk' ? null : bodies;
  return taken === null ? format === 'JSON' : taken.includes(format);
}

/** Whether a call is answered only to the product's own pages. */
export const isHiddenCall = ({ api }: Pick<Model, 'api'>, { standing }: Pick<Call, 'standing'>): boolean =>
  standing === 'assumed' && api.otherCalls === 'hidden';
