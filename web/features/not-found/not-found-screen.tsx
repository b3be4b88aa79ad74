import { Link } from 'wouter'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyGlass } from '#web/ui/message.tsx'
import { Screen } from '#web/ui/screen.tsx'

export function NotFoundScreen() {
  return (
    <Screen title="404 Page Not Found" below="This glass is empty: there's nothing on tap at this address.">
      <div aria-hidden="true" className="grid justify-items-center py-10 text-ink-3">
        <EmptyGlass />
      </div>
      <Link href="/" className={buttonClass('primary', 'w-full')}>
        Back to the camera
      </Link>
    </Screen>
  )
}
