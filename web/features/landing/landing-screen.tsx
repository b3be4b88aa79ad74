/** The page for visitors who are not signed in. Sign-in returns to the address they opened. */
import { ScanLine, ScrollText, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { LOGIN_PATH } from '#contracts'
import { useAccountDeleted } from '#web/device/account-deletion.ts'
import { Bubbles } from '#web/ui/bubbles.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Goggles } from '#web/ui/goggles.tsx'
import { ScreenHeading, useScreenTitle } from '#web/ui/screen.tsx'
import { t } from './texts.ts'

/** The sign-in address with its return path. */
function loginAddress(isDeleted: boolean): string {
  const here = `${location.pathname}${location.search}${isDeleted ? '' : location.hash}`
  return `${LOGIN_PATH}?${new URLSearchParams({ returnTo: here })}`
}

export function LandingScreen() {
  useScreenTitle(t('tagline'))
  const isDeleted = useAccountDeleted()
  return (
    <div className="column relative min-h-dvh overflow-clip bg-ground bg-[radial-gradient(120%_70%_at_50%_0,var(--glow),var(--glow-deep)_46%,transparent_78%)]">
      <Bubbles />
      <main className="relative flex min-h-dvh flex-col items-center px-7 pt-[max(3rem,9dvh)] text-center">
        <Goggles sloshing />
        <ScreenHeading className="mt-5.5 text-[min(3.15rem,13vw)] leading-[0.98]">{t('brand')}</ScreenHeading>
        <p className="machine mt-3 text-accent-ink">{t('tagline')}</p>
        <p className="mt-6.5 max-w-[30ch] text-[1.06rem] text-balance text-ink-2">{t('promise')}</p>
        <ul className="mt-6.5 grid w-full gap-2.5">
          <Feature
            icon={<ScanLine size={21} />}
            title={t('features.recognition.title')}
            line={t('features.recognition.line')}
          />
          <Feature icon={<Star size={21} />} title={t('features.ratings.title')} line={t('features.ratings.line')} />
          <Feature icon={<ScrollText size={21} />} title={t('features.menus.title')} line={t('features.menus.line')} />
        </ul>
        <div className="sticky bottom-0 -mx-7 mt-auto self-stretch bg-linear-to-t from-ground from-75% px-7 pt-6.5 pb-[max(1.5rem,env(safe-area-inset-bottom))]">
          <p role="status" className="text-balance text-ink-2 not-empty:mb-4">
            {isDeleted && t('left')}
          </p>
          <a href={loginAddress(isDeleted)} className={buttonClass('primary', 'min-h-14.5 w-full text-[1.06rem]')}>
            {t('start')}
          </a>
        </div>
      </main>
    </div>
  )
}

function Feature({ icon, title, line }: { icon: ReactNode; title: string; line: string }) {
  return (
    <li className="sheen flex flex-wrap items-center gap-x-3.5 gap-y-2 rounded-card border border-line bg-surface/80 px-4 py-3.5 text-left">
      <span
        aria-hidden="true"
        className="grid size-10.5 shrink-0 place-items-center rounded-[14px] border border-amber/27 bg-amber/12 text-accent-ink"
      >
        {icon}
      </span>
      <span className="min-w-0 flex-[1_1_6rem]">
        <b className="block font-semibold leading-snug">{title}</b>
        <span className="block text-sm text-ink-3">{line}</span>
      </span>
    </li>
  )
}
