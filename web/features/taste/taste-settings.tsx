/** The switch, and the deletion of the answers. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteTaste, listTasteCards, switchTaste } from '#contracts'
import { call } from '#web/api/call.ts'
import { userMessage } from '#web/api/call-error.ts'
import { keyOf } from '#web/api/queries.ts'
import { refreshTaste } from '#web/beer/for-you/for-you.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/screen.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import { t } from './texts.ts'

export function TasteSettings({ isOn }: { isOn: boolean }) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  const failed = (title: string) => (error: Error) =>
    toast({ title, description: userMessage(error), tone: 'destructive' })
  const setOn = useMutation({
    mutationFn: (next: boolean) => call(switchTaste, { body: { isOn: next } }),
    onSuccess: () => refreshTaste(queryClient),
    onError: failed(t('switchFailed')),
  })
  const remove = useMutation({
    mutationFn: () => call(deleteTaste, {}),
    async onSuccess() {
      setAsking(false)
      queryClient.removeQueries({ queryKey: keyOf(listTasteCards, {}) })
      await refreshTaste(queryClient)
      toast({ title: t('deleted') })
    },
    onError: failed(t('deleteFailed')),
  })
  return (
    <>
      <Card className="mt-6 px-4">
        <Toggle
          name={t('switch')}
          note={t('switchNote')}
          isOn={setOn.isPending ? setOn.variables : isOn}
          onChange={(next) => setOn.mutate(next)}
        />
      </Card>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
        className="mx-auto mt-4 flex min-h-11 items-center px-4 text-sm text-ink-3 underline decoration-line underline-offset-4 hover:text-ink"
      >
        {t('delete')}
      </button>
      <Sheet
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('deleteTitle')}
        note={t('deleteNote')}
        footer={
          <>
            <Button
              variant="danger"
              className="flex-[1_1_10rem]"
              isBusy={remove.isPending}
              onClick={() => remove.mutate()}
            >
              {t('deleteConfirm')}
            </Button>
            <Button variant="quiet" className="flex-[1_1_10rem]" onClick={() => setAsking(false)}>
              {t('keep')}
            </Button>
          </>
        }
      >
        {null}
      </Sheet>
    </>
  )
}
