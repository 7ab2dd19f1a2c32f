import { useEffect } from 'react';
import { SIGN_IN } from '../frame/home.ts';
import { doorTo } from '../view/door.ts';
import { useGo, useLocation } from '../view/location.tsx';

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
