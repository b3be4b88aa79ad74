/** Times starts of the built server with an empty data folder, which loads the whole catalogue into a new database. */
import { BUILT, Product } from '../../e2e/fixtures/product.ts'

const STARTS = 3
const PRINTED = /started in ([\d.]+) s/

/** Seconds since the process began. */
export interface ColdStart {
  /** Until it accepted requests, as the server prints it. */
  listening: number
  /** Until it was ready to read photos, within the tenth of a second after which `/readyz` is asked again. */
  ready: number
}

/** Returns the starts from the fastest to the slowest. */
export async function coldStarts(): Promise<ColdStart[]> {
  const starts: ColdStart[] = []
  for (let turn = 0; turn < STARTS; turn++) starts.push(await coldStart())
  return starts.sort((a, b) => a.ready - b.ready)
}

async function coldStart(): Promise<ColdStart> {
  const startedAt = performance.now()
  const product = await Product.start(BUILT, { HOST: 'localhost', NODE_ENV: 'production', EMBEDDED_SIGN_IN: 'allow' })
  const ready = (performance.now() - startedAt) / 1_000
  try {
    return { listening: Number(product.printed(PRINTED)), ready }
  } finally {
    await product.stop()
  }
}
