import { Link } from 'wouter'
import { useGoBack } from '#web/handoff/way-back.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/message.tsx'
import { Screen } from '#web/ui/screen.tsx'

export function NotFoundScreen() {
  const back = useGoBack('/')
  return (
    <Screen title="404 Page Not Found" back={{ label: 'Back', go: back }}>
      <EmptyState
        action={
          <Link href="/" className={buttonClass()}>
            Back to the camera
          </Link>
        }
      >
        This glass is empty: there's nothing on tap at this address.
      </EmptyState>
    </Screen>
  )
}
