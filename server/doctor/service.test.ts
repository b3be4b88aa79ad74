import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { createLog } from '../adapters/http/log.ts'
import { serveMetrics } from '../adapters/http/metrics-route.ts'
import type { Check } from './check.ts'
import { metricsPortOf, portOf } from './service.ts'

const HAS_IPV6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
const PORTS: [name: string, check: (host: string, port: number) => Check][] = [
  ['PORT', (host, port) => portOf({ host, port })],
  ['METRICS_PORT', metricsPortOf],
]

async function listening(server: Server, host: string): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return (server.address() as AddressInfo).port
}

it.each(PORTS)('a port is free if both addresses of localhost are: %s', async (_name, check) => {
  const port = await freePort()
  await expect(check('localhost', port).run()).resolves.toBe(`${port} is free`)
})

it.runIf(HAS_IPV6).each(PORTS)('a program on either address of localhost uses the port: %s', async (name, check) => {
  for (const host of ['127.0.0.1', '::1']) {
    const other = createServer((_request, response) => response.end('not BeerGoggles'))
    const port = await listening(other, host)
    await expect(check('localhost', port).run(), host).rejects.toMatchObject({
      message: `Another program uses ${port}.`,
      remedy: `Stop it, or choose another ${name}.`,
    })
    other.close()
  }
})

it('a metrics port that refuses the doctor is ours, and that of another program is not', async () => {
  const metricsToken = 'a-token-with-many-letters'
  const ours = await serveMetrics({
    registry: new Registry(),
    metricsToken,
    host: 'localhost',
    port: 0,
    log: createLog('silent'),
  })
  await expect(metricsPortOf('localhost', ours.port).run()).resolves.toBe(`metrics are on ${ours.port}`)
  await ours.close()
  for (const body of ['Forbidden', '{"error":"forbidden"}', 'null']) {
    const other = createServer((_request, response) => response.writeHead(403).end(body))
    const port = await listening(other, '127.0.0.1')
    await expect(metricsPortOf('127.0.0.1', port).run(), body).rejects.toThrow('Another program uses')
    other.close()
  }
})
