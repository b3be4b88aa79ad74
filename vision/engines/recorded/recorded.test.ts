import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { Photo } from '../../engine.ts'
import { testEngine } from '../../engine-suite.ts'
import { openEngine } from '../../engines.ts'
import type { Reading } from '../../reading.ts'

const point = { x: 50, y: 50 }
const lines: Reading = {
  lines: [{ text: 'DUVEL', confidence: 0.97, corners: [point, point, point, point], rotation: 0 }],
  beers: [],
  complete: true,
}
const beers: Reading = {
  lines: [],
  beers: [
    {
      name: { value: 'Duvel', basis: 'printed' },
      brewery: { value: 'Duvel Moortgat', basis: 'estimated' },
      style: null,
      abv: { value: 8.5, basis: 'printed' },
      ibu: null,
      price: null,
      size: null,
      section: null,
      position: null,
      confidence: 0.9,
    },
  ],
  complete: true,
}

async function pictureOf(background: string): Promise<Photo> {
  const bytes = await sharp({ create: { width: 16, height: 16, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { bytes, width: 16, height: 16 }
}

async function recordingOf(reading: Reading) {
  const { bytes } = await pictureOf('#7d1f26')
  return { photos: { [createHash('sha256').update(bytes).digest('hex')]: { reading } } }
}

for (const [kind, reading] of [
  ['ocr', lines],
  ['ai', beers],
] as const) {
  testEngine(`recorded (${kind})`, {
    kind,
    open: async () => openEngine('recorded', { settings: { recording: await recordingOf(reading) } }),
    written: () => pictureOf('#7d1f26'),
    blank: () => pictureOf('#ffffff'),
  })
}

it('returns answers from a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recorded-'))
  try {
    const file = join(folder, 'recording.json')
    const scene = { context: 'menu', confidence: 0.8, beerCount: 12, textContent: true }
    await writeFile(file, JSON.stringify({ fallback: { scene } }))
    const engine = await openEngine('recorded', { settings: { file } })
    const call = { signal: new AbortController().signal, deadline: Date.now() + 1000 }
    expect(await engine.scene(await pictureOf('#ffffff'), call)).toEqual(scene)
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('changes its version with its recording', async () => {
  const [one, other] = await Promise.all(
    [lines, beers].map(async (reading) =>
      openEngine('recorded', { settings: { recording: await recordingOf(reading) } }),
    ),
  )
  expect(one?.version).not.toBe(other?.version)
})

it('rejects settings without a recording', async () => {
  await expect(openEngine('recorded', { settings: {} })).rejects.toThrow()
})

it('rejects an unknown engine', async () => {
  await expect(openEngine('crystal-ball')).rejects.toThrow("Unknown vision engine 'crystal-ball'")
})
