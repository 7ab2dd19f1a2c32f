/** Channel on which a tab tells the others that another person signed in. */
export const PERSON_CHANNEL = 'ninefold person';
