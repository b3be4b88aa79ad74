import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Ask, EngineStep, Photo, VisionEngine } from '../../engine.ts'
import { testEngine } from '../../engine-suite.ts'
import { openEngine } from '../../engines.ts'
import { preparePhoto } from '../../photo.ts'
import { type CharacterLattice, EMPTY_READING, type Reading } from '../../reading.ts'
import { SHIPPED_MODELS } from './model-files.ts'

const FONT = 'font-family="Liberation Sans, DejaVu Sans, sans-serif"'

interface Words {
  text: string
  x: number
  y: number
  size: number
}

/** A photo of printed words; x and y are the centre of each in pixels. */
async function printed(width: number, height: number, words: readonly Words[], turn = 0): Promise<Photo> {
  const texts = words.map(
    ({ text, x, y, size }) =>
      `<text x="${x}" y="${y}" font-size="${size}" text-anchor="middle" dominant-baseline="central" fill="#2b1a10" ${FONT}>${text}</text>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#f3ead6"/>${texts.join('')}</svg>`
  const picture = sharp(Buffer.from(svg)).flatten()
  const bytes = await (turn === 0 ? picture : picture.rotate(turn, { background: '#f3ead6' })).jpeg().toBuffer()
  return await preparePhoto(bytes, 2560)
}

const LABEL = [
  { text: 'OLD MILL', x: 400, y: 200, size: 90 },
  { text: 'River Pale Ale', x: 400, y: 420, size: 60 },
  { text: '5.2% vol', x: 600, y: 900, size: 36 },
] as const satisfies Words[]
const label = () => printed(800, 1000, LABEL)
const blank = () => printed(640, 480, [])

testEngine('embedded', { kind: 'ocr', open: () => openEngine('embedded'), written: label, blank })

describe('the embedded engine', () => {
  let engine: VisionEngine
  beforeAll(async () => {
    engine = await openEngine('embedded')
  })
  afterAll(() => engine.close())

  async function read(photo: Photo, ask: Ask): Promise<Reading> {
    const call = { signal: new AbortController().signal, deadline: Date.now() + 60_000 }
    for await (const step of engine.read(photo, ask, call)) if (step.kind === 'reading') return step.reading
    throw new Error('The engine gave no reading')
  }

  function find(reading: Reading, text: string) {
    const folded = (one: string) => one.toLowerCase().replaceAll(' ', '')
    const line = reading.lines.find((one) => folded(one.text) === folded(text))
    return line ?? expect.fail(`${text} is not among ${reading.lines.map((one) => one.text).join(' | ')}`)
  }

  it('reads every line of a label and returns its position', async () => {
    const reading = await read(await label(), { context: 'single', detail: 'full' })
    for (const { text, x, y } of LABEL) {
      const { corners, confidence } = find(reading, text)
      expect(confidence).toBeGreaterThan(0.8)
      expect(corners.reduce((sum, corner) => sum + corner.x, 0) / 4).toBeCloseTo(x / 8, -0.5)
      expect(corners.reduce((sum, corner) => sum + corner.y, 0) / 4).toBeCloseTo(y / 10, -0.5)
    }
  })

  it('keeps what else each line may say', async () => {
    const { lattice } = find(await read(await label(), { context: 'single', detail: 'full' }), LABEL[0].text)
    expect(lattice?.costs).toHaveLength((lattice?.steps ?? 0) * (lattice?.symbols.length ?? 0))
    expect(bestPath(lattice)).toBe(LABEL[0].text.toLowerCase())
  })

  it('runs networks from a folder, and refuses a damaged one and a dictionary that does not fit', async () => {
    const models = mkdtempSync(join(tmpdir(), 'bg-models-'))
    onTestFinished(() => rmSync(models, { recursive: true }))
    copyFileSync(SHIPPED_MODELS.recogniser, join(models, 'own_rec.onnx'))
    const characters = readFileSync(SHIPPED_MODELS.characters, 'utf8')
    writeFileSync(join(models, 'own_keys.txt'), characters.slice(characters.indexOf('\n') + 1))
    await expect(openEngine('embedded', { settings: { models } })).rejects.toThrow(/6625 classes, .* 6624/)
    writeFileSync(join(models, 'own_keys.txt'), characters)
    const damaged = join(models, 'own_det.onnx')
    writeFileSync(damaged, readFileSync(SHIPPED_MODELS.detector).subarray(0, 100_000))
    await expect(openEngine('embedded', { settings: { models } })).rejects.toThrow(`${damaged} is no network`)
    rmSync(damaged)
    const own = await openEngine('embedded', { settings: { models } })
    onTestFinished(() => own.close())
    expect(own.version).toMatch(/\+[0-9a-f]{8}$/)
    const steps: EngineStep[] = []
    const call = { signal: new AbortController().signal, deadline: Date.now() + 60_000 }
    for await (const step of own.read(await label(), { context: 'single', detail: 'quick' }, call)) steps.push(step)
    const reading = steps.flatMap((step) => (step.kind === 'reading' ? [step.reading] : []))
    expect(find(reading[0] ?? EMPTY_READING, LABEL[0].text).confidence).toBeGreaterThan(0.8)
  })

  it.each([
    ['up', 1],
    ['down', -1],
  ])('reads curved words with their ends bent %s', async (_, direction) => {
    const text = 'Moorhenlantern'
    const straight = await printed(800, 600, [{ text, x: 400, y: 300, size: 88 }])
    const { data, info } = await sharp(straight.bytes).raw().toBuffer({ resolveWithObject: true })
    const bent = Buffer.from(data)
    for (let y = 0; y < info.height; y++) {
      for (let x = 0; x < info.width; x++) {
        const from = Math.round(y + direction * 190 * ((x - 400) / 400) ** 2)
        const source = (Math.min(info.height - 1, Math.max(0, from)) * info.width + x) * 3
        data.copy(bent, (y * info.width + x) * 3, source, source + 3)
      }
    }
    const photo = await preparePhoto(await sharp(bent, { raw: info }).jpeg().toBuffer(), 2560)
    expect(find(await read(photo, { context: 'single', detail: 'full' }), text).confidence).toBeGreaterThan(0.8)
  })

  it('reads each line once although it detects text at several scales', async () => {
    const reading = await read(await label(), { context: 'single', detail: 'full' })
    expect(reading.lines.filter((line) => /mill/i.test(line.text))).toHaveLength(1)
  })

  it('reads small words in a region and returns their position on the whole photo', async () => {
    const photo = await printed(2400, 1800, [{ text: 'Hop Meadow', x: 2000, y: 1500, size: 22 }])
    const region = { x: 70, y: 70, width: 28, height: 28 }
    const { corners } = find(await read(photo, { context: 'group', detail: 'quick', region }), 'Hop Meadow')
    expect(corners.reduce((sum, corner) => sum + corner.x, 0) / 4).toBeCloseTo(83.3, -0.5)
    expect(corners.reduce((sum, corner) => sum + corner.y, 0) / 4).toBeCloseTo(83.3, -0.5)
  })

  it('reads a sideways photo with the requested rotation', async () => {
    const sideways = await printed(800, 1000, LABEL, 270)
    const reading = await read(sideways, { context: 'single', detail: 'full', rotation: 90 })
    const line = find(reading, 'OLD MILL')
    expect(line.rotation).toBe(90)
    // The centre of the words is at (50 %, 20 %) of the upright photo and at (20 %, 50 %) of the sideways one.
    expect(line.corners.reduce((sum, corner) => sum + corner.x, 0) / 4).toBeCloseTo(20, -0.5)
    expect(line.corners.reduce((sum, corner) => sum + corner.y, 0) / 4).toBeCloseTo(50, -0.5)
  })

  it('returns the lines read before the deadline', async () => {
    const words = Array.from({ length: 60 }, (_, index) => ({
      text: `Beer number ${index} from the cellar`,
      x: index % 2 === 0 ? 600 : 1800,
      y: 60 + Math.floor(index / 2) * 55,
      size: 34,
    }))
    const photo = await printed(2400, 1760, words)
    const whole = await read(photo, { context: 'menu', detail: 'full' })
    expect(whole.lines.length).toBeGreaterThanOrEqual(60)
    const call = { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY }
    for await (const step of engine.read(photo, { context: 'menu', detail: 'full' }, call)) {
      if (step.kind === 'progress' && step.done > 0) call.deadline = 0
      if (step.kind === 'reading') {
        expect(step.reading.complete).toBe(false)
        expect(step.reading.lines.length).toBeGreaterThan(0)
        expect(step.reading.lines.length).toBeLessThan(whole.lines.length)
      }
    }
  })

  it('classifies a long list as a menu', async () => {
    const words = Array.from({ length: 18 }, (_, index) => ({
      text: `${['Pale Ale', 'Stout', 'Porter', 'Lager'][index % 4]} of the house 4.${index % 10}% 5.${index % 10}0`,
      x: 450,
      y: 60 + index * 62,
      size: 34,
    }))
    const frame = await preparePhoto((await printed(900, 1200, words)).bytes, 640)
    const call = { signal: new AbortController().signal, deadline: Date.now() + 60_000 }
    expect(await engine.scene(frame, call)).toMatchObject({ context: 'menu', textContent: true })
  })
})

/** The text of the most probable symbols, repeats and blanks removed. */
function bestPath(lattice: CharacterLattice | undefined): string {
  if (!lattice) return ''
  const { symbols, steps, costs } = lattice
  const best = Array.from({ length: steps }, (_, step) => {
    const row = [...costs.subarray(step * symbols.length, (step + 1) * symbols.length)]
    return symbols.charAt(row.indexOf(Math.min(...row)))
  })
  return best.filter((symbol, step) => symbol !== '_' && symbol !== best[step - 1]).join('')
}
