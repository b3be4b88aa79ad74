/**
 * How fast and how steady the built web app is on a slow phone: first paint, answers to taps, jumps of the layout, frames
 * and long work on the live scan home, memory over long use. Prints every figure beside its target and ends with 1 when
 * one is not met: `npm run bench -- web [paint|interactions|shifts|scan-home|navigations|captures] [--seed n]`.
 */
import { parseArgs } from 'node:util'
import { renderSingle } from '#testing/pictures/index.ts'
import { someBeers } from '../e2e/fixtures/pictures.ts'
import { Product } from '../e2e/fixtures/product.ts'
import { fillCellar } from './web/cellar.ts'
import { type Figure, isMet, tableOf } from './web/figures.ts'
import { interactions } from './web/interactions.ts'
import { memoryOfCaptures, memoryOfNavigations, NO_MACHINE_CODE } from './web/memory.ts'
import { firstPaints } from './web/paint.ts'
import { Phone } from './web/phone.ts'
import { scanHome } from './web/scan-home.ts'
import { shifts } from './web/shifts.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '7' } },
})
const seed = Number(values.seed)
const product = await Product.start()
const [beer] = someBeers(seed, 1)
if (!beer) throw new Error('no beer could be drawn')
const seen = await renderSingle({ beer, seed })
const phone = await Phone.start(product.origin, seen)
const figures: Figure[] = []

async function ofMemory(measure: (phone: Phone) => Promise<Figure[]>): Promise<Figure[]> {
  const phone = await Phone.start(product.origin, seen, NO_MACHINE_CODE)
  try {
    return await measure(phone)
  } finally {
    await phone.stop()
  }
}

try {
  const first = await phone.open({ slowed: 1 })
  const cellar = await fillCellar(first.page, product.origin, seed)
  await first.context.close()
  const parts = {
    paint: () => firstPaints(phone, cellar.state),
    interactions: () => interactions(phone, cellar),
    shifts: () => shifts(phone, cellar),
    'scan-home': () => scanHome(phone, cellar),
    navigations: () => ofMemory((phone) => memoryOfNavigations(phone, cellar)),
    captures: () => ofMemory((phone) => memoryOfCaptures(phone, cellar)),
  }
  for (const [name, measure] of Object.entries(parts)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    const measured = await measure()
    figures.push(...measured)
    console.log(tableOf(measured))
  }
} finally {
  await phone.stop()
  await product.stop()
}
const missed = figures.filter((figure) => !isMet(figure))
console.log(`\n${figures.length} figures, ${missed.length} over their target`)
process.exit(figures.length === 0 || missed.length > 0 ? 1 : 0)
