/** Beside what is typed over a record stands the record as it was when the typing began. No field has this id. */
export const BASE = 'base';
