/** Switches between two views of one screen, each with an address of its own. */
import { Link } from 'wouter'

interface ViewSwitchProps {
  label: string
  views: readonly { href: string; name: string; isShown: boolean }[]
}

export function ViewSwitch({ label, views }: ViewSwitchProps) {
  return (
    <nav aria-label={label} className="mb-4 grid grid-cols-2 gap-1 rounded-[18px] border border-line bg-surface p-1">
      {views.map(({ href, name, isShown }) => (
        <Link
          key={href}
          href={href}
          replace
          aria-current={isShown ? 'page' : undefined}
          className={`grid min-h-11 place-items-center rounded-[14px] px-2 text-center text-[0.9rem] font-semibold leading-tight transition-colors ${isShown ? 'bg-raised text-accent-ink' : 'text-ink-2 hover:text-ink'}`}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
