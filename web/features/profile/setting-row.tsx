/** The rows of the settings: each leads to a screen or opens a sheet. */
import { ChevronRight, type LucideIcon } from 'lucide-react'
import { Link } from 'wouter'

interface Row {
  label: string
  /** Beside the label. */
  value?: string | undefined
  Icon: LucideIcon
}

const ITEM = 'border-line not-last:border-b'
const ROW = 'flex min-h-14 w-full items-center gap-3.5 px-4 text-left font-semibold hover:bg-ink/4'

export function SettingLink({ href, ...row }: Row & { href: string }) {
  return (
    <li className={ITEM}>
      <Link href={href} className={ROW}>
        <Content {...row} />
      </Link>
    </li>
  )
}

export function SettingButton({ onClick, ...row }: Row & { onClick: () => void }) {
  return (
    <li className={ITEM}>
      <button type="button" onClick={onClick} className={ROW}>
        <Content {...row} />
      </button>
    </li>
  )
}

function Content({ label, value, Icon }: Row) {
  return (
    <>
      <Icon size={20} aria-hidden="true" className="text-accent-ink" />
      <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-3">
        <span>{label}</span>
        {value !== undefined && <span className="text-ink-2">{value}</span>}
      </span>
      <ChevronRight size={19} aria-hidden="true" className="text-ink-3" />
    </>
  )
}
