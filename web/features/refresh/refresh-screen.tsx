/** Asks the server to check its beer pictures. */
import { updateBeerImages } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { useCall } from '#web/api/queries.ts'
import { useGoBack } from '#web/handoff/way-back.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Screen } from '#web/ui/screen.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { TEXTS } from './texts.ts'

export function RefreshScreen() {
  const back = useGoBack('/profile')
  const update = useCall(updateBeerImages)
  const toast = useToast()
  return (
    <Screen title={TEXTS.title} below={TEXTS.line} back={{ label: 'Back', go: back }}>
      <Card className="grid gap-4 p-5">
        <p role="status" className="min-h-6 text-ink-2">
          {update.data?.message ?? (update.error ? userMessage(update.error) : TEXTS.idle)}
        </p>
        <Button
          disabled={update.isPending}
          onClick={() =>
            update.mutate(
              {},
              {
                onError: (error) =>
                  toast({ title: TEXTS.failed, description: userMessage(error), tone: 'destructive' }),
              },
            )
          }
        >
          {update.isPending ? TEXTS.running : TEXTS.start}
        </Button>
      </Card>
    </Screen>
  )
}
