/** Address of a record, as this person reads it. */
export const recordPath = (entity: string, id: string): string =>
  `/_/records/${encodeURIComponent(entity)}/${encodeURIComponent(id)}`;
