/** Asks the server to check its beer pictures. */
import { updateBeerImages } from '#contracts'
import type { BodyOf } from '#web/api/call.ts'
import { userMessage } from '#web/api/call-error.ts'
import { useCall } from '#web/api/queries.ts'
import { useGoBack } from '#web/handoff/way-back.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Screen } from '#web/ui/screen.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { t } from './texts.ts'

export function RefreshScreen() {
  const back = useGoBack('/profile')
  const update = useCall(updateBeerImages)
  const toast = useToast()
  return (
    <Screen title={t('title')} below={t('line')} back={{ go: back }}>
      <Card className="grid gap-4 p-5">
        <p role="status" className="min-h-6 text-ink-2">
          {update.data ? resultText(update.data) : update.error ? userMessage(update.error) : t('idle')}
        </p>
        <Button
          disabled={update.isPending}
          onClick={() =>
            // The line above says why.
            update.mutate({}, { onError: () => toast({ title: t('failed'), tone: 'destructive' }) })
          }
        >
          {update.isPending ? t('running') : t('start')}
        </Button>
      </Card>
    </Screen>
  )
}

/** A server of an earlier version has only an English message. */
function resultText({ message, counts, hasSource }: BodyOf<typeof updateBeerImages>): string {
  if (!counts) return message
  return hasSource ? t('done', counts) : t('noSource', counts)
}
