/** Clients that accept this media type get complete records and send fields by name, whatever shape a call states. */
export const WHOLE_RECORDS = 'application/vnd.ninefold.record+json';

export const acceptsWholeRecords = ({ headers }: Pick<Request, 'headers'>): boolean =>
  headers.get('accept')?.includes(WHOLE_RECORDS) === true;
