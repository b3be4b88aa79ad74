/** Metrics of the reader processes. A reader keeps its number when its process is replaced. */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Readers } from '#recognition'
import { measuredGauge } from '../../adapters/metrics.ts'

export function readerMetrics(registry: Registry, readers: Pick<Readers, 'status' | 'isReady'>): void {
  const ready = { name: 'readers_ready', help: '1 while each lane has a reader process that is ready.' }
  measuredGauge(registry, ready, () => (readers.isReady() ? 1 : 0))
  new Gauge({
    name: 'reader_memory_bytes',
    help: 'Resident memory of each reader process after its last task, and its maximum so far.',
    labelNames: ['lane', 'reader', 'kind'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [reader, { lane, memory }] of readers.status().entries()) {
        if (!memory) continue
        this.set({ lane, reader, kind: 'resident' }, memory.resident)
        this.set({ lane, reader, kind: 'peak' }, memory.peak)
      }
    },
  })
  new Counter({
    name: 'reader_restarts_total',
    help: 'Reader processes that ended and were replaced.',
    labelNames: ['lane'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { lane, restarts } of readers.status()) this.inc({ lane }, restarts)
    },
  })
}
