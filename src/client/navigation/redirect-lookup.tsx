import { type ReactNode, useRef } from 'react';
import { ProblemError } from '../api/request.ts';
import { useOpening } from '../api/start-route.ts';

interface AskedProps {
  readonly path: string;
  readonly otherwise: ReactNode;
  readonly children: ReactNode;
}

/** Asked once for each address: what stands there then asks by itself. */
export function RedirectLookup({ path, otherwise, children }: AskedProps) {
  const { error, isPending } = useOpening(path);
  const decided = useRef<'sign in' | 'open'>(null);
  if (!isPending)
    decided.current ??= error instanceof ProblemError && error.problem.status === 401 ? 'sign in' : 'open';
  if (decided.current === null) return <main className="opening" aria-busy="true" />;
  return decided.current === 'open' ? children : otherwise;
}
