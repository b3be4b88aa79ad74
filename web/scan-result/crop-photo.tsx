/** Marks the part of a photo that is scanned instead of the whole. */
import { ScanSearch } from 'lucide-react'
import { useState } from 'react'
import { userMessage } from '#web/api/call-error.ts'
import { partOf } from '#web/device/photo-part.ts'
import type { CapturedImage } from '#web/handoff/handoff.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useIsShown } from '#web/ui/shown.ts'
import { CropArea } from './crop-area.tsx'
import { t } from './texts.ts'
import { useScanAgain } from './use-scan-again.ts'

/** Without a hint where the label is, it is more likely in the middle. */
const MIDDLE = { x: 20, y: 20, width: 60, height: 60 }

export function CropPhoto({ image, onClose }: { image: CapturedImage; onClose: () => void }) {
  const [box, setBox] = useState(MIDDLE)
  const [problem, setProblem] = useState<string | null>(null)
  const [isCutting, setCutting] = useState(false)
  const { isBusy, scanAgain } = useScanAgain()
  const isShown = useIsShown()

  async function scanPart(): Promise<void> {
    setCutting(true)
    try {
      const part = await partOf(image.photo, box)
      if (isShown()) await scanAgain(part, 'single_beer')
    } catch (error) {
      setProblem(userMessage(error))
    } finally {
      setCutting(false)
    }
  }

  return (
    <Sheet
      open
      onClose={onClose}
      dusk
      title={t('cropPhoto.title')}
      footer={
        <Button className="flex-1" isBusy={isCutting || isBusy} onClick={() => void scanPart()}>
          <ScanSearch size={19} aria-hidden="true" />
          {t('cropPhoto.read')}
        </Button>
      }
    >
      <CropArea url={image.url} box={box} onChange={setBox} />
      <p role="alert" className="text-center text-danger text-sm">
        {problem}
      </p>
    </Sheet>
  )
}
