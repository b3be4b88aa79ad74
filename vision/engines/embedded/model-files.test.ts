import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fingerprintOf, modelFilesOf, modelFolderProblem, SHIPPED_MODELS } from './model-files.ts'

function aFolder(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'bg-models-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of names) writeFileSync(join(folder, name), name)
  return folder
}

describe('modelFilesOf', () => {
  it('returns the shipped files without a folder', () => {
    expect(modelFilesOf({})).toEqual(SHIPPED_MODELS)
  })

  it('finds the files by their usual names, and keeps the shipped ones for what is missing', () => {
    const models = aFolder('latin_PP-OCRv5_rec_mobile.onnx', 'latin_dict.txt', 'README.md')
    expect(modelFilesOf({ models })).toEqual({
      detector: SHIPPED_MODELS.detector,
      recogniser: join(models, 'latin_PP-OCRv5_rec_mobile.onnx'),
      characters: join(models, 'latin_dict.txt'),
    })
    const whole = aFolder('det.onnx', 'rec.onnx', 'keys.txt')
    expect(modelFilesOf({ models: whole }).detector).toBe(join(whole, 'det.onnx'))
  })

  it.each([
    [['rec.onnx'], 'its dictionary'],
    [['det.onnx', 'keys.txt'], 'its dictionary'],
    [['notes.md'], 'neither a detector'],
    [['a_rec.onnx', 'b_rec.onnx', 'keys.txt'], 'more than one recogniser: a_rec.onnx, b_rec.onnx'],
  ])('refuses a folder with %j', (names, problem) => {
    const models = aFolder(...names)
    expect(() => modelFilesOf({ models })).toThrow(problem)
    expect(() => modelFilesOf({ models })).toThrow(models)
  })

  it('refuses a folder that does not exist', () => {
    expect(() => modelFilesOf({ models: join(aFolder(), 'gone') })).toThrow('not a folder')
  })
})

describe('modelFolderProblem', () => {
  it('is undefined for a folder that can be used, and otherwise why not', () => {
    const models = aFolder('det.onnx')
    expect(modelFolderProblem(models)).toBeUndefined()
    expect(modelFolderProblem(aFolder())).toContain('neither a detector')
    const file = join(models, 'det.onnx')
    expect(modelFolderProblem(file)).toBe(`${file} is not a folder that can be read`)
  })
})

describe('fingerprintOf', () => {
  it('is undefined for the shipped files and changes with the content of others', () => {
    expect(fingerprintOf(SHIPPED_MODELS)).toBeUndefined()
    const models = aFolder('det.onnx')
    const before = fingerprintOf(modelFilesOf({ models }))
    expect(before).toMatch(/^[0-9a-f]{8}$/)
    writeFileSync(join(models, 'det.onnx'), 'another')
    expect(fingerprintOf(modelFilesOf({ models }))).not.toBe(before)
  })
})
