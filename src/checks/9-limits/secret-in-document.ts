import type { Constant } from '../../model/types/model.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'secret-in-document',
  point: 9,
  severity: 'warning',
  about: 'A password, key or token in the document.',
  *find({ model }) {
    for (const constant of model.constants) {
      const why = secretIn(constant);
      if (why === null) continue;
      yield {
        element: constant.id,
        at: constant.value?.at ?? constant.at,
        message: `${constant.name} ${why}, so everybody who reads the document knows it.`,
        next: `Write \`from environment ${variable(constant.name)}\` instead, and replace the secret, because it was exposed.`,
      };
    }
  },
});

const SECRET = /(?:^|_)(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY|CREDENTIALS?)$/;
const KNOWN =
  /^(?:sk_(?:live|test)_|sk-[\w-]{16}|gh[pousr]_\w{16}|github_pat_|xox[abprs]-|AKIA[A-Z0-9]{12}|AIza[\w-]{20}|eyJ[\w-]{8,}\.eyJ|glpat-|-----BEGIN [A-Z ]*PRIVATE KEY)/;
const SIGNED_ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/[^\s/@:]+:[^\s/@]+@/i;

/** Placeholder words that are not a secret. */
const NO_VALUE = /^(?:|\*+|…|\.{3}|x+|<.*>|todo|tbd|change ?me|secret|see .*|from .*|not .*)$/i;

function secretIn({ name, value }: Constant): string | null {
  const tree = value?.tree ?? null;
  if (tree?.op !== 'text') return null;
  if (SIGNED_ADDRESS.test(tree.value)) return 'is an address with a password';
  if (KNOWN.test(tree.value)) return 'looks like an access key';
  const isNamed = SECRET.test(variable(name));
  return isNamed && !NO_VALUE.test(tree.value.trim()) && !/\s/.test(tree.value.trim())
    ? 'is a secret according to its name'
    : null;
}

/** Converts `payoutToken` to `PAYOUT_TOKEN`. */
function variable(name: string): string {
  return name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .toUpperCase();
}
