/**
 * Probes injected into the measured page before its own code: collect paint, layout shifts, interactions, long tasks and frames, and
 * count resources that the app opens and must close. `read` and `restart` access them.
 */
import type { Page } from '@playwright/test'

interface Interaction {
  name: string
  /** Milliseconds from the touch to the next frame. */
  duration: number
  target: string
}

interface LongFrame {
  duration: number
  /** The longest single script of the app in it. */
  ownScript: number
  from: string
}

export interface Probes {
  /** Milliseconds from the start of navigation; null before the first paint. */
  firstPaint: number | null
  /** Sum of layout shifts without recent input. */
  shift: number
  shifted: string[]
  interactions: Interaction[]
  longTasks: number[]
  longWork: LongFrame[]
  frames: number
  objectUrls: number
  tracks: number
}

/** Runs in the page, so it cannot refer to anything outside itself. */
function install(): void {
  const live = new Set<string>()
  const streams = new Set<MediaStreamTrack>()
  const probes: Probes = {
    firstPaint: null,
    shift: 0,
    shifted: [],
    interactions: [],
    longTasks: [],
    longWork: [],
    frames: 0,
    get objectUrls() {
      return live.size
    },
    get tracks() {
      return [...streams].filter(({ readyState }) => readyState === 'live').length
    },
  }
  Object.assign(globalThis, { benchProbes: probes })

  const watch = (type: string, note: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more })
  const nameOf = (node: Element | null) => (node ? `${node.tagName.toLowerCase()}.${node.className}`.slice(0, 60) : '?')

  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') probes.firstPaint = entry.startTime
  })
  watch('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Element | null }[]
    }
    if (shift.hadRecentInput) return
    probes.shift += shift.value
    probes.shifted.push(`${shift.value.toFixed(4)} ${shift.sources.map(({ node }) => nameOf(node)).join(' ')}`)
  })
  watch(
    'event',
    (entry) => {
      const event = entry as PerformanceEventTiming & { interactionId: number }
      if (!event.interactionId) return
      const target = nameOf(event.target as Element | null)
      probes.interactions.push({ name: event.name, duration: event.duration, target })
    },
    { durationThreshold: 16 },
  )
  watch('longtask', (entry) => void probes.longTasks.push(entry.duration))
  watch('long-animation-frame', (entry) => {
    const { scripts = [], duration } = entry as PerformanceEntry & {
      scripts?: { duration: number; sourceURL: string; invoker: string }[]
    }
    const own = scripts.filter(({ sourceURL }) => sourceURL.startsWith(location.origin))
    const longest = own.sort((a, b) => b.duration - a.duration)[0]
    const from = longest ? `${longest.invoker} ${longest.sourceURL.split('/').at(-1)}` : ''
    probes.longWork.push({ duration, ownScript: longest?.duration ?? 0, from })
  })
  const { createObjectURL, revokeObjectURL } = URL
  URL.createObjectURL = (object) => {
    const url = createObjectURL.call(URL, object)
    live.add(url)
    return url
  }
  URL.revokeObjectURL = (url) => {
    live.delete(url)
    revokeObjectURL.call(URL, url)
  }
  const devices = navigator.mediaDevices
  if (devices) {
    const getUserMedia = devices.getUserMedia.bind(devices)
    devices.getUserMedia = async (wishes) => {
      const stream = await getUserMedia(wishes)
      for (const track of stream.getTracks()) streams.add(track)
      return stream
    }
  }
}

export async function installProbes(page: Page): Promise<void> {
  // esbuild wraps functions in its `__name` helper, which the page lacks.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript(install)
}

export function read(page: Page): Promise<Probes> {
  return page.evaluate(() => {
    const probes = (globalThis as unknown as { benchProbes: Probes }).benchProbes
    return { ...probes, objectUrls: probes.objectUrls, tracks: probes.tracks }
  })
}

/** Counts frames from now on. Only where they are measured: it makes the page render every one of them. */
export async function countFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const probes = (globalThis as unknown as { benchProbes: Probes }).benchProbes
    const count = () => {
      probes.frames += 1
      requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
  })
}

/** Discards what was collected so far. */
export async function restart(page: Page): Promise<void> {
  await page.evaluate(() => {
    const probes = (globalThis as unknown as { benchProbes: Probes }).benchProbes
    Object.assign(probes, { shift: 0, shifted: [], interactions: [], longTasks: [], longWork: [], frames: 0 })
  })
}
