/** The app: providers, the sign-in gate and the screens behind it. */
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createQueryClient } from '#web/api/queries.ts'
import { ToastProvider } from '#web/ui/toast.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { lazyScreen } from './lazy-screen.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { hasSignedIn, SignInGate } from './sign-in-gate.tsx'
import { UpdateNotice } from './update-notice.tsx'

const landing = lazyScreen(() => import('#web/features/landing/landing-screen.tsx'), 'LandingScreen')
const signedIn = lazyScreen(() => import('./signed-in.tsx'), 'SignedIn')
// The likely one loads beside the question who the user is, so that neither waits for the other.
void (hasSignedIn.get() ? signedIn : landing).preload()

export function App() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        {/* The boundary of the screens is in code that loads, too. */}
        <ErrorBoundary address="">
          <SignInGate visitors={<landing.Screen />}>
            <signedIn.Screen />
          </SignInGate>
        </ErrorBoundary>
        <OfflineNotice />
        <UpdateNotice />
      </ToastProvider>
    </QueryClientProvider>
  )
}
