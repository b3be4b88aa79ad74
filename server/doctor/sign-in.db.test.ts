/** The sign-in check beside a server that runs. */
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { readConfig } from '../config.ts'
import { signInOf } from './sign-in.ts'

let running: TestApp | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

/** Starts a server with the settings `of`, and checks it with those of the command. */
async function checked(of: Record<string, string>, command = of): Promise<string> {
  running = await startTestApp({ env: of })
  await running.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = running.app.server.address() as AddressInfo
  return signInOf(readConfig({ ...command, HOST: '127.0.0.1', PORT: String(port) })).run()
}

it('leads to the form of the embedded sign-in, also at the address that browsers use', async () => {
  const PASSWORDS = { EMBEDDED_SIGN_IN: 'password', PUBLIC_URL: 'https://beer.example.org' }
  expect(await checked(PASSWORDS)).toBe('embedded, with passwords; its form opens')
  await running?.close()
  expect(await checked({})).toMatch(/without passwords: for this machine and private networks only; its form opens$/)
})

it('does not know the address that browsers use, if the server was started with another', async () => {
  const of = { EMBEDDED_SIGN_IN: 'password', PUBLIC_URL: 'https://beer.example.org' }
  await expect(checked(of, { ...of, PUBLIC_URL: 'https://ale.example.org' })).rejects.toMatchObject({
    message: 'The sign-in answers 400 at /api/login, instead of its form.',
    remedy: 'Restart the server with the settings of this command.',
  })
})
