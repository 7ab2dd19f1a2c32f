/** Key of a draft's entry for the record as it was when typing began. No field has this id. */
export const BASE = 'base';
