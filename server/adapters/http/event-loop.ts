/** How late the event loop is. `prom-client` measures it too, but with the interval of its samples added. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'

/** Sampled every 10 ms, it costs more than everything else of an idle server. */
const SAMPLE_MS = 100
const QUANTILES = [0.5, 0.9, 0.99, 1]
const OF_PROM_CLIENT = /^nodejs_eventloop_lag_/u

/** Adds the metrics of the process. Returns a function that stops the measurement. */
export function processMetrics(registry: Registry): () => void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: SAMPLE_MS })
  for (const { name } of registry.getMetricsAsArray()) if (OF_PROM_CLIENT.test(name)) registry.removeSingleMetric(name)

  const samples = monitorEventLoopDelay({ resolution: SAMPLE_MS })
  samples.enable()
  new Gauge({
    name: 'event_loop_delay_seconds',
    help: 'How late timers ran since the metrics were last read, in samples of 0.1 s.',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      for (const quantile of QUANTILES) {
        const ms = samples.count === 0 ? 0 : samples.percentile(100 * quantile) / 1_000_000 - SAMPLE_MS
        this.set({ quantile }, Math.max(0, ms) / 1_000)
      }
      samples.reset()
    },
  })
  return () => void samples.disable()
}
