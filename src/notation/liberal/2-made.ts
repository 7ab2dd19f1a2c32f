import { PLAIN_SCREEN } from '../../model/lookups/plain-screen.ts';
import type { Screen } from '../../model/types/model.ts';
import type { Span } from '../markdown/span.ts';
import { named, type Reader, stated } from '../reader.ts';
import { type Head, type Route, titleOf } from './2-heads.ts';
import { shownBy } from './2-shows.ts';

/** A screen as its head tells it, before anything is said of it. */
export function made(reader: Reader, { address, shown: given }: Route, head: Head, at: Span): Screen {
  const name = head.name === null ? address : titleOf(head.name);
  const shown = address === '*' ? { entity: null, kind: 'page' as const } : (given ?? shownBy(reader, name, address));
  const isForSigningIn = shown.entity === null && (isSignIn(name) || isSignIn(address.slice(1)));
  return {
    ...stated(reader, 2, reader.id('screen', address), at),
    ...named(name),
    route: address,
    ...PLAIN_SCREEN,
    ...shown,
    ...(isForSigningIn ? { kind: 'sign-in' as const } : {}),
    roles: [],
  };
}

/** "Sign in", "login page". */
export const isSignIn = (text: string): boolean => /^(?:sign|log)[ -]?in(?: page| screen)?$/i.test(text);
