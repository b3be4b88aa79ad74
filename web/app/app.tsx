/** The app: providers, the sign-in gate and the screens behind it. */
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { createQueryClient } from '#web/api/queries.ts'
import { ToastProvider } from '#web/ui/toast.tsx'
import { lazyScreen } from './lazy-screen.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { SignInGate } from './sign-in-gate.tsx'
import { UpdateNotice } from './update-notice.tsx'

const signedIn = lazyScreen(() => import('./signed-in.tsx'), 'SignedIn')
// Loads beside the question who the user is, so that neither waits for the other.
void signedIn.preload()

export function App() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <SignInGate>
          <Suspense fallback={<LoadingScreen />}>
            <signedIn.Screen />
          </Suspense>
        </SignInGate>
        <OfflineNotice />
        <UpdateNotice />
      </ToastProvider>
    </QueryClientProvider>
  )
}
