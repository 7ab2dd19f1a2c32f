import { type ReactNode, useRef } from 'react';
import { ProblemError } from '../api/request.ts';
import { useResolvedRoute } from '../api/resolved-route.ts';

interface RedirectLookupProps {
  readonly path: string;
  readonly signIn: ReactNode;
  readonly children: ReactNode;
}

/** Asks the server once for an address whether the person has to sign in, and renders `signIn` if so. */
export function RedirectLookup({ path, signIn, children }: RedirectLookupProps) {
  const { error, isPending } = useResolvedRoute(path);
  const decided = useRef<'sign in' | 'open'>(null);
  if (!isPending)
    decided.current ??= error instanceof ProblemError && error.problem.status === 401 ? 'sign in' : 'open';
  if (decided.current === null) return <main className="opening" aria-busy="true" />;
  return decided.current === 'open' ? children : signIn;
}
