/** Four screens of the running app beside each other, as `docs/pictures/app.png`. */
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { type PicturedBeer, renderMenu, renderSingle } from '#testing/pictures/index.ts'
import { expect, test } from '../fixtures/app.ts'

const PICTURE = fileURLToPath(new URL('../../docs/pictures/app.png', import.meta.url))
const SEED = 7
const GAP_PX = 36
const CORNER_PX = 56

const BEERS: PicturedBeer[] = [
  { name: 'Orval', brewery: 'Orval', style: 'Belgian Pale Ale', abv: 6.2 },
  { name: 'London Pride', brewery: "Fuller's", style: 'Best Bitter', abv: 4.7 },
  { name: 'Westmalle Tripel', brewery: 'Westmalle', style: 'Tripel', abv: 9.5 },
  { name: 'Guinness Draught', brewery: 'Guinness', style: 'Irish Dry Stout', abv: 4.2 },
  { name: 'Saison Dupont', brewery: 'Brasserie Dupont', style: 'Saison', abv: 6.5 },
  { name: 'Pilsner Urquell', brewery: 'Plzeňský Prazdroj', style: 'Czech Pale Lager', abv: 4.4 },
]

test('the picture of the app', async ({ openPhone }) => {
  const westmalle = BEERS.find((beer) => beer.name.startsWith('Westmalle'))
  if (!westmalle) throw new Error('no beer to show')
  const { page, signIn } = await openPhone({
    at: await renderSingle({ beer: westmalle, seed: SEED, size: { width: 720, height: 1280 } }),
  })
  const shots: Buffer[] = []
  const shoot = async () => {
    await page.waitForTimeout(1_200) // pictures of moving things: let the bubbles rise and the glass fill
    shots.push(await page.screenshot())
  }
  await expect(page.getByRole('heading', { name: 'BeerGoggles' })).toBeVisible()
  await shoot()
  await signIn()
  await page.getByRole('button', { name: /^Capture/ }).click()
  await expect(page.getByRole('button', { name: /Single beer/ })).toBeVisible()
  await shoot()
  await page.getByRole('button', { name: /^Capture/ }).click()
  await expect(page).toHaveURL(/\/results/, { timeout: 30_000 })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await shoot()
  await page.goto('/')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await (await chooser).setFiles({
    name: 'menu.jpg',
    mimeType: 'image/jpeg',
    buffer: await renderMenu({ beers: BEERS, seed: SEED }),
  })
  await expect(page.getByRole('article').first()).toBeVisible({ timeout: 60_000 })
  await shoot()
  await compose(shots)
})

async function compose(shots: Buffer[]) {
  const phones = await Promise.all(
    shots.map(async (shot) => {
      const { width, height } = await sharp(shot).metadata()
      const mask = Buffer.from(
        `<svg width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${CORNER_PX}"/></svg>`,
      )
      return {
        width,
        height,
        input: await sharp(shot)
          .composite([{ input: mask, blend: 'dest-in' }])
          .png()
          .toBuffer(),
      }
    }),
  )
  const width = phones.reduce((sum, phone) => sum + phone.width + GAP_PX, GAP_PX)
  const height = Math.max(...phones.map((phone) => phone.height)) + 2 * GAP_PX
  let left = GAP_PX
  const layers = phones.map((phone) => {
    const layer = { input: phone.input, left, top: GAP_PX }
    left += phone.width + GAP_PX
    return layer
  })
  const canvas = await sharp({ create: { width, height, channels: 3, background: '#0a0705' } })
    .composite(layers)
    .png()
    .toBuffer()
  await sharp(canvas).resize({ width: 1_680 }).png({ palette: true, quality: 90 }).toFile(PICTURE)
}
