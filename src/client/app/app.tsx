import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createPagePresence, PresenceContext } from '../api/presence-data.ts';
import { ProblemError } from '../api/request.ts';
import type { FirstApplication } from '../api/use-application.ts';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { usePressGuard } from '../components-base/use-press-guard.ts';
import { fetchOrStored } from '../device/answer-or-stored.ts';
import { DraftsProvider } from '../drafts/provider.tsx';
import { Application } from '../layout/application.tsx';
import { firstApplication } from '../layout/first-screen.ts';
import { loadFailure } from '../layout/screen.tsx';
import { LocationProvider } from '../platform/location.tsx';

/** The root component. `first`: the first load of the application, if it was already started. */
export function ApplicationRoot(props: { readonly first?: FirstApplication }) {
  const [first] = useState(() => props.first ?? firstApplication());
  const [client] = useState(createQueries);
  const [here] = useState(createPagePresence);
  usePressGuard();
  return (
    <QueryClientProvider client={client}>
      <LocationProvider>
        <DraftsProvider>
          <PresenceContext value={here}>
            <ErrorBoundary resetOn="" failed={loadFailure}>
              <Application first={first} />
            </ErrorBoundary>
          </PresenceContext>
        </DraftsProvider>
      </LocationProvider>
    </QueryClientProvider>
  );
}

const freshFor = 20_000;

/** Refused requests are not retried; unreachable servers and server errors are, twice. */
function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshFor,
        persister: fetchOrStored,
        networkMode: 'always',
        retry: (count, error) =>
          error instanceof ProblemError &&
          (error.problem.code === 'UNREACHABLE' || error.problem.status >= 500) &&
          count < 2,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
