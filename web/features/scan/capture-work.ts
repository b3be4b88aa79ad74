/** The states of the scan home while it takes and sends a photo, and what it does with the outcome. Pure; `use-capture.ts` acts. */
import type { ScanContext } from '#contracts'
import { CallError, userMessage } from '#web/api/call-error.ts'
import type { CapturedImage } from '#web/handoff/handoff.ts'
import type { Outcome } from '#web/outbox/deliver.ts'
import type { Notice } from '#web/ui/toast.tsx'
import { t } from './texts.ts'

export type Mode = 'single' | 'fridge' | 'menu'
/** The modes whose outcome is shown on the scan home. A single photo goes to the processing screen. */
export type ListMode = Exclude<Mode, 'single'>

export const CONTEXTS: Record<Mode, ScanContext> = { single: 'auto', fridge: 'fridge', menu: 'menu' }

export type Work =
  | { kind: 'idle' }
  /** A photo is being taken or prepared. */
  | { kind: 'taking' }
  | { kind: 'identifying'; image: CapturedImage }
  | { kind: 'parsing'; image: CapturedImage }
  /** The screen that follows opens shortly. */
  | { kind: 'leaving'; image: CapturedImage }

export const IDLE: Work = { kind: 'idle' }

export type WorkEvent =
  | { kind: 'taking' }
  | { kind: 'sending'; mode: ListMode; image: CapturedImage }
  | { kind: 'leaving'; image: CapturedImage }
  /** The outcome of this photo was shown, or its sending failed. */
  | { kind: 'ended'; image: CapturedImage }
  /** No photo was taken, or the user stopped waiting for one. */
  | { kind: 'stopped' }

export function nextWork(work: Work, event: WorkEvent): Work {
  switch (event.kind) {
    case 'taking':
      return { kind: 'taking' }
    case 'sending':
      return { kind: event.mode === 'fridge' ? 'identifying' : 'parsing', image: event.image }
    case 'leaving':
      return event
    case 'ended':
      // A photo that was sent before this one may end later.
      return 'image' in work && work.image.id === event.image.id ? IDLE : work
    case 'stopped':
      return IDLE
  }
}

type Group = Extract<Outcome, { kind: 'group' }>

export type FollowUp =
  | { kind: 'stay'; notice: Notice | undefined }
  | { kind: 'leave'; isFound: boolean }
  | { kind: 'show fridge' }
  | { kind: 'show menu'; menu: Group; notice: Notice }

/** What the screen does with an outcome. A photo of a fridge may show a single beer, and a menu none. */
export function followUpOf(outcome: Outcome, mode: ListMode): FollowUp {
  switch (outcome.kind) {
    case 'nothing':
      return {
        kind: 'stay',
        notice:
          mode === 'menu' ? { title: t('noBeersFound.title'), description: t('noBeersFound.description') } : undefined,
      }
    case 'continues':
      return { kind: 'leave', isFound: false }
    case 'single':
    case 'barcode':
      return { kind: 'leave', isFound: true }
    case 'group':
      if (mode === 'fridge') return { kind: 'show fridge' }
      return {
        kind: 'show menu',
        menu: outcome,
        notice: {
          title: t('menuParsed.title'),
          description: t('menuParsed.description', { count: outcome.beers.length }),
        },
      }
  }
}

export function failureNotice(error: unknown, mode: ListMode): Notice {
  const message = userMessage(error)
  const isQuotaExceeded = error instanceof CallError && error.code === 'quota_exceeded'
  if (isQuotaExceeded || message.toLowerCase().includes('quota exceeded'))
    return { title: t('quota.title'), description: t('quota.description') }
  if (mode === 'menu') return { title: t('menuFailed.title'), description: t('menuFailed.description') }
  // Without a message from the server the reason is unknown.
  const isUnknown = error instanceof CallError && error.code === 'unknown'
  return { title: t('identificationFailed'), description: isUnknown ? t('identifyFailed') : message }
}
