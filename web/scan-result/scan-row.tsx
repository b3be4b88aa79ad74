/** A scan in a list: kind, result and time. */
import { Beer as BeerIcon, CircleAlert, LoaderCircle, Refrigerator, ScrollText } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import type { Scan } from '#contracts'
import { breweryText } from '#web/beer/beer-facts.ts'
import { BeerTile } from '#web/beer/beer-picture.tsx'
import { useOpenBeer } from '#web/beer/use-beer-link.ts'
import { handoff } from '#web/handoff/handoff.ts'
import { resultsPath } from '#web/handoff/paths.ts'
import { RowLink } from '#web/ui/row-link.tsx'
import { Card } from '#web/ui/screen.tsx'
import { whenText } from '#web/ui/when.ts'
import { isUnsettled } from './asked.ts'
import { beersOf, foundText, kindOf, labelOf, summaryOf } from './scan-summary.ts'
import { ScanThumb } from './scan-thumb.tsx'
import { stageText } from './stage-text.ts'
import { t } from './texts.ts'

interface ScanRowProps {
  scan: Scan
  href: string
  onOpen?: () => void
  end?: ReactNode
  heading?: 'h2' | 'h3'
  /** The time of the scan as text. */
  timeText?: (iso: string) => string
}

export function ScanRow({ scan, href, onOpen, end, heading: Heading = 'h2', timeText = whenText }: ScanRowProps) {
  const isProcessing = scan.status === 'processing'
  const openBeer = useOpenBeer()

  /** Its page shows at once what the row shows. */
  function open(event: MouseEvent<HTMLElement>): void {
    onOpen?.()
    handoff.leaveOpenedScan(scan)
    if (scan.beer && href === resultsPath(scan.beer.id)) openBeer(event, scan.beer)
  }

  return (
    <li className="animate-settle">
      <Card as="article" className="relative mb-2.5 flex min-h-22 flex-wrap items-center gap-x-3 gap-y-2 p-3">
        <ScanPicture scan={scan} />
        <div className="min-w-0 flex-[1_1_6rem]">
          <p className="machine text-ink-3">
            {labelOf(scan)} ·{' '}
            <time dateTime={scan.scannedAt} className="inline-block max-w-full">
              {timeText(scan.scannedAt)}
            </time>
          </p>
          <Heading className={`mt-1 leading-snug ${kindOf(scan) === 'single' ? 'text-[1.05rem]' : 'text-base'}`}>
            <RowLink href={href} onClick={open}>
              {isProcessing ? t('scanRow.processing') : <Summary text={summaryOf(scan)} />}
            </RowLink>
          </Heading>
          <ScanState scan={scan} />
        </div>
        {end && <div className="relative -mr-2.5 -ml-1.5 flex">{end}</div>}
      </Card>
    </li>
  )
}

/** Keeps a range of ratings together, and the bullet after it with the next word: '71-82★' and '• Orval'. */
function Summary({ text }: { text: string }) {
  const bullet = text.indexOf('★ • ') + 2
  if (bullet < 2) return text
  const start = text.lastIndexOf(' ', bullet - 2) + 1
  const space = text.indexOf(' ', bullet + 2)
  const end = space < 0 ? text.length : space
  return (
    <>
      {text.slice(0, start)}
      <span className="whitespace-nowrap">{text.slice(start, bullet - 1)}</span>{' '}
      <span className="inline-block max-w-full">{text.slice(bullet, end)}</span>
      {text.slice(end)}
    </>
  )
}

function ScanPicture({ scan }: { scan: Scan }) {
  const [first] = beersOf(scan)
  if (kindOf(scan) === 'single' && first) return <BeerTile beer={first} />
  const Icon = kindOf(scan) === 'menu' ? ScrollText : kindOf(scan) === 'group' ? Refrigerator : BeerIcon
  const shape = 'grid h-16.5 w-13.5 shrink-0 place-items-center rounded-[14px]'
  return (
    <ScanThumb scanId={scan.id} className={shape}>
      <span aria-hidden="true" className={`border border-amber/25 bg-amber/10 text-accent-ink ${shape}`}>
        <Icon size={24} />
      </span>
    </ScanThumb>
  )
}

function ScanState({ scan }: { scan: Scan }) {
  if (scan.status === 'processing') {
    return (
      <p className="mt-0.5 flex items-center gap-1.5 text-[0.82rem] text-accent-ink">
        <LoaderCircle size={14} className="animate-spin" aria-hidden="true" />
        {scan.stage ? stageText(scan.stage) : t('scanRow.processing2')}
      </p>
    )
  }
  if (scan.status === 'failed') {
    return (
      <p className="mt-0.5 flex items-center gap-1.5 text-[0.82rem] text-danger">
        <CircleAlert size={14} aria-hidden="true" />
        {t('scanRow.failed')}
      </p>
    )
  }
  if (kindOf(scan) === 'single' && scan.beer && isUnsettled(scan.beer)) {
    return <p className="mt-0.5 text-[0.82rem] font-semibold text-accent-ink">{t('scanRow.unsettled')}</p>
  }
  const subtitle =
    kindOf(scan) === 'single' ? (scan.beer ? breweryText(scan.beer) : t('scanRow.empty')) : foundText(scan)
  return subtitle ? <p className="mt-0.5 line-clamp-2 text-[0.82rem] leading-snug text-ink-3">{subtitle}</p> : null
}
