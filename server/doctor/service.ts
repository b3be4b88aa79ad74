/** Checks of what the server needs: its port, and the engine that reads photos. */
import { createServer } from 'node:net'
import { NO_IPV6 } from '../adapters/http/listen.ts'
import { createLog } from '../adapters/http/log.ts'
import type { Config, Secrets } from '../config.ts'
import { startReadersFor } from '../reader-processes.ts'
import { type Check, Problem } from './check.ts'
import { hasMetrics, readinessOf } from './running-server.ts'

export function portOf({ host, port }: Pick<Config, 'host' | 'port'>): Check {
  return {
    name: 'port',
    async run() {
      if (await isFree({ host, port }, 'PORT')) return `${port} is free`
      const ready = await readinessOf({ host, port })
      if (!ready) throw new Problem(`Another program uses ${port}.`, 'Stop it, or choose another PORT.')
      if (ready.status === 'ready') return `BeerGoggles answers on ${port} and is ready`
      throw new Problem(`BeerGoggles answers on ${port}: ${JSON.stringify(ready)}.`, 'Its log says more.')
    },
  }
}

/** A server listens on it, or a worker. */
export function metricsPortOf(host: string, port: number): Check {
  return {
    name: 'metrics port',
    async run() {
      if (await isFree({ host, port }, 'METRICS_PORT')) return `${port} is free`
      if (await hasMetrics({ host, port })) return `metrics are on ${port}`
      throw new Problem(`Another program uses ${port}.`, 'Stop it, or choose another METRICS_PORT.')
    },
  }
}

/** False if a program listens there. @throws Problem if nobody can */
async function isFree({ host, port }: Pick<Config, 'host' | 'port'>, setting: string): Promise<boolean> {
  const code = host === 'localhost' ? await errorOfLocalhost(port) : await errorOfListening(host, port)
  if (code === 'EACCES') throw new Problem(`${port} may not be used.`, `Choose a ${setting} above 1023.`)
  if (code === undefined || code === 'EADDRINUSE') return code === undefined
  throw new Problem(`${host}: ${code}.`, 'Set HOST to an address of this machine.')
}

/** The server listens on both addresses, unless the machine has no IPv6. */
async function errorOfLocalhost(port: number): Promise<string | undefined> {
  const ofIpv4 = await errorOfListening('127.0.0.1', port)
  if (ofIpv4 !== undefined) return ofIpv4
  const ofIpv6 = await errorOfListening('::1', port)
  return NO_IPV6.has(ofIpv6 ?? '') ? undefined : ofIpv6
}

function errorOfListening(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}

/** Starts a reader of each kind, as the server does. A provider is not asked, because each question costs. */
export function engineOf({ config, secrets }: { config: Config; secrets: Secrets }): Check {
  const { provider, models } = config.vision
  return {
    name: 'recognition',
    async run() {
      const readers = startReadersFor({ ...config, scanReaders: 1 }, secrets, createLog('silent'))
      try {
        readers.update({ version: 0, beers: [], breweries: [], removedBeers: [], removedBreweries: [] })
        await readers.ready()
      } catch (error) {
        const remedy = models ? `Check the files in ${models} (VISION_MODELS).` : 'Run `npm ci` again.'
        throw new Problem(`The networks do not load: ${error instanceof Error ? error.message : error}.`, remedy)
      } finally {
        await readers.close()
      }
      return provider ? `the networks load; ${provider.name} was not asked` : 'the networks load'
    },
  }
}
