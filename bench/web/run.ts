/**
 * Measures the built web app on a phone: first paint, response to taps, layout shifts, frames and long tasks on the live scan home,
 * memory over long use. Prints every value with its target and exits with 1 if one is missed:
 * `npm run bench -- web [paint|interactions|shifts|scan-home|navigations|captures] [--phone mid|low] [--slowed times] [--seed n]`.
 * The phone is one of the middle class (mid) unless said otherwise; `--slowed 4` takes a fixed factor in its place.
 */
import { parseArgs } from 'node:util'
import { renderSingle } from '#testing/pictures/index.ts'
import { someBeers } from '../../e2e/fixtures/pictures.ts'
import { Product } from '../../e2e/fixtures/product.ts'
import { wantedParts } from '../parts.ts'
import { createDemoUser } from './demo-user.ts'
import { interactions } from './interactions.ts'
import { isMet, type Measurement, tableOf } from './measurements.ts'
import { memoryOfCaptures, memoryOfNavigations, NO_MACHINE_CODE } from './memory.ts'
import { firstPaints } from './paint.ts'
import { Phone } from './phone.ts'
import { scanHome } from './scan-home.ts'
import { shifts } from './shifts.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '7' },
    phone: { type: 'string', default: 'mid' },
    slowed: { type: 'string' },
  },
})
const wanted = wantedParts(['paint', 'interactions', 'shifts', 'scan-home', 'navigations', 'captures'], positionals)
const seed = Number(values.seed)
const phoneClass = values.phone
if (phoneClass !== 'mid' && phoneClass !== 'low') throw new Error(`--phone is mid or low, not '${phoneClass}'`)
const product = await Product.start()
const [beer] = someBeers(seed, 1)
if (!beer) throw new Error('no beer could be drawn')
const view = await renderSingle({ beer, seed })
const phone = await Phone.start(product.origin, view)
const measurements: Measurement[] = []

async function withoutMachineCode(measure: (phone: Phone) => Promise<Measurement[]>): Promise<Measurement[]> {
  const phone = await Phone.start(product.origin, view, NO_MACHINE_CODE)
  try {
    return await measure(phone)
  } finally {
    await phone.stop()
  }
}

try {
  if (values.slowed) phone.slowdown = Number(values.slowed)
  const index = values.slowed ? undefined : await phone.slowDownTo(phoneClass)
  console.log(`slowed ${phone.slowdown.toFixed(1)} times${index ? `, index ${Math.round(index)}` : ''}`)
  const first = await phone.open({ slowed: 1 })
  const user = await createDemoUser(first.page, product.origin, seed)
  await first.context.close()
  const parts = {
    paint: () => firstPaints(phone, user.state),
    interactions: () => interactions(phone, user),
    shifts: () => shifts(phone, user),
    'scan-home': () => scanHome(phone, user),
    navigations: () => withoutMachineCode((phone) => memoryOfNavigations(phone, user)),
    captures: () => withoutMachineCode((phone) => memoryOfCaptures(phone, user)),
  }
  for (const name of wanted) {
    const measured = await parts[name]()
    measurements.push(...measured)
    console.log(tableOf(measured))
  }
} finally {
  await phone.stop()
  await product.stop()
}
const missed = measurements.filter((each) => !isMet(each))
console.log(`\n${measurements.length} measurements, ${missed.length} missed their target`)
process.exit(measurements.length === 0 || missed.length > 0 ? 1 : 0)
