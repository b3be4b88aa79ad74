/** Numbers of beers as bars: a table, each row of which has its number. */
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { numberText } from '#web/language/formats.ts'
import { useLongList } from '#web/ui/long-list.tsx'
import { Card, SectionHeading } from '#web/ui/screen.tsx'
import { SeeMore } from '#web/ui/see-more.tsx'
import { t } from './texts.ts'

const SHOWN_AT_FIRST = 8

interface Bar {
  key: string | number
  label: string
  /** What the number counts. */
  href?: string | undefined
  /** Lines below the bar. */
  notes?: readonly string[]
  beers: number
  /** As CSS; amber if absent. */
  color?: string
}

interface BarTableProps {
  title: string
  /** Heading of the column of labels. */
  labels: string
  bars: readonly Bar[]
  /** What the table leaves out. */
  below?: string | false
  /** Above the table, such as a map of the same numbers. */
  children?: ReactNode
}

export function BarTable({ title, labels, bars, below, children }: BarTableProps) {
  const [isExpanded, setExpanded] = useState(false)
  const list = useLongList(bars)
  const longest = Math.max(...bars.map(({ beers }) => beers))
  const more = bars.length - SHOWN_AT_FIRST
  if (bars.length === 0) return null
  return (
    <section>
      <SectionHeading>{title}</SectionHeading>
      {children}
      <Card className="px-4 py-1.5">
        <table aria-label={title} className="w-full table-fixed">
          <colgroup>
            <col />
            <col className="w-[3.6em]" />
          </colgroup>
          <thead className="sr-only">
            <tr>
              <th scope="col">{labels}</th>
              <th scope="col">{t('beers')}</th>
            </tr>
          </thead>
          <tbody>
            {(isExpanded ? list.shown : bars.slice(0, SHOWN_AT_FIRST)).map(
              ({ key, label, href, notes, beers, color }) => (
                <tr key={key} className="border-line not-last:border-b">
                  <th scope="row" className="py-2.5 text-left align-top font-semibold wrap-anywhere">
                    {href === undefined ? (
                      label
                    ) : (
                      <Link
                        href={href}
                        className="-mt-2.5 -mb-1.5 flex min-h-11 items-center py-1.5 hover:text-accent-ink"
                      >
                        {label}
                        <ChevronRight size={16} aria-hidden="true" className="ml-1 shrink-0 text-ink-3" />
                      </Link>
                    )}
                    <span aria-hidden="true" className="my-1.5 block h-3 rounded-full bg-raised">
                      <span
                        className="block h-full min-w-3 rounded-full border border-ink/20 bg-amber"
                        style={{ width: `${(beers / longest) * 100}%`, ...(color && { backgroundColor: color }) }}
                      />
                    </span>
                    {notes?.map((note) => (
                      <span
                        key={note}
                        className="-mr-[3.6rem] block text-[0.86rem] leading-snug font-normal text-ink-2"
                      >
                        {note}
                      </span>
                    ))}
                  </th>
                  <td className="display py-2.5 text-right align-top text-[1.2rem] leading-tight">
                    {numberText(beers)}
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </Card>
      {isExpanded && list.end}
      {more > 0 && (
        <SeeMore
          isExpanded={isExpanded}
          toggle={() => setExpanded(!isExpanded)}
          label={isExpanded ? t('seeLess') : t('seeMore', { more })}
        />
      )}
      {below && <p className="mt-2 px-1 text-[0.86rem] text-ink-3">{below}</p>}
    </section>
  )
}
