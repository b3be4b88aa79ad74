/** A photo that this phone still has: it waits for the server, or the server failed to read it. */
import { CircleAlert, CloudOff } from 'lucide-react'
import { Link } from 'wouter'
import type { Scan } from '#contracts'
import { failureText } from '#web/api/errors/error-text.ts'
import type { Capture } from '#web/outbox/capture.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { useCaptures } from '#web/outbox/use-captures.ts'
import { useDeletePhoto } from '#web/scan-result/use-delete-photo.ts'
import { BlobImage } from '#web/ui/blob-image.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card, Screen } from '#web/ui/screen.tsx'
import { StatusLine } from './status-line.tsx'
import { t } from './texts.ts'

export function FailedScan({ scan }: { scan: Scan }) {
  const failure = failureText(scan)
  const capture = useCaptures().find(({ id }) => id === scan.id)
  return (
    <Card className="overflow-hidden border-danger/40">
      {capture && <CapturePhoto photo={capture.photo} alt="" />}
      <div className="grid justify-items-start gap-3 p-5">
        <StatusLine icon={<CircleAlert className="text-danger" />}>{t('failedLine')}</StatusLine>
        {failure && <p className="text-sm text-ink-3">{failure}</p>}
        {capture && (
          <Button className="w-full" onClick={() => void outbox.retry(capture.id)}>
            {t('sendThisPhotoAgain')}
          </Button>
        )}
        <Link href="/camera" className={buttonClass(capture ? 'quiet' : 'primary', 'w-full')}>
          {t('tryAgain')}
        </Link>
      </div>
    </Card>
  )
}

/** A photo that has not reached the server, or is sent again. */
export function WaitingCapture({ frame, capture }: { frame: { back: { go: () => void } }; capture: Capture }) {
  const { id, photo, problem } = capture
  const deletePhoto = useDeletePhoto()

  function onDelete(): void {
    deletePhoto(id)
    frame.back.go()
  }

  return (
    <Screen {...frame} title={t('waiting')} below={t('waitingLine')}>
      <Card className="overflow-hidden">
        <CapturePhoto photo={photo} alt={t('theWaitingPhoto')} />
        <div className="grid gap-3 p-5">
          <StatusLine icon={<CloudOff className="text-accent-ink" />}>{problem ?? t('expected')}</StatusLine>
          <Button onClick={() => void outbox.retry(id)}>{t('sendNow')}</Button>
          <Button variant="quiet" onClick={onDelete}>
            {t('deleteThisPhoto')}
          </Button>
        </div>
      </Card>
    </Screen>
  )
}

function CapturePhoto({ photo, alt }: { photo: Blob; alt: string }) {
  return <BlobImage blob={photo} alt={alt} className="block max-h-72 w-full bg-raised object-contain" />
}
