/**
 * Writes changes of the data files as a patch that `git apply` takes: one line for each beer, with the rest of the file untouched.
 * Works on the text of the files, because the product runs on their compiled form.
 */
import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument, stringify, type YAMLMap } from 'yaml'
import { keyOfBeer, keyOfBrewery } from './keys.ts'

/** The fields of a beer to set; undefined removes one. */
export type BeerFields = Record<string, string | number | undefined>

export type DataChange =
  | { kind: 'beer'; key: string; set: BeerFields; why: string[] }
  /** A beer that the brewery with this key lacks. */
  | { kind: 'new beer'; breweryKey: string; fields: BeerFields; why: string[] }

export interface DataPatch {
  patch: string
  /** Changes of entries that the files do not have. */
  missed: DataChange[]
}

/** Lines of context around a change. */
const CONTEXT = 3
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u

/** `files`: country files, by path below the root of the repository. */
export function dataPatch(files: ReadonlyMap<string, string>, changes: readonly DataChange[]): DataPatch {
  const left = new Set(changes)
  let patch = ''
  for (const [path, text] of files) {
    const edits = editsOf(text, left)
    if (edits.length === 0) continue
    patch += commentsOf(edits.flatMap(({ why }) => why))
    patch += `--- a/${path}\n+++ b/${path}\n${hunksOf(text.split('\n'), edits)}`
  }
  return { patch, missed: [...left] }
}

/** Lines that `git apply` skips. Texts of users may have several: each of them is a comment, or it would count as a part of the patch. */
export function commentsOf(texts: readonly string[]): string {
  const lines = texts.flatMap((text) => text.split(LINE_BREAK))
  return lines.map((line) => `# ${line}\n`).join('')
}

/** Replaces the lines from `first` to `last` (from 0, inclusive) or, if `last` is before `first`, inserts before `first`. */
interface Edit {
  first: number
  last: number
  line: string
  why: string[]
}

/** Takes the changes of this file out of `left`. */
function editsOf(text: string, left: Set<DataChange>): Edit[] {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const lineAt = (offset: number) => lines.linePos(offset).line - 1
  const edits: Edit[] = []
  for (const { key, beers, end } of breweriesOf(document))
    for (const change of left) {
      if (change.kind === 'new beer') {
        const last = beers.at(-1)?.map
        if (change.breweryKey !== key || !last?.range) continue
        const indent = text.slice(text.lastIndexOf('\n', last.range[0]) + 1, last.range[0])
        const first = lineAt(end) + 1
        edits.push({ first, last: first - 1, line: `${indent}${flow(change.fields)}`, why: change.why })
        left.delete(change)
        continue
      }
      const beer = beers.find((beer) => change.key === beer.key)?.map
      if (!beer?.range) continue
      const [start, valueEnd] = beer.range
      const before = text.slice(text.lastIndexOf('\n', start) + 1, start)
      edits.push({
        first: lineAt(start),
        last: lineAt(valueEnd - 1),
        line: `${before}${withFields(beer, change.set)}`,
        why: change.why,
      })
      left.delete(change)
    }
  return edits.sort((a, b) => a.first - b.first || a.last - b.last)
}

function* breweriesOf(document: Document) {
  const country = String(document.get('country') ?? '')
  const breweries = document.get('breweries')
  if (!isSeq(breweries)) return
  for (const brewery of breweries.items) {
    if (!isMap(brewery)) continue
    const list = brewery.get('beers')
    const maps = isSeq(list) ? list.items.filter((item): item is YAMLMap => isMap(item)) : []
    const key = keyOfBrewery(country, namedIn(brewery))
    const beers = maps.map((map) => ({ map, key: keyOfBeer(key, namedIn(map)) }))
    const end = (maps.at(-1)?.range?.[1] ?? 1) - 1
    yield { key, beers, end }
  }
}

function namedIn(map: YAMLMap): { name: string; id: string | undefined } {
  const id = map.get('id')
  return { name: String(map.get('name')), id: id === undefined ? undefined : String(id) }
}

/** The beer with other fields, as one line. Of a strength by market, the usual one is set. */
function withFields(beer: YAMLMap, fields: BeerFields): string {
  const copy = beer.clone() as YAMLMap
  for (const [field, value] of Object.entries(fields)) {
    const known = copy.get(field, true)
    if (value === undefined) copy.delete(field)
    else if (isMap(known)) known.set('default', value)
    else if (isScalar(known)) known.value = value
    else copy.set(field, value)
  }
  return flow(copy)
}

/** As the files are written: `{ name: Dusk, aliases: [Late] }`, with spaces in the braces only. */
function flow(fields: YAMLMap | BeerFields): string {
  if (!isMap(fields)) return inline(fields)
  fields.flow = true
  const lists = fields.items.map(({ value }) => value).filter(isSeq)
  return lists.reduce((text, list) => text.replace(inline(list), () => inline(list, false)), inline(fields))
}

function inline(value: unknown, flowCollectionPadding = true): string {
  return stringify(value, { lineWidth: 0, collectionStyle: 'flow', flowCollectionPadding }).trimEnd()
}

function hunksOf(lines: readonly string[], edits: readonly Edit[]): string {
  let [hunks, shift] = ['', 0]
  for (let at = 0; at < edits.length; ) {
    const group = [edits[at] as Edit]
    while (at + group.length < edits.length) {
      const [last, next] = [group.at(-1), edits[at + group.length]]
      if (!last || !next || next.first - last.last > 2 * CONTEXT) break
      group.push(next)
    }
    at += group.length
    const start = Math.max(0, (group[0]?.first ?? 0) - CONTEXT)
    const end = Math.min(lines.length - 1, (group.at(-1)?.last ?? 0) + CONTEXT, lastLine(lines))
    const body: string[] = []
    let next = start
    for (const { first, last, line } of group) {
      for (; next < first; next++) body.push(` ${lines[next]}`)
      for (; next <= last; next++) body.push(`-${lines[next]}`)
      body.push(...line.split('\n').map((part) => `+${part}`))
    }
    for (; next <= end; next++) body.push(` ${lines[next]}`)
    const [before, after] = ['+', '-'].map((sign) => body.filter((line) => !line.startsWith(sign)).length)
    hunks += `@@ -${start + 1},${before} +${start + 1 + shift},${after} @@\n${body.join('\n')}\n`
    shift += (after ?? 0) - (before ?? 0)
  }
  return hunks
}

/** What follows the last line break is no line. */
function lastLine(lines: readonly string[]): number {
  return lines.at(-1) === '' ? lines.length - 2 : lines.length - 1
}
