/**
 * `npm run catalogue`: imports data sources into the catalogue, writes what users suggest as a patch of its data files, and exports it. With PostgreSQL, or if no server runs on the data folder, the
 * command opens the database itself; a running server with the embedded database runs the command instead.
 */
import { existsSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { canonicalBarcode } from '#catalogue/identity'
import { IMPORT_SOURCES, importSourceNamed } from '#catalogue/import'
import { commentsOf, dataPatch, dumpFiles, openShipped } from '#catalogue/shipped'
import type { Database } from './adapters/db/database.ts'
import { makeFolder } from './adapters/make-folder.ts'
import { readSettings } from './config.ts'
import { barcodeCommands, NamedBarcodes } from './core/beers/barcode-commands.ts'
import { changesOf } from './core/beers/findings-patch.ts'
import { loadShippedCatalogue } from './core/beers/shipped-catalogue.ts'
import { findingCommands, UserFindings } from './core/beers/user-findings.ts'
import { type ImportRequest, importCommands } from './core/ingest/import-commands.ts'
import { COUNT_NAMES } from './core/ingest/resolve-rows.ts'
import { runOperatorCommand } from './operator-command.ts'
import { runProgram, WrongUse } from './operator-program.ts'
import { assertWritableFile, assertWritableFolder } from './output-path.ts'
import { shippedCatalogue, shippedLexicons } from './product-files.ts'

const PROBLEMS_SHOWN = 20
const BAR_WIDTH = 30
/** From the root of the repository, where npm runs the command. */
const DATA = 'catalogue/data/beers'

const USAGE = `npm run catalogue -- import <source> <file or folder ...> [--dry-run] [--licence text] [--as name] [--problems file]
npm run catalogue -- imports
npm run catalogue -- undo <import>
npm run catalogue -- corrections [file]
npm run catalogue -- barcodes [<barcode> <beer>]
npm run catalogue -- export <folder>

  corrections writes what users have found out as a patch of the data files, to the terminal or a file
  barcodes    lists the barcodes whose beer users have named, or makes one count for everyone
  export      writes the shipped catalogue as JSON, CSV and BeerJSON (CC0 1.0)

Sources:
${IMPORT_SOURCES.map(({ name, title, accepts }) => `  ${name.padEnd(16)} ${title}: ${accepts}`).join('\n')}

  --dry-run   report what the import would do, write nothing
  --licence   licence of the data, if the source does not state one
  --as        namespace for the ids of a table; repeat it to import the same table again
  --problems  write all unusable rows to a file; without it, the first ${PROBLEMS_SHOWN} are shown`

const Counts = z.record(z.enum(COUNT_NAMES), z.number())
const Report = z.object({
  importId: z.number().nullable(),
  dryRun: z.boolean(),
  counts: Counts,
  skipped: z.record(z.string(), z.number()),
  problems: z.number(),
  seconds: z.number(),
})
const Listed = z.array(
  z.object({
    id: z.number(),
    source: z.string(),
    fileName: z.string(),
    startedAt: z.string(),
    state: z.string(),
    counts: z.partialRecord(z.enum(COUNT_NAMES), z.number()),
  }),
)
const Undone = z.object({ beersRemoved: z.number(), breweriesRemoved: z.number(), kept: z.number() })
const Progress = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), share: z.number(), rows: z.number() }),
  z.object({
    kind: z.literal('problem'),
    problem: z.object({ file: z.string(), line: z.number(), message: z.string() }),
  }),
])

/** How many arguments each command takes. */
const ARGUMENTS_MAX: Readonly<Record<string, number>> = {
  import: Number.POSITIVE_INFINITY,
  imports: 0,
  undo: 1,
  corrections: 1,
  barcodes: 2,
  export: 1,
}

await runProgram({ name: 'catalogue', usage: USAGE, run: main })

async function main(args: string[]): Promise<void> {
  const { values, positionals } = argumentsOf(args)
  const [command, ...rest] = positionals
  if (command === undefined) return console.log(USAGE)
  assertTaken(command, rest, values)
  if (command === 'import') await importFiles(rest, values)
  else if (command === 'imports') printImports(Listed.parse(await runCommand('imports', null, () => {})))
  else if (command === 'undo') {
    const id = Number(rest[0])
    if (!Number.isInteger(id) || id < 1) throw new WrongUse('undo takes the number of an import.')
    const { beersRemoved, breweriesRemoved, kept } = Undone.parse(await runCommand('undo', id, () => {}))
    console.log(
      `Undone: ${beersRemoved} beers and ${breweriesRemoved} breweries removed, ${kept} kept for another source.`,
    )
  } else if (command === 'export') exportCatalogue(rest[0])
  else if (command === 'barcodes') await namedBarcodes(rest)
  else await writeCorrections(rest[0])
}

