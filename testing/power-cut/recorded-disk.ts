/** Records what PGlite does to its files and folders, so that the disk can be put together as a power cut at any moment may leave it. */
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { nodeOperations, SyncedFS } from '#server/adapters/db/synced-fs.ts'

/** Files are named by numbers, because they are renamed while they are open. */
export type DiskOperation =
  | { kind: 'write'; file: number; position: number; bytes: Buffer }
  | { kind: 'truncate'; file: number; size: number }
  | { kind: 'sync'; file: number; path: string }
  | { kind: 'create'; file: number; path: string }
  | { kind: 'folder'; path: string }
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'remove'; path: string }

interface FileNode {
  name: string
}
interface FileStream {
  nfd: number
  node: FileNode
  position: number
  shared: { refcount: number }
}

const FOLDER_MODE = 0o040000
const TYPE_MASK = 0o170000

export class RecordedFS extends SyncedFS {
  readonly operations: DiskOperation[] = []
  /** The files at the start, by path. */
  readonly files = new Map<string, number>()
  private readonly paths = new Map<string, number>()
  private readonly open = new Map<number, number>()

  constructor(private readonly folder: string) {
    super(folder)
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) this.files.set(relative(folder, join(entry.parentPath, entry.name)), this.files.size)
    }
    for (const [path, file] of this.files) this.paths.set(path, file)
  }

  protected override hook(module: unknown): void {
    super.hook(module)
    const { streams, nodes, realPath } = nodeOperations(module)
    const pathOf = (node: unknown, ...names: string[]) => relative(this.folder, join(realPath(node), ...names))
    const after = (target: Record<string, unknown>, name: string, record: (...args: never[]) => void) => {
      const original = target[name]
      if (typeof original !== 'function') throw new Error(`PGlite has no operation ${name}`)
      target[name] = (...args: never[]) => {
        const result: unknown = original(...args)
        record(...args)
        return result
      }
    }
    after(streams, 'open', (stream: FileStream) => this.open.set(stream.nfd, this.fileAt(pathOf(stream.node))))
    after(streams, 'fsync', ({ nfd, node }: FileStream) =>
      this.add({ kind: 'sync', file: this.fileOf(nfd), path: pathOf(node) }),
    )
    after(streams, 'write', ({ nfd }: FileStream, buffer: Uint8Array, offset: number, length: number, at: number) => {
      const bytes = Buffer.from(buffer.slice(offset, offset + length))
      this.add({ kind: 'write', file: this.fileOf(nfd), position: at, bytes })
    })
    after(streams, 'setattr', ({ nfd }: FileStream, { size }: { size?: number }) => {
      if (size !== undefined) this.add({ kind: 'truncate', file: this.fileOf(nfd), size })
    })
    after(nodes, 'setattr', (node: FileNode, { size }: { size?: number }) => {
      if (size !== undefined) this.add({ kind: 'truncate', file: this.fileAt(pathOf(node)), size })
    })
    after(nodes, 'mknod', (parent: FileNode, name: string, mode: number) => {
      const path = pathOf(parent, name)
      if ((mode & TYPE_MASK) === FOLDER_MODE) this.add({ kind: 'folder', path })
      else this.add({ kind: 'create', file: this.fileAt(path), path })
    })
    after(nodes, 'unlink', (parent: FileNode, name: string) => this.remove(pathOf(parent, name)))
    after(nodes, 'rmdir', (parent: FileNode, name: string) => this.remove(pathOf(parent, name)))
    const rename = nodes.rename
    if (typeof rename !== 'function') throw new Error('PGlite has no operation rename')
    nodes.rename = (node: FileNode, parent: FileNode, name: string) => {
      const from = pathOf(node)
      const to = pathOf(parent, name)
      rename(node, parent, name)
      this.add({ kind: 'rename', from, to })
      const file = this.paths.get(from)
      if (file !== undefined) this.paths.set(to, file)
      this.paths.delete(from)
    }
  }

  private add(operation: DiskOperation) {
    this.operations.push(operation)
  }

  private remove(path: string) {
    this.paths.delete(path)
    this.add({ kind: 'remove', path })
  }

  private fileAt(path: string): number {
    const known = this.paths.get(path)
    if (known !== undefined) return known
    const file = this.files.size + this.operations.length
    this.paths.set(path, file)
    return file
  }

  private fileOf(nfd: number): number {
    const file = this.open.get(nfd)
    if (file === undefined) throw new Error(`no file is open as ${nfd}`)
    return file
  }
}
