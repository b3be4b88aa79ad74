/** Gauges that are measured when metrics are read. */
import { setTimeout as wait } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'

/** Scrapers wait ten seconds by default. */
const MEASURE_MAX_MS = 3_000

interface GaugeText {
  name: string
  help: string
}

/** A gauge that cannot be measured now is left out, so that the others are still read. */
export function measuredGauge(
  registry: Registry,
  text: GaugeText,
  measure: () => number | undefined | Promise<number | undefined>,
): void {
  new Gauge({
    ...text,
    registers: [registry],
    async collect() {
      const value = await measured(measure)
      if (value === undefined) this.remove()
      else this.set(value)
    },
  })
}

/** Undefined for what cannot be measured now, or not while a scraper waits. */
export async function measured<T>(measure: () => T | Promise<T>): Promise<T | undefined> {
  const late = wait(MEASURE_MAX_MS, undefined, { ref: false })
  return await Promise.race([Promise.resolve().then(measure), late]).catch(() => undefined)
}
