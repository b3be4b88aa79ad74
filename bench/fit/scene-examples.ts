/**
 * Training examples for the scene model: photos as the app sends them (at most 640 x 480 px, quality 0.6), simulated variants of
 * them, drawn menus, and drawn surfaces, because no photo shows a plain wall or a covered lens. Only photos are scored.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { SCENE_FRAME_HEIGHT_PX, SCENE_FRAME_WIDTH_PX, SCENE_JPEG_QUALITY } from '#contracts'
import { MENU_LAYOUTS, type Random, randomFrom, renderMenu, renderNoBeer } from '#testing/pictures/index.ts'
import { preparePhoto } from '#vision'
import { someBeers } from '../../e2e/fixtures/pictures.ts'
import { openModels } from '../../vision/engines/embedded/models.ts'
import { frameFeatures } from '../../vision/engines/embedded/scene.ts'
import type { SceneFeatures } from '../../vision/engines/embedded/scene-features.ts'
import { openPhotoSet } from '../photos/photo-set.ts'
import { type SceneClass, sceneOf } from '../photos/score.ts'
import { sourcesOf } from '../photos/sources.ts'

export interface SceneExample {
  /** Id of the photo; null for a drawn picture. */
  photo: string | null
  /** Null for a drawn picture. */
  source: string | null
  class: SceneClass
  features: SceneFeatures
  /** The whole photo as the app sends it; only these are scored. */
  isPlain: boolean
}

const VARIANTS = 5
const DRAWN_MENUS = 10
/** Other drawn pictures make the model take bottles on photos of unseen sources for 'none' (decision 006). */
const SURFACES = ['blank', 'texture'] as const
const SURFACES_EACH = 4
const SEED = 9_000
const FRAME = { width: SCENE_FRAME_WIDTH_PX, height: SCENE_FRAME_HEIGHT_PX }

export async function sceneExamples(folder: string): Promise<SceneExample[]> {
  const models = openModels()
  try {
    const detector = await models.sceneDetector()
    const featuresOf = async (frame: Sharp): Promise<SceneFeatures> => {
      const sent = await frame.jpeg({ quality: SCENE_JPEG_QUALITY * 100 }).toBuffer()
      return (await frameFeatures(detector, await preparePhoto(sent, SCENE_FRAME_WIDTH_PX))).features
    }
    return [...(await photographed(folder, featuresOf)), ...(await drawn(featuresOf))]
  } finally {
    await models.close()
  }
}

type FeaturesOf = (frame: Sharp) => Promise<SceneFeatures>

async function photographed(folder: string, featuresOf: FeaturesOf): Promise<SceneExample[]> {
  const found: SceneExample[] = []
  const { photos } = openPhotoSet(folder)
  const sources = sourcesOf(photos)
  for (const [index, photo] of photos.entries()) {
    const scene = sceneOf(photo)
    if (scene === null) continue
    const { bytes, width, height } = await preparePhoto(readFileSync(join(folder, photo.file)), 2 * FRAME.width)
    const common = { photo: photo.id, source: sources.get(photo.id) ?? null, class: scene }
    const plain = sharp(bytes).resize({ ...FRAME, fit: 'inside' })
    found.push({ ...common, features: await featuresOf(plain), isPlain: true })
    const random = randomFrom(SEED + index)
    for (let count = 0; count < VARIANTS; count++) {
      const features = await featuresOf(variantOf(bytes, { width, height }, random))
      found.push({ ...common, features, isPlain: false })
    }
  }
  return found
}

/** Simulates the same scene closer, from the side, in other light, or slightly blurred. */
function variantOf(bytes: Uint8Array, { width, height }: typeof FRAME, random: Random): Sharp {
  const share = random.between(0.7, 0.95)
  const part = { width: Math.round(width * share), height: Math.round(height * share) }
  const variant = sharp(bytes)
    .extract({
      ...part,
      left: random.whole(0, width - part.width),
      top: random.whole(0, height - part.height),
    })
    .flop(random.chance(0.5))
    .resize({ ...FRAME, fit: random.chance(0.6) ? 'inside' : 'cover' })
    .modulate({
      brightness: random.between(0.7, 1.3),
      saturation: random.between(0.6, 1.3),
      hue: random.whole(-10, 10),
    })
  return random.chance(0.4) ? variant.blur(random.between(0.5, 2)) : variant
}

async function drawn(featuresOf: FeaturesOf): Promise<SceneExample[]> {
  const size = { width: 960, height: 720 }
  const menus = Array.from({ length: DRAWN_MENUS }, (_, number): [SceneClass, Promise<Buffer>] => {
    const seed = SEED + 17 * number
    return ['menu', renderMenu({ beers: someBeers(seed, 3 + number), seed, layout: layoutOf(number) })]
  })
  const surfaces = SURFACES.flatMap((kind, index) =>
    Array.from({ length: SURFACES_EACH }, (_, number): [SceneClass, Promise<Buffer>] => [
      'none',
      renderNoBeer({ seed: SEED + 100 * index + number, kind, ...(number % 2 === 1 && { size }) }),
    ]),
  )
  const found: SceneExample[] = []
  for (const [scene, picture] of [...menus, ...surfaces]) {
    const features = await featuresOf(sharp(await picture).resize({ ...FRAME, fit: 'inside' }))
    found.push({ photo: null, source: null, class: scene, features, isPlain: false })
  }
  return found
}

function layoutOf(number: number) {
  return MENU_LAYOUTS[number % MENU_LAYOUTS.length] ?? 'printed'
}