/** What a command would ignore is a mistake: `undo 3 --dry-run` undoes. */
function assertTaken(command: string, args: readonly string[], options: Values): void {
  const most = ARGUMENTS_MAX[command]
  if (most === undefined) throw new WrongUse(`Unknown command: ${command}.`)
  const [option] = Object.entries(options).flatMap(([name, value]) => (value ? name : []))
  if (command !== 'import' && option !== undefined) throw new WrongUse(`${command} takes no --${option}.`)
  if (args.length > most) throw new WrongUse(`${command} does not take '${args.slice(most).join(' ')}'.`)
}

function argumentsOf(args: string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  try {
    const options = { 'dry-run': flag, licence: text, as: text, problems: text }
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new WrongUse(error instanceof Error ? error.message : String(error))
  }
}

type Values = ReturnType<typeof argumentsOf>['values']

async function importFiles([source = '', ...paths]: string[], values: Values): Promise<void> {
  if (!importSourceNamed(source)) throw new WrongUse(`Unknown source: ${source || '(none)'}.`)
  if (paths.length === 0) throw new WrongUse('import takes a file or folder.')
  for (const path of paths) if (!existsSync(path)) throw new Error(`${resolve(path)} does not exist.`)
  if (values.problems !== undefined) assertWritableFile(values.problems)
  const request: ImportRequest = {
    source,
    paths: paths.map((path) => resolve(path)),
    dryRun: values['dry-run'],
    licence: values.licence ?? null,
    as: values.as ?? null,
  }
  const bar = progressBar(paths.map((path) => basename(path)).join(', '))
  const problems = problemList(values.problems)
  const report = await runCommand('import', request, (step) => {
    const progress = Progress.parse(step)
    if (progress.kind === 'read') bar.show(progress.share, progress.rows)
    else problems.add(`${progress.problem.file}:${progress.problem.line} ${progress.problem.message}`)
  }).finally(bar.end)
  printReport(Report.parse(report), problems)
}

type CatalogueCommand = 'import' | 'imports' | 'undo' | 'findings' | 'barcodes' | 'chooseBarcode'

function runCommand(command: CatalogueCommand, input: unknown, report: (progress: unknown) => void) {
  const commands = async ({ db }: Pick<Database, 'db'>) => {
    await loadShippedCatalogue(db, shippedCatalogue())
    return {
      ...importCommands({ db, lexicons: shippedLexicons }),
      ...barcodeCommands(db),
      ...findingCommands(db),
    }
  }
  return runOperatorCommand(readSettings(), { command, input, commands, report })
}

/** Imported data are left out: they have licences of their own. */
function exportCatalogue(folder: string | undefined): void {
  if (folder === undefined) throw new WrongUse('export takes a folder.')
  assertWritableFolder(folder)
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')))
  makeFolder(folder, 0o777)
  const files = dumpFiles(openShipped(shippedCatalogue().toString()), version)
  for (const [name, text] of files) writeFileSync(join(folder, name), text)
  console.log(`Wrote ${[...files.keys()].join(', ')} to ${folder}.`)
}

/** Without arguments, lists what users say. */
async function namedBarcodes([digits, beer, ...more]: string[]): Promise<void> {
  if (digits === undefined) return printBarcodes(NamedBarcodes.parse(await runCommand('barcodes', null, () => {})))
  const barcode = canonicalBarcode(digits)
  const beerId = Number(beer)
  if (barcode === null || !Number.isInteger(beerId) || more.length > 0) {
    throw new WrongUse('barcodes takes nothing, or a barcode and the number of its beer.')
  }
  const chosen = await runCommand('chooseBarcode', { barcode, beerId }, () => {})
  console.log(`${barcode} is ${z.object({ beer: z.string() }).parse(chosen).beer} for everyone.`)
}

function printBarcodes(named: z.infer<typeof NamedBarcodes>): void {
  if (named.length === 0) console.log('No barcodes to decide about.')
  for (const { barcode, beerId, beer, users } of named) {
    console.log(
      `${barcode.padStart(13)}  ${users} ${users === 1 ? 'user' : 'users'}  ${String(beerId).padStart(6)}  ${beer}`,
    )
  }
}

