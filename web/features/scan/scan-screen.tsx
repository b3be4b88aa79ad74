/** Scan home: live camera, detected scene, mode selector and capture button. */

import { useQuery } from '@tanstack/react-query'
import { History, ScrollText } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense, useRef, useState, useTransition } from 'react'
import { Link } from 'wouter'
import { z } from 'zod/mini'
import { listFavorites, type SingleAnswer } from '#contracts'
import { queryOf } from '#web/api/queries.ts'
import type { DetectedScene } from '#web/api/scene.ts'
import { camera, useCamera } from '#web/device/camera.ts'
import { usePageVisible } from '#web/device/page.ts'
import { readyToSend } from '#web/device/photo.ts'
import { persisted } from '#web/device/storage.ts'
import { handoff, useHandoff } from '#web/handoff/handoff.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { useCaptures } from '#web/outbox/use-captures.ts'
import { useScreenTitle } from '#web/ui/screen.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import { useTooltip } from '#web/ui/tooltip.tsx'
import { Corners } from './camera/corners.tsx'
import type { Mode } from './capture-work.ts'
import { ModeSelector } from './mode-selector.tsx'
import { ScenePill } from './scene-pill.tsx'
import { captureLabel, t } from './texts.ts'
import { useCapture } from './use-capture.ts'
import { useIncomingPhotos } from './use-incoming-photos.ts'
import { CameraView, Standby } from './viewfinder.tsx'

// Overlays and rarely shown parts are loaded after the camera: the first paint does not wait for them.
const PhotosLeft = lazy(async () => ({ default: await photosLeft() }))
const LiveView = lazy(async () => ({ default: (await import('./camera/live-view.tsx')).LiveView }))
const CameraTrouble = lazy(async () => ({ default: (await import('./camera/camera-trouble.tsx')).CameraTrouble }))
const LastPhoto = lazy(async () => ({ default: (await import('./overlays/last-photo.tsx')).LastPhoto }))
const FridgeResults = lazy(async () => ({ default: (await import('./overlays/fridge-results.tsx')).FridgeResults }))
const BeerMenu = lazy(async () => ({ default: (await import('./overlays/beer-menu.tsx')).BeerMenu }))
const IdentifiedCard = lazy(async () => ({ default: (await import('./overlays/identified-card.tsx')).IdentifiedCard }))
const Identifying = lazy(async () => ({ default: (await import('./overlays/identifying.tsx')).Identifying }))
const ParsingMenu = lazy(async () => ({ default: (await import('./overlays/parsing-menu.tsx')).ParsingMenu }))

/** An optional line: if its code fails to load, the camera works without it. */
async function photosLeft(): Promise<ComponentType<{ isBusy: boolean }>> {
  try {
    return (await import('#web/scan-result/engine-note.tsx')).PhotosLeft
  } catch (error) {
    console.warn('The remaining scans cannot be shown.', error)
    return () => null
  }
}

const autoScanSetting = persisted('auto-scan', z.boolean(), false)

