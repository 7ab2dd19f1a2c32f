import { useEffect } from 'react';
import { SIGN_IN } from '../navigation/home.ts';
import { useGo, useLocation } from '../platform/location.tsx';
import { signInPath } from '../view/sign-in-route.ts';

/** Redirects to the document's sign-in screen, with the wanted address. */
export function RedirectToSignIn({ door: signInRoute }: { readonly door: string }) {
  const { path, href } = useLocation();
  const go = useGo();
  useEffect(() => {
    // The hash contains why the provider refused the sign-in.
    const { hash } = globalThis.location;
    go(signInPath(signInRoute, path === SIGN_IN ? '/' : href) + hash, { replace: true });
  }, [signInRoute, path, href, go]);
  return <main className="sign-in" aria-busy="true" />;
}
