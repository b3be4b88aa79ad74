/**
 * The networks on ONNX Runtime: PP-OCRv4 mobile (Apache-2.0, PaddleOCR), or others of the PP-OCR family from the operator's folder.
 * Each session is created on first use: a process that only classifies scenes never loads the recogniser. onnxruntime-node is
 * imported only here, and lazily, so that importing this engine loads no native code.
 */
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { InferenceSession } from 'onnxruntime-node'
import { lazy } from '../../lazy.ts'
import { type ModelFiles, SHIPPED_MODELS } from './model-files.ts'

/**
 * Runs a network on one float32 input of the given shape; returns its outputs in their order. It blocks the thread that
 * calls it: two runs of one process never overlap.
 */
export type Network = (
  input: Float32Array,
  shape: readonly number[],
) => Promise<readonly [NetworkOutput, ...NetworkOutput[]]>

export interface NetworkOutput {
  data: Float32Array
  shape: readonly number[]
}

export interface Models {
  /** Outputs the probability of text `[1, 1, H, W]`. */
  detector(): Promise<Network>
  /** The shipped detector, for which the scene model is fitted: it also outputs the feature map of its backbone at stride 16. */
  sceneDetector(): Promise<Network>
  recogniser(): Promise<Network>
  /** The character of each class of the recogniser; class 0 is the CTC blank, ''. */
  characters(): Promise<readonly string[]>
  close(): Promise<void>
}

/** Height of the recogniser's input. */
export const LINE_HEIGHT_PX = 48

/** Last layer of the backbone's stage at stride 16: its features are not yet specialised in text. */
const FEATURE_MAP_LAYER = 'p2o.Add.147'

/**
 * Threads of a run. On idle processors the second one saves a quarter to a third of its time, and while others keep them busy it costs
 * nothing; four cost such a machine a fifth of its readings.
 */
const THREADS = Math.min(2, availableParallelism())

/** Loads nothing yet: each network is loaded when it runs for the first time, and freed by `close`. */
export function openModels(files: ModelFiles = SHIPPED_MODELS): Models {
  const sessions: Promise<InferenceSession>[] = []
  const open = async (path: string, extraOutputs: readonly string[] = []) => {
    const session = createSession(path, extraOutputs)
    sessions.push(session)
    return session
  }
  const sceneDetector = lazy(async () => toNetwork(await open(SHIPPED_MODELS.detector, [FEATURE_MAP_LAYER])))
  const characters = lazy(() => readCharacters(files.characters))
  return {
    sceneDetector,
    detector:
      files.detector === SHIPPED_MODELS.detector
        ? sceneDetector
        : lazy(async () => toNetwork(await open(files.detector))),
    recogniser: lazy(async () => {
      const session = await open(files.recogniser)
      const problem = recogniserProblem(session, (await characters()).length)
      if (problem) throw new Error(`${files.recogniser} ${problem}`)
      return toNetwork(session)
    }),
    characters,
    async close() {
      const loaded = await Promise.allSettled(sessions.splice(0))
      for (const session of loaded) if (session.status === 'fulfilled') await session.value.release()
    },
  }
}

/** What a recogniser must be like to be used with this many characters; undefined if it is. */
function recogniserProblem(
  { inputMetadata, outputMetadata }: InferenceSession,
  characters: number,
): string | undefined {
  const [input, output] = [inputMetadata[0], outputMetadata[0]]
  const height = input?.isTensor ? input.shape[2] : undefined
  if (typeof height === 'number' && height > 0 && height !== LINE_HEIGHT_PX)
    return `reads lines ${height} px high; only models for ${LINE_HEIGHT_PX} px (PP-OCRv3 and later) are supported`
  const classes = output?.isTensor ? output.shape[2] : undefined
  if (typeof classes === 'number' && classes > 0 && classes !== characters)
    return `outputs ${classes} classes, but its dictionary has ${characters} (its lines, the blank and the space)`
  return undefined
}

/** @throws Error that names the file: the runtime is given its bytes alone. */
async function createSession(path: string, extraOutputs: readonly string[]): Promise<InferenceSession> {
  // Otherwise it sends usage data with an id of this machine to Microsoft.
  process.env.ORT_DISABLE_TELEMETRY = '1'
  const { InferenceSession } = await import('onnxruntime-node')
  const model = Buffer.concat([await readFile(path), ...extraOutputs.map(asOutput)])
  return await InferenceSession.create(model, {
    intraOpNumThreads: THREADS,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    // A thread without work sleeps instead of asking for some: other readers and the server share its processor.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
    graphOptimizationLevel: 'all',
    // The memory of a run serves the next one. Without it, the process peaks 0.18 GB higher after 90 photos, and is slower.
    enableCpuMemArena: true,
    // Every picture has a different shape: a plan per shape would only grow.
    enableMemPattern: false,
  }).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${path} is no network that can be loaded (${reason})`, { cause })
  })
}

/**
 * Bytes that, appended to a model, turn one of its inner tensors into an output. Protobuf merges concatenated messages, so
 * these contain only the addition: in the model the graph (field 7), in it an output (12), in it the name (1).
 */
function asOutput(tensor: string): Buffer {
  const field = (number: number, content: Buffer) =>
    Buffer.concat([Buffer.from([(number << 3) | 2, content.length]), content])
  return field(7, field(12, field(1, Buffer.from(tensor))))
}

async function toNetwork(session: InferenceSession): Promise<Network> {
  const { Tensor } = await import('onnxruntime-node')
  const [inputName] = session.inputNames
  const [firstOutput, ...otherOutputs] = session.outputNames
  if (inputName === undefined || firstOutput === undefined) throw new Error('The network has no input or no output')
  return async (input, shape) => {
    const results = await session.run({ [inputName]: new Tensor('float32', input, shape) })
    const outputOf = (name: string): NetworkOutput => {
      const output = results[name]
      if (!(output?.data instanceof Float32Array)) throw new Error(`Output ${name} of the network is not float32`)
      return { data: output.data, shape: output.dims }
    }
    return [outputOf(firstOutput), ...otherOutputs.map(outputOf)]
  }
}

async function readCharacters(path: string): Promise<readonly string[]> {
  const dictionary = await readFile(path, 'utf8')
  return ['', ...dictionary.replace(/\r?\n$/, '').split(/\r?\n/), ' ']
}