/** What no patch can say are comments, so that the output is a patch in any case. */
async function writeCorrections(file: string | undefined): Promise<void> {
  if (file !== undefined) assertWritableFile(file)
  const findings = UserFindings.parse(await runCommand('findings', null, () => {}))
  const month = new Date().toISOString().slice(0, 7)
  const { changes, remarks } = changesOf(findings, openShipped(shippedCatalogue().toString()), month)
  const keys = changes.map((change) => (change.kind === 'beer' ? change.key : change.breweryKey))
  const { patch, missed } = dataPatch(countryFiles(new Set(keys.map((key) => key.split('/')[0] ?? ''))), changes)
  const lines = [...remarks, ...missed.flatMap(({ why }) => why.map((line) => `${line}; not in these data files`))]
  const text = `${commentsOf(lines)}${patch}`
  if (file !== undefined) writeFileSync(file, text)
  else process.stdout.write(text)
  const applied = changes.length - missed.length
  console.error(`${applied} changes, ${lines.length} remarks.${applied > 0 ? ' Review them, then `git apply`.' : ''}`)
}

/** The data files of these countries, by path from the root of the repository. */
function countryFiles(countries: ReadonlySet<string>): Map<string, string> {
  if (!existsSync(DATA))
    throw new Error(`There is no folder ${DATA} here: run this command in a clone of the repository.`)
  const files = readdirSync(DATA, { recursive: true, encoding: 'utf8' }).filter((name) =>
    countries.has(name.split('/')[0]?.replace(/\.yaml$/, '') ?? ''),
  )
  const names = files.filter((name) => name.endsWith('.yaml')).sort()
  return new Map(names.map((name) => [`${DATA}/${name}`, readFileSync(join(DATA, name), 'utf8')]))
}

interface Problems {
  add(line: string): void
  shown: string[]
}

function problemList(path: string | undefined): Problems {
  const shown: string[] = []
  const file = path === undefined ? undefined : openSync(path, 'w')
  return {
    shown,
    add(line) {
      if (file !== undefined) writeSync(file, `${line}\n`)
      else if (shown.length < PROBLEMS_SHOWN) shown.push(line)
    },
  }
}

function progressBar(name: string): { show(share: number, rows: number): void; end(): void } {
  const { stderr } = process
  if (!stderr.isTTY) return { show: () => {}, end: () => {} }
  return {
    show(share, rows) {
      const filled = Math.round(Math.min(1, share) * BAR_WIDTH)
      const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`
      stderr.write(`\r\x1b[K${bar} ${Math.floor(share * 100)} %  ${rows.toLocaleString('en')} rows  ${name}`)
    },
    end: () => stderr.write('\r\x1b[K'),
  }
}

function printReport(
  { importId, dryRun, counts, skipped, problems: problemCount, seconds }: z.infer<typeof Report>,
  problems: Problems,
) {
  console.log(`${''.padEnd(12)}${'new'.padStart(8)}${'merged'.padStart(8)}${'known'.padStart(8)}`)
  for (const kind of ['beers', 'breweries', 'styles'] as const) {
    const numbers = [counts[`${kind}Created`], counts[`${kind}Merged`], counts[`${kind}Known`]]
    if (numbers.some((n) => n > 0))
      console.log(`${kind.padEnd(12)}${numbers.map((n) => n.toLocaleString('en').padStart(8)).join('')}`)
  }
  for (const [reason, n] of Object.entries(skipped).sort((a, b) => b[1] - a[1]))
    console.log(`skipped ${n.toLocaleString('en')}: ${reason}`)
  if (problemCount > 0) console.log(`${problemCount.toLocaleString('en')} rows or fields could not be used`)
  for (const line of problems.shown) console.log(`  ${line}`)
  if (problems.shown.length > 0 && problemCount > problems.shown.length)
    console.log(`  ... and ${problemCount - problems.shown.length} more; --problems <file> writes all of them`)
  const outcome = dryRun
    ? 'Dry run: nothing was written.'
    : importId === null
      ? 'Nothing new.'
      : `Import ${importId}; \`npm run catalogue -- undo ${importId}\` undoes it.`
  const memory = Math.round(process.resourceUsage().maxRSS / 1_024)
  console.log(`${outcome} ${seconds.toFixed(1)} s, at most ${memory} MB here.`)
}

function printImports(listed: z.infer<typeof Listed>): void {
  if (listed.length === 0) console.log('No imports yet.')
  for (const { id, source, fileName, startedAt, state, counts } of listed) {
    const nonZero = COUNT_NAMES.flatMap((name) => {
      const n = counts[name] ?? 0
      return n === 0 ? [] : [`${n.toLocaleString('en')} ${name.replace(/(?=[A-Z])/u, ' ').toLowerCase()}`]
    })
    console.log(
      `${String(id).padStart(4)}  ${startedAt.slice(0, 16).replace('T', ' ')}  ${source}  ${fileName}  ${state}`,
    )
    if (nonZero.length > 0) console.log(`      ${nonZero.join(', ')}`)
  }
}
