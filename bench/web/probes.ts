/**
 * What runs inside the measured page, put there before any of its own code: collects paint, shifts, interactions, long
 * work and frames, and counts what the app opens and has to close. Read back by `read` and `restart`.
 */
import type { Page } from '@playwright/test'

export interface Interaction {
  name: string
  /** From the touch to the next picture, in milliseconds. */
  duration: number
  target: string
}

export interface LongWork {
  duration: number
  /** The part that scripts of the app took, the longest single one. */
  ownScript: number
  from: string
}

export interface Probes {
  /** Milliseconds from the start of navigation; null until something was painted. */
  firstPaint: number | null
  /** Sum of all layout shifts that no input explains. */
  shift: number
  shifted: string[]
  interactions: Interaction[]
  longTasks: number[]
  longWork: LongWork[]
  frames: number
  objectUrls: number
  tracks: number
}

/** Runs in the page: nothing from outside of it is known there. */
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
  const count = () => {
    probes.frames += 1
    requestAnimationFrame(count)
  }
  requestAnimationFrame(count)

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
  // The loader of this file names functions by a helper of its own.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript(install)
}

export function read(page: Page): Promise<Probes> {
  return page.evaluate(() => {
    const probes = (globalThis as unknown as { benchProbes: Probes }).benchProbes
    return { ...probes, objectUrls: probes.objectUrls, tracks: probes.tracks }
  })
}

/** Forgets what was collected so far. */
export async function restart(page: Page): Promise<void> {
  await page.evaluate(() => {
    const probes = (globalThis as unknown as { benchProbes: Probes }).benchProbes
    Object.assign(probes, { shift: 0, shifted: [], interactions: [], longTasks: [], longWork: [], frames: 0 })
  })
}
