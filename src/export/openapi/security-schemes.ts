import type { Model, SignInScheme } from '../../model/types/model.ts';
import type { JsonSchema } from '../schemas/json-schema.ts';

/** How requests say who sends them if the document does not state it. */
const OWN: Readonly<Record<string, JsonSchema>> = {
  token: { type: 'http', scheme: 'bearer', description: 'The token of a program.' },
  session: { type: 'apiKey', in: 'cookie', name: '__Host-ninefold', description: 'The session of a browser.' },
};

/** Returns the ways in which requests may say who sends them, by name. */
export function securitySchemes({ api }: Model): Readonly<Record<string, JsonSchema>> {
  if (api.signIn.length === 0) return OWN;
  return Object.fromEntries(api.signIn.map((scheme, at) => [at === 0 ? 'token' : `token${at + 1}`, schemeOf(scheme)]));
}

function schemeOf({ kind, name }: SignInScheme): JsonSchema {
  if (kind === 'cookie') return { type: 'apiKey', in: 'cookie', name };
  if (kind === 'header') return { type: 'apiKey', in: 'header', name };
  if (name.toLowerCase() === 'bearer') return { type: 'http', scheme: 'bearer' };
  return {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: `\`Authorization: ${name} TOKEN\``,
    'x-ninefold-scheme': name,
  };
}
