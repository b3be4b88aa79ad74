/** The page for visitors who are not signed in. Sign-in returns to the address they opened. */
import type { ReactNode } from 'react'
import { LOGIN_PATH } from '#contracts'
import { useAccountDeleted } from '#web/device/account-deletion.ts'
import { Bubbles } from '#web/ui/bubbles.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Goggles } from '#web/ui/goggles.tsx'
import { ScreenHeading, useScreenTitle } from '#web/ui/screen.tsx'
import { MenuProof } from './menu-proof.tsx'
import { t } from './texts.ts'

/** The sign-in address with its return path. */
function loginAddress(isDeleted: boolean): string {
  const here = `${location.pathname}${location.search}${isDeleted ? '' : location.hash}`
  return `${LOGIN_PATH}?${new URLSearchParams({ returnTo: here })}`
}

export function LandingScreen() {
  useScreenTitle(t('tagline'))
  const isDeleted = useAccountDeleted()
  const search = new URLSearchParams(location.search)
  const isInvited = search.has('share') || search.has('table')
  return (
    <div className="relative min-h-dvh overflow-clip bg-ground bg-[radial-gradient(120%_70%_at_50%_0,var(--glow),var(--glow-deep)_46%,transparent_78%)]">
      <Bubbles />
      <main className="column relative flex min-h-dvh flex-col items-center px-7 pt-[max(3rem,9dvh)] text-center md:justify-center md:py-10">
        <Goggles sloshing />
        <ScreenHeading className="mt-5.5 text-[min(3.15rem,13vw)] leading-[0.98]">{t('brand')}</ScreenHeading>
        <p className="machine mt-3 text-accent-ink">{t('tagline')}</p>
        <p className="mt-6.5 max-w-[30ch] text-[1.06rem] text-balance text-ink-2">{t('promise')}</p>
        <p
          role="status"
          className="text-balance not-empty:mt-5 not-empty:w-full not-empty:rounded-card not-empty:border not-empty:border-amber/60 not-empty:bg-surface/80 not-empty:px-4 not-empty:py-3"
        >
          {isDeleted ? t('left') : isInvited && t('invited')}
        </p>
        <MenuProof />
        <ul className="mt-2 grid w-full gap-2">
          <Feature
            drawing={<FramedCan />}
            title={t('features.recognition.title')}
            line={t('features.recognition.line')}
          />
          <Feature drawing={<RatedPint />} title={t('features.ratings.title')} line={t('features.ratings.line')} />
          <Feature drawing={<RankedMenu />} title={t('features.menus.title')} line={t('features.menus.line')} />
        </ul>
        <div className="sticky bottom-0 -mx-7 mt-auto self-stretch bg-linear-to-t from-ground from-[calc(100%-1.625rem)] forced-colors:bg-[Canvas] px-7 pt-6.5 pb-[max(1.5rem,env(safe-area-inset-bottom))] md:mt-0 [@media(min-height:900px)]:md:bg-none">
          <a href={loginAddress(isDeleted)} className={buttonClass('primary', 'min-h-14.5 w-full text-[1.06rem]')}>
            {t('start')}
          </a>
        </div>
      </main>
    </div>
  )
}

function Feature({ drawing, title, line }: { drawing: ReactNode; title: string; line: string }) {
  return (
    <li className="sheen flex flex-wrap items-center gap-x-3.5 gap-y-2 rounded-card border border-line bg-surface/80 px-4 py-2.5 text-left">
      <svg width="44" height="44" viewBox="0 0 54 54" fill="none" className="shrink-0" aria-hidden="true">
        <rect x=".5" y=".5" width="53" height="53" rx="15" className="fill-amber/12 stroke-amber/27" />
        {drawing}
      </svg>
      <span className="min-w-0 flex-[1_1_6rem]">
        <b className="block font-semibold leading-snug">{title}</b>
        <span className="block text-sm text-ink-3">{line}</span>
      </span>
    </li>
  )
}

/** A can between the corners of the viewfinder. */
function FramedCan() {
  return (
    <>
      <path
        d="M9 17v-4q0-4 4-4h4M37 9h4q4 0 4 4v4M45 37v4q0 4-4 4h-4M17 45h-4q-4 0-4-4v-4"
        className="stroke-accent-ink"
        strokeWidth="2.500"
        strokeLinecap="round"
      />
      <path d="M20 14h14l1.500 4v18L34 40H20l-1.500-4V18Z" fill="#1d5c57" />
      <path d="M20 14h14l1.500 4h-17ZM18.500 36h17L34 40H20Z" fill="#d8d2c6" />
      <path d="M22 18v18" stroke="#fff" strokeOpacity=".35" strokeWidth="3" />
      <circle cx="28" cy="27" r="4.500" fill="#fdf4e3" />
    </>
  )
}

/** A pint beside its rating. */
function RatedPint() {
  return (
    <>
      <path d="M8 16h17l-2 24H10Z" fill="#f08c1a" />
      <path d="M7.500 16q2-4 5-2.500 3-3.500 7 0 3-2 5.500 1l.2 4H8Z" fill="#fff3d1" />
      <path d="M7 13h19l-2.200 28H9.200Z" className="stroke-ink/55" strokeWidth="1.800" strokeLinejoin="round" />
      <text x="29" y="33" fontSize="16" className="display fill-ink">
        86
      </text>
    </>
  )
}

/** A menu whose rows have ratings, one of them the best. */
function RankedMenu() {
  return (
    <>
      <rect x="12" y="8" width="30" height="38" rx="5" className="fill-surface stroke-ink/30" />
      <path d="M17 17h11M17 27h14M17 37h9" className="stroke-ink/45" strokeWidth="2.500" strokeLinecap="round" />
      <path d="M35 17h2M35 37h2" className="stroke-ink/45" strokeWidth="2.500" strokeLinecap="round" />
      <circle cx="36" cy="27" r="5" fill="var(--color-amber)" />
      <path
        d="m33.800 27 1.600 1.700 2.900-3.300"
        stroke="#2a1503"
        strokeWidth="1.600"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  )
}
