/** Checks of what the server offers and needs: its port, sign-in, and the engine that reads photos. */
import { createServer } from 'node:net'
import { z } from 'zod'
import { createLog } from '../adapters/http/log.ts'
import { isPrivateHost } from '../adapters/http/private-address.ts'
import type { Config, Secrets } from '../config.ts'
import { CALLBACK_PATH } from '../features/identity/oidc-client.ts'
import { refusedBy } from '../features/identity/refused-client.ts'
import { startReadersFor } from '../reader-processes.ts'
import { type Check, Problem } from './check.ts'

const FETCH_TIMEOUT_MS = 10_000
/** The answer of `GET /readyz`. */
const Ready = z.object({ status: z.string(), database: z.boolean(), readers: z.boolean() })

export function portOf({ host, port }: Pick<Config, 'host' | 'port'>): Check {
  return {
    name: 'port',
    async run() {
      const address = host === 'localhost' ? '127.0.0.1' : host
      const code = await errorOfListening(address, port)
      if (code === undefined) return `${port} is free`
      if (code === 'EACCES') throw new Problem(`${port} may not be used.`, 'Choose a PORT above 1023.')
      if (code !== 'EADDRINUSE') throw new Problem(`${host}: ${code}.`, 'Set HOST to an address of this machine.')
      const ready = await readyOn(address === '0.0.0.0' ? '127.0.0.1' : address, port)
      if (!ready) throw new Problem(`Another program uses ${port}.`, 'Stop it, or choose another PORT.')
      if (ready.status === 'ready') return `BeerGoggles answers on ${port} and is ready`
      throw new Problem(`BeerGoggles answers on ${port}: ${JSON.stringify(ready)}.`, 'Its log says more.')
    },
  }
}

function errorOfListening(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}

async function readyOn(host: string, port: number) {
  const name = host.includes(':') ? `[${host}]` : host
  try {
    const response = await fetch(`http://${name}:${port}/readyz`, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
    return Ready.safeParse(await response.json()).data
  } catch {
    return undefined
  }
}

export function signInOf({ config, secrets }: { config: Config; secrets: Secrets }): Check {
  const { oidc, publicUrl, port, embeddedSignIn } = config
  return {
    name: 'sign-in',
    async run() {
      if (oidc) {
        const { issuer, clientId } = oidc
        const redirectUri = `${publicUrl ?? `http://localhost:${port}`}${CALLBACK_PATH}`
        const client = { clientId, url: issuer, clientSecret: secrets.oidcClientSecret }
        const refused = await refusedBy(client, redirectUri).catch((error: unknown) => {
          const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error
          const message = `${issuer} does not answer as an OpenID provider: ${reason instanceof Error ? reason.message : reason}.`
          throw new Problem(message, 'Check OIDC_ISSUER: with /.well-known/openid-configuration it must open here.')
        })
        if (refused === 'client') {
          throw new Problem(`${issuer} refuses ${clientId}.`, 'Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.')
        }
        if (refused) throw new Problem(`${issuer} refuses ${redirectUri}.`, 'Register exactly this redirect URI there.')
        return `${issuer} answers; its redirect URI must be ${redirectUri}`
      }
      if (embeddedSignIn === 'password') return 'embedded, with passwords'
      if (embeddedSignIn === undefined) return 'embedded, without passwords: for this machine and private networks only'
      if (publicUrl === undefined || isPrivateHost(new URL(publicUrl).hostname)) {
        return 'embedded, without passwords: whoever reaches the server can sign in as anyone'
      }
      const remedy = 'Set EMBEDDED_SIGN_IN=password, or OIDC_ISSUER.'
      throw new Problem(`Anyone on the internet can sign in as anyone at ${publicUrl}.`, remedy)
    },
  }
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
