import type { Api, Call, CallOptions } from '../types/call.ts';
import type { Model } from '../types/model.ts';

/** Options of which none is stated. */
export const NO_OPTIONS: CallOptions = {
  ifMatch: null,
  unknownMembers: null,
  absentMembers: null,
  nullMembers: null,
  emptyTexts: null,
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
  const options: CallOptions = { ...api, ...Object.fromEntries(stated) };
  return options.mediaType === null ? options : { ...options, paging: { kind: 'none' } };
}

/** Whether a call is answered only to the product's own pages. */
export const isHiddenCall = ({ api }: Pick<Model, 'api'>, { standing }: Pick<Call, 'standing'>): boolean =>
  standing === 'assumed' && api.otherCalls === 'hidden';
