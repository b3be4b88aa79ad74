import { Link } from 'wouter'
import { useGoBack } from '#web/handoff/way-back.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/message.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { t } from './texts.ts'

export function NotFoundScreen() {
  const back = useGoBack('/')
  return (
    <Screen title={t('title')} back={{ go: back }}>
      <EmptyState
        action={
          <Link href="/" className={buttonClass()}>
            {t('toCamera')}
          </Link>
        }
      >
        {t('line')}
      </EmptyState>
    </Screen>
  )
}