export function ScanScreen() {
  useScreenTitle(t('title'))
  const [mode, setMode] = useState<Mode>('single')
  // Upload shows the menu mode until the user picks a file or closes the picker; then the previous mode returns.
  const [isChoosing, setChoosing] = useState(false)
  const [overlay, setOverlay] = useState<'none' | 'fridge' | 'menu'>('none')
  const [isHelpOpen, setHelpOpen] = useState(false)
  const cameraState = useCamera()
  const isVisible = usePageVisible()
  const { capturedImage, nothingFound, otherDrink, menu, menuPicture } = useHandoff()
  const { work, capture, upload, retry, continueInBackground, cancel } = useCapture({
    onFridge: () => setOverlay('fridge'),
  })
  const toast = useToast()
  const capturedHere = useCaptures().find((one) => one.id === capturedImage?.id)
  const isBusy = work.kind !== 'idle'
  const hasFailed = capturedHere?.state === 'failed' || capturedHere?.state === 'refused'
  const isLive = cameraState === 'live'
  const [scene, setScene] = useState<DetectedScene | null>(null)
  const [isAutoScanOn, setAutoScanOn] = useState(autoScanSetting.get)
  const [found, setFound] = useState<SingleAnswer | null>(null)
  const gallery = useRef<HTMLInputElement>(null)
  const phoneCamera = useRef<HTMLInputElement>(null)

  function shoot(inMode: Mode): void {
    if (capturedImage) handoff.dropImage()
    void capture(inMode, () => camera.still())
  }

  function onShutter(): void {
    if (camera.isReady()) shoot(mode)
    else if (isLive) toast({ title: t('notReady.title'), description: t('notReady.description') })
    // Without a live view, the phone's camera app takes the photo.
    else if (cameraState === 'insecure' || cameraState === 'unsupported') phoneCamera.current?.click()
    else if (cameraState === 'denied' || cameraState === 'missing') gallery.current?.click()
    else void startCamera()
  }

  async function startCamera(): Promise<void> {
    await camera.start()
    if (camera.state() === 'insecure' || camera.state() === 'unsupported') phoneCamera.current?.click()
  }

  function onUpload(): void {
    setChoosing(true)
    gallery.current?.addEventListener('cancel', () => setChoosing(false), { once: true })
    gallery.current?.click()
  }

  function onMode(next: Mode): void {
    setChoosing(false)
    setMode(next)
    if (next !== 'menu') return
    if (camera.isReady()) {
      shoot('menu')
    } else {
      toast({ title: t('notReady.title'), description: t('notReady.description') })
      void camera.start()
    }
  }

  useQuery(queryOf(listFavorites, {}))
  useIncomingPhotos((files) => void upload(files))

  function dropPhoto(): void {
    if (capturedHere) void outbox.drop(capturedHere.id)
    handoff.dropImage()
  }

  const context = mode === 'single' ? (scene?.context ?? 'single_beer') : mode
  const isLookingForOne = !isHelpOpen && mode === 'single' && found === null
  const isFridge = menu?.context === 'fridge'
  const menuTitle = t(isFridge ? 'fridgeTitle' : menu?.context === 'multiple_beers' ? 'groupTitle' : 'browserTitle')
  const frozen = 'image' in work ? work.image.url : undefined

  return (
    <div className="dusk scan-page relative flex flex-col overflow-clip bg-stout text-ink">
      <main className="flex flex-1 flex-col">
        <CameraView state={cameraState} frozen={frozen} />
        <div className="column scan-parts relative flex-1 px-4.5 pb-[max(var(--tabs-below,108px),1.25rem,env(safe-area-inset-bottom))] pt-[max(1.1rem,env(safe-area-inset-top))]">
          <h1 tabIndex={-1} className="sr-only">
            {t('scan')}
          </h1>
          <ScenePill
            scene={isLive ? scene : null}
            nothingFound={nothingFound}
            otherDrink={otherDrink}
            isOpen={isHelpOpen}
            onToggle={() => setHelpOpen((open) => !open)}
          >
            <div className="mt-2 border-t border-line">
              <Toggle
                name={t('autoScan.name')}
                note={t('autoScan.note')}
                isOn={isAutoScanOn}
                onChange={(isOn) => {
                  autoScanSetting.set(isOn)
                  setAutoScanOn(isOn)
                }}
              />
            </div>
          </ScenePill>
          <div className="relative mx-6 my-5 grid [@media(max-height:700px)]:my-3 flex-1 place-items-center">
            <Suspense fallback={<Corners />}>
              {isLive ? (
                <LiveView
                  isSingle={mode === 'single'}
                  isFrozen={frozen !== undefined}
                  isWatching={isVisible && !isBusy && overlay === 'none'}
                  autoScans={isAutoScanOn && isLookingForOne}
                  findsBarcodes={!isAutoScanOn && isLookingForOne}
                  onScene={setScene}
                  onFound={setFound}
                />
              ) : (
                <Corners />
              )}
            </Suspense>
            <Suspense>
              {work.kind === 'identifying' ? (
                <Identifying scanId={work.image.id} onCancel={cancel} />
              ) : frozen || cameraState === 'live' ? null : cameraState === 'off' || cameraState === 'asking' ? (
                <Standby isAsking={cameraState === 'asking'} />
              ) : (
                <CameraTrouble state={cameraState} onGallery={() => gallery.current?.click()} />
              )}
            </Suspense>
          </div>
          <Suspense>
            {!isBusy && capturedImage && (nothingFound || hasFailed) && (
              <LastPhoto
                image={capturedImage}
                isEmpty={nothingFound}
                onRetry={() => void retry(mode)}
                onDrop={dropPhoto}
              />
            )}
          </Suspense>
          <Suspense>
            <PhotosLeft isBusy={isBusy} />
          </Suspense>
          <ModeSelector mode={isChoosing ? 'menu' : mode} onMode={onMode} onUpload={onUpload} isBusy={isBusy} />
          <div className="mt-3 flex items-start justify-between">
            <HistoryButton />
            {work.kind === 'identifying' ? (
              <Shutter label={t('nextPhoto')} onClick={continueInBackground} />
            ) : (
              <Shutter label={captureLabel(context, scene?.beerCount ?? 1)} isBusy={isBusy} onClick={onShutter} />
            )}
            <SideButton
              name={menuTitle}
              menuCount={menu?.beers.length ?? 0}
              onMenu={() => setOverlay(isFridge ? 'fridge' : 'menu')}
            />
          </div>
          <div className="machine mt-3 flex flex-wrap justify-between gap-x-3 px-1.5 text-foam/80">
            <span className={isLive ? 'text-hop' : ''}>
              <span aria-hidden="true">{isLive ? '●' : '○'} </span>
              {isLive ? t('camActive') : t('camStandby')}
            </span>
            <span>{mode === 'single' ? t('smartDetect') : t('manual')}</span>
          </div>
        </div>
      </main>

      <input
        ref={gallery}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('photoToUpload')}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          setChoosing(false)
          if (file) void upload([file])
        }}
      />
      <input
        ref={phoneCamera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={t('photoFromThePhones')}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void capture(mode, () => readyToSend(file))
        }}
      />

      <Suspense>
        {work.kind === 'parsing' && (
          <ParsingMenu scanId={work.image.id} onCancel={cancel} onBackground={continueInBackground} />
        )}
        {overlay === 'fridge' && menu && (
          <FridgeResults
            title={t('fridgeTitle')}
            menu={menu}
            picture={menuPicture}
            onClose={() => setOverlay('none')}
          />
        )}
        {found && <IdentifiedCard found={found} onClose={() => setFound(null)} />}
        {overlay === 'menu' && menu && (
          <BeerMenu
            title={menuTitle}
            note={menu.title ?? t('beers', { count: menu.beers.length })}
            menu={menu}
            onClose={() => setOverlay('none')}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Shows its pressed state before the rest of the screen renders. Keeps the focus while it does nothing. */
function Shutter({ label, isBusy = false, onClick }: { label: string; isBusy?: boolean; onClick: () => void }) {
  const [isPressed, startTransition] = useTransition()
  const isIgnored = isBusy || isPressed
  return (
    <button
      type="button"
      aria-disabled={isIgnored}
      onClick={() => !isIgnored && startTransition(onClick)}
      className="group grid justify-items-center gap-3.5 rounded-3xl px-2"
    >
      <span
        aria-hidden="true"
        className="mt-2 size-18 rounded-full bg-foam shadow-[0_0_0_5px_#120d09,0_0_0_8px_var(--color-amber),0_14px_40px_#0009] transition-transform duration-150 group-active:scale-90 group-aria-disabled:animate-shimmer"
      />
      <span className="text-[0.86rem] leading-none font-bold text-foam">{label}</span>
    </button>
  )
}

const SIDE =
  'relative mt-4.5 grid size-13 place-items-center rounded-2xl border border-line bg-stout/80 text-foam transition-transform active:scale-95'

function HistoryButton() {
  const waiting = useCaptures().length
  const label = waiting === 0 ? t('scanHistory') : t('historyWaiting', { count: waiting })
  const { listeners, tooltip } = useTooltip(label)
  return (
    <Link href="/history" aria-label={label} {...listeners} className={SIDE}>
      <History size={22} aria-hidden="true" />
      {waiting > 0 && <Badge>{waiting}</Badge>}
      {tooltip}
    </Link>
  )
}

interface SideButtonProps {
  name: string
  menuCount: number
  onMenu: () => void
}

/** Opens the last menu. Its room is kept while there is none, so that the shutter stays in the middle. */
function SideButton({ name, menuCount, onMenu }: SideButtonProps) {
  if (menuCount === 0) return <span className="mt-4.5 size-13" />
  return (
    <button
      type="button"
      onClick={onMenu}
      aria-label={`${name}, ${t('beers', { count: menuCount })}`}
      title={name}
      className={SIDE}
    >
      <ScrollText size={22} aria-hidden="true" />
      <Badge>{menuCount}</Badge>
    </button>
  )
}

function Badge({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className="absolute -top-1.5 -right-1.5 grid min-h-5.5 min-w-5.5 place-items-center rounded-full bg-amber px-1.5 text-[0.72rem] font-bold text-[#2a1503]"
    >
      {children}
    </span>
  )
}
