import { useEffect } from 'react';
import { SIGN_IN } from '../navigation/home.ts';
import { useGo, useLocation } from '../platform/location.tsx';
import { doorTo } from '../view/sign-in-route.ts';

/** Leads whoever has to sign in to where the document says that people do, which knows then where they wanted to go. */
export function Led({ door }: { readonly door: string }) {
  const { path, href } = useLocation();
  const go = useGo();
  useEffect(() => {
    // Behind the hash stands why a provider let nobody in.
    const { hash } = globalThis.location;
    go(doorTo(door, path === SIGN_IN ? '/' : href) + hash, { replace: true });
  }, [door, path, href, go]);
  return <main className="sign-in" aria-busy="true" />;
}
