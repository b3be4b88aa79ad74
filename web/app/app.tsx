/** The app: providers, the sign-in gate and the screens behind it. */
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createQueryClient } from '#web/api/queries.ts'
import { ToastProvider } from '#web/ui/toast.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { Screens } from './router.tsx'
import { SignInGate } from './sign-in-gate.tsx'
import { UpdateNotice } from './update-notice.tsx'

export function App() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <SignInGate>
          <Screens />
        </SignInGate>
        <OfflineNotice />
        <UpdateNotice />
      </ToastProvider>
    </QueryClientProvider>
  )
}
