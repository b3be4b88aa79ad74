import { and, eq, isNull, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Lexicons } from '#catalogue'
import { type ImportedBeer, type ImportedBrewery, type ImportItem, importSourceNamed } from '#catalogue/import'
import { compileShipped } from '#catalogue/shipped'
import { BARCODE_USERS_MIN, STYLE_PERCENTILE_BEERS_MIN } from '#contracts'
import { aBeer, aBrewery, aStyle, aUser } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { aShippedBeer, aShippedBrewery } from '#testing/shipped-entries.ts'
import type { Db } from '../../adapters/db/database.ts'
import {
  beerBarcodes,
  beers,
  breweries,
  catalogueOrigins,
  confirmedBarcodes,
  favorites,
  importedRatings,
  imports,
  styles,
} from '../../adapters/db/schema.ts'
import { searchStore } from '../../features/search/search-store.ts'
import { addBarcodes, shareBarcodesOf, userBarcodes } from '../beers/barcode-store.ts'
import { beerStore } from '../beers/beer-store.ts'
import { changesSince } from '../beers/catalogue-feed.ts'
import { currentCatalogueVersion, nextCatalogueVersion } from '../beers/catalogue-version.ts'
import { loadShippedCatalogue } from '../beers/shipped-catalogue.ts'
import { refreshStylePercentiles } from '../ratings/style-percentiles.ts'
import { openSearchIndexFeed } from '../search/search-index-feed.ts'
import { importCommands } from './import-commands.ts'
import { listImports } from './import-list.ts'
import { type ImportOptions, ImportUndone, runImport } from './run-import.ts'
import { undoImport } from './undo-import.ts'

const lexicons: Lexicons = {
  styles: [
    {
      name: 'Test Tripel',
      family: 'Test Abbey',
      aliases: ['Tripel'],
      abv: null,
      ibu: null,
      srm: 6,
      srmRange: null,
      description: '',
    },
    {
      name: 'Test Stout',
      family: 'Test Dark',
      aliases: ['Stout'],
      abv: null,
      ibu: null,
      srm: 35,
      srmRange: null,
      description: '',
    },
  ],
  lexicon: { breweries: [], otherDrinks: [] },
}

let db: Db
let source: string
let n = 0
beforeAll(async () => {
  db = (await testDatabase()).db
  for (const { name, family, srm } of lexicons.styles) await aStyle(db, { name, family, srm, prior: 70 })
})
beforeEach(() => {
  source = `test-${++n}`
})

const facts = {
  otherNames: [],
  city: null,
  state: null,
  country: null,
  founded: null,
  website: null,
  description: null,
}
function brewery(name: string, given: Partial<ImportedBrewery> = {}): ImportedBrewery {
  return { sourceId: null, distinctByTown: false, ...facts, ...given, name }
}

function beer(name: string, given: Partial<ImportedBeer> = {}): ImportItem {
  const empty = {
    aliases: [],
    brewery: null,
    styleHints: [],
    ibu: null,
    kind: 'beer' as const,
    description: null,
    barcodes: [],
    rating: null,
  }
  const own = { sourceId: name, style: 'Tripel', abv: 8 }
  return { kind: 'beer', at: { file: 'f', line: 2 }, beer: { ...empty, ...own, ...given, name } }
}

async function* stream(items: readonly ImportItem[], failAfter = Number.POSITIVE_INFINITY): AsyncGenerator<ImportItem> {
  for (const [index, item] of items.entries()) {
    if (index === failAfter) throw new Error('interrupted')
    yield item
  }
}

function importItems(items: readonly ImportItem[], given: Partial<ImportOptions> & { failAfter?: number } = {}) {
  const { failAfter, ...options } = given
  const defaults = { source, fileName: 'f', licence: 'CC0', items: stream(items, failAfter), dryRun: false }
  return runImport(db, lexicons, { ...defaults, ...options })
}

const named = async (name: string) => (await db.select().from(beers).where(eq(beers.name, name)))[0]
const listed = (name: string) => db.$count(beers, and(eq(beers.name, name), eq(beers.removed, false)))

describe('an import', () => {
  it('creates beers and breweries that are searchable, matchable, rated and have an origin', async () => {
    const before = await currentCatalogueVersion(db)
    const quellhof = brewery('Quellhof', { sourceId: 'q', city: 'Ulm', country: 'Germany', founded: 1790 })
    const gold = { brewery: quellhof, barcodes: ['4006381333931'], rating: { mean: 90, count: 24 }, ibu: 30 }
    const report = await importItems([
      { kind: 'brewery', at: { file: 'f', line: 1 }, brewery: quellhof },
      beer('Quellgold Tripel', gold),
      beer('Quell Cidre', { brewery: quellhof, kind: 'cider', style: 'Cidre brut' }),
    ])
    expect(report).toMatchObject({ problems: 0, counts: { beersCreated: 2, breweriesCreated: 1, beersMerged: 0 } })

    const row = await named('Quellgold Tripel')
    expect(row).toMatchObject({ style: 'Test Tripel', abv: 8, ibu: 30, kind: 'beer', key: null, provisional: false })
    expect(row).toMatchObject({ rating: 85, ratingOrigin: 'imported', ratingCount: 24 }) // (8 x 70 + 24 x 90) / 32
    expect(await named('Quell Cidre')).toMatchObject({ kind: 'cider', style: 'Cidre brut', ratingOrigin: 'style' })
    expect((await named('Quell Cidre'))?.rating).toBeGreaterThan(0)

    const changes = await changesSince(db, before)
    expect(changes.beers.map(({ name }) => name)).toEqual(['Quellgold Tripel', 'Quell Cidre'])
    expect(changes.breweries.map(({ name }) => name)).toEqual(['Quellhof'])
    const user = await aUser(db)
    const found = await searchStore(db, openSearchIndexFeed(db)).visibleTo(user.id).find('quellgold')
    expect(found.beers.map(({ name, brewery: by }) => [name, by])).toEqual([['Quellgold Tripel', 'Quellhof']])

    const origins = await db
      .select()
      .from(catalogueOrigins)
      .where(eq(catalogueOrigins.source, source))
      .orderBy(catalogueOrigins.entity)
    expect(
      origins.map(({ entity, sourceId, licence, created, importId }) => [entity, sourceId, licence, created, importId]),
    ).toEqual([
      ['beer', 'Quellgold Tripel', 'CC0', true, report.importId],
      ['beer', 'Quell Cidre', 'CC0', true, report.importId],
      ['brewery', 'q', 'CC0', true, report.importId],
    ])
    const [code] = await db.select().from(beerBarcodes).where(eq(beerBarcodes.barcode, '4006381333931'))
    expect(code?.beerId).toBe(row?.id)
  })

  it('shows no beer of a closed brewery as current', async () => {
    const { name } = await aBrewery(db, { name: 'Zapfhahn Ruh', country: 'Germany', closed: 2019 })
    await importItems([beer('Zapfhahn Tripel', { brewery: brewery(name, { country: 'Germany' }) }), beer('Zapflos')])
    expect(await named('Zapfhahn Tripel')).toMatchObject({ status: 'retired' })
    expect(await named('Zapflos')).toMatchObject({ status: 'current' })
  })

  it('merges known beers, fills only their empty fields, and overwrites nothing', async () => {
    const felsental = await aBrewery(db, { name: 'Brauerei Felsental', city: 'Trier', country: 'Germany' })
    const known = await aBeer(db, {
      breweryId: felsental.id,
      name: 'Felsental Wildling',
      style: 'Test Stout',
      abv: 5.1,
      ibu: null,
    })
    const report = await importItems([
      beer('Wildling', {
        brewery: brewery('Felsental', { country: 'Germany', city: 'Trier', website: 'https://felsental.example/' }),
        style: 'Tripel',
        abv: 5,
        ibu: 40,
      }),
    ])
    expect(report.counts).toMatchObject({ beersCreated: 0, beersMerged: 1, breweriesCreated: 0 })
    const [after] = await db.select().from(beers).where(eq(beers.id, known.id))
    expect(after).toMatchObject({ name: 'Felsental Wildling', style: 'Test Stout', abv: 5.1, ibu: 40 })
    const [origin] = await db.select().from(catalogueOrigins).where(eq(catalogueOrigins.source, source))
    expect(origin).toMatchObject({ beerId: known.id, created: false, filled: { ibu: 40 } })
  })

  it('fills fields again after a release emptied them, until it is undone', async () => {
    const shippedBrewery = aShippedBrewery({ key: 'testland/ausgabe', name: 'Ausgabenhaus' })
    const one = { key: 'testland/ausgabe/eins', breweryKey: shippedBrewery.key, name: 'Ausgabe Eins' }
    const release = async (description: string) => {
      const beer = aShippedBeer({ ...one, style: 'Test Stout', abv: null, description })
      await loadShippedCatalogue(
        db,
        compileShipped({ ...lexicons, servings: [], breweries: [shippedBrewery], beers: [beer] }),
      )
      return (await named('Ausgabe Eins'))?.abv
    }
    expect(await release('First.')).toBeNull()
    const { importId } = await importItems([beer('Ausgabe Eins', { brewery: brewery('Ausgabenhaus'), abv: 6.6 })])
    expect(await release('Second.')).toBeCloseTo(6.6)
    await undoImport(db, importId ?? 0)
    expect(await release('Third.')).toBeNull()
  })

  it('distinguishes variants, and breweries of the same name in different places', async () => {
    const here = brewery('Doppelgut', { country: 'Germany', city: 'Hof' })
    const there = brewery('Doppelgut', { country: 'Austria', city: 'Linz' })
    const report = await importItems([
      beer('Doppelgut Original', { brewery: here }),
      beer('Doppelgut Original 0.0', { brewery: here, abv: 0 }),
      beer('Doppelgut Original Dunkel', { brewery: here }),
      beer('Doppelgut Original', { brewery: there, sourceId: 'there' }),
      beer('DOPPELGUT Original', { brewery: here, sourceId: 'again' }),
    ])
    expect(report.counts).toMatchObject({ beersCreated: 4, beersMerged: 1, breweriesCreated: 2 })
  })

  it('changes nothing in a dry run, and reports what it would change', async () => {
    const before = await currentCatalogueVersion(db)
    const items = [
      beer('Probefass', { brewery: brewery('Probehaus') }),
      beer('Probefass', { brewery: brewery('Probehaus'), sourceId: 'again' }),
    ]
    const dryRun = await importItems(items, { dryRun: true })
    expect(dryRun).toMatchObject({ importId: null, counts: { beersCreated: 1, beersMerged: 1, breweriesCreated: 1 } })
    expect([await listed('Probefass'), await currentCatalogueVersion(db)]).toEqual([0, before])
    expect((await listImports(db)).filter((each) => each.source === source)).toEqual([])
    expect((await importItems(items)).counts).toEqual(dryRun.counts)
  })

  it('changes nothing when repeated', async () => {
    const items = [beer('Einmalig', { brewery: brewery('Einmalhaus', { sourceId: 'e' }) })]
    await importItems(items)
    const [before] = await db.select().from(beers).where(eq(beers.name, 'Einmalig'))
    const again = await importItems(items)
    expect(again).toMatchObject({
      importId: null,
      counts: { beersKnown: 1, beersCreated: 0, beersMerged: 0, breweriesCreated: 0 },
    })
    expect(await db.select().from(beers).where(eq(beers.name, 'Einmalig'))).toEqual([before])
    expect((await listImports(db)).filter((each) => each.source === source)).toHaveLength(1)
  })

  it('reports invalid rows and continues', async () => {
    const problems: string[] = []
    const items: ImportItem[] = [
      { kind: 'problem', at: { file: 'f', line: 7 }, message: 'no name' },
      { kind: 'skipped', reason: 'not a beer', count: 3 },
      beer('x'.repeat(201)),
      beer('Gut genug'),
    ]
    const report = await runImport(
      db,
      lexicons,
      { source, fileName: 'f', licence: null, items: stream(items), dryRun: false },
      { onProblem: ({ file, line, message }) => problems.push(`${file}:${line} ${message}`) },
    )
    expect(problems).toEqual(['f:7 no name', 'f:2 name longer than 200 characters'])
    expect(report).toMatchObject({ problems: 2, skipped: { 'not a beer': 3 }, counts: { beersCreated: 1 } })
  })

  it('resumes after a crash, and one undo covers both runs', async () => {
    const items = Array.from({ length: 250 }, (_, index) => beer(`Reihe ${index}`, { brewery: brewery('Reihenhaus') }))
    await expect(importItems(items, { failAfter: 220 })).rejects.toThrow('interrupted')
    const rows = () => db.$count(beers, and(sql`name like 'Reihe %'`, eq(beers.removed, false)))
    expect(await rows()).toBe(200)
    const [open] = (await listImports(db)).filter((each) => each.source === source)
    expect(open).toMatchObject({ state: 'interrupted', counts: { beersCreated: 200 } })
    const rest = await importItems(items)
    expect(rest).toMatchObject({ importId: open?.id, counts: { beersKnown: 200, beersCreated: 50 } })
    expect(await rows()).toBe(250)
    await undoImport(db, rest.importId ?? 0)
    expect(await rows()).toBe(0)
  })

  it('stops when it is aborted, and when it is undone meanwhile', async () => {
    const items = Array.from({ length: 300 }, (_, index) => beer(`Halt ${index}`))
    const controller = new AbortController()
    const options = { source, fileName: 'f', licence: null, dryRun: false }
    const aborted = runImport(
      db,
      lexicons,
      { ...options, items: stream(items) },
      { signal: controller.signal, onProgress: () => controller.abort() },
    )
    await expect(aborted).rejects.toThrow()
    const undoing = async function* () {
      yield* stream(items.slice(0, 200))
      const [open] = await db
        .select()
        .from(imports)
        .where(and(eq(imports.source, source), isNull(imports.finishedAt)))
      await undoImport(db, open?.id ?? 0)
      yield* stream(items.slice(200))
    }
    await expect(runImport(db, lexicons, { ...options, items: undoing() })).rejects.toThrow(ImportUndone)
    expect(await db.$count(beers, and(sql`name like 'Halt %'`, eq(beers.removed, false)))).toBe(0)
  })

  it.each([2_000_000_000, 99_999_999_999])('is not undone by a number that none has: %d', async (id) => {
    const { undo } = importCommands({ db, lexicons: () => lexicons })
    const undone = undo(id, () => {}, new AbortController().signal)
    await expect(undone).rejects.toThrow(`Import ${id} does not exist or was undone already.`)
  })

  it('matches beers that others add while it runs', async () => {
    const nebenan = await aBrewery(db, { name: 'Nebenan' })
    const items = async function* () {
      for (let index = 0; index < 100; index++) yield beer(`Nebenher ${index}`, { brewery: brewery('Anderswo') })
      await aBeer(db, { breweryId: nebenan.id, name: 'Zwischenruf', abv: 8, style: 'Test Tripel' })
      yield beer('Zwischenruf', { brewery: brewery('Nebenan') })
    }
    expect((await importItems([], { items: items() })).counts).toMatchObject({ beersCreated: 100, beersMerged: 1 })
  })

  it('matches beers of a brewery that is renamed while it runs', async () => {
    const items = async function* () {
      for (let index = 0; index < 100; index++) yield beer(`Umbenannt ${index}`, { brewery: brewery('Altnamig') })
      await db.transaction(async (tx) => {
        const changedVersion = await nextCatalogueVersion(tx)
        await tx.update(breweries).set({ name: 'Frischwerk', changedVersion }).where(eq(breweries.name, 'Altnamig'))
      })
      yield beer('Umbenannt 7', { brewery: brewery('Frischwerk'), sourceId: 'renamed' })
    }
    expect((await importItems([], { items: items() })).counts).toMatchObject({
      beersCreated: 100,
      beersMerged: 1,
      breweriesCreated: 1,
    })
  })

  it('adds styles of a guide that the lexicon lacks', async () => {
    const style = (name: string, sourceId: string): ImportItem => ({
      kind: 'style',
      at: { file: 'f', line: 1 },
      style: { sourceId, name, category: 'Hills', srm: 4.5 },
    })
    const items = [style('Hill Beer', 'a'), style('Belgian-Style Tripel', 'b'), style('Tripel', 'c')]
    const report = await importItems(items)
    expect(report.counts).toMatchObject({ stylesCreated: 2, stylesMerged: 1 })
    const rows = await db
      .select()
      .from(styles)
      .where(sql`name in ('Hill Beer', 'Belgian-Style Tripel')`)
      .orderBy(styles.name)
    expect(rows.map(({ name, family, srm }) => [name, family, srm])).toEqual([
      ['Belgian-Style Tripel', 'Test Abbey', 4.5],
      ['Hill Beer', 'Hills', 4.5],
    ])
    expect((await importItems(items)).counts).toMatchObject({ stylesKnown: 3, stylesCreated: 0 })
    await undoImport(db, report.importId ?? 0)
    expect(await db.$count(styles, eq(styles.name, 'Hill Beer'))).toBe(0)
  })

  it('imports the files of a parser', async () => {
    const untappd = importSourceNamed('untappd')
    if (!untappd) throw new Error('the source is missing')
    const text = 'beer_name,brewery_name,beer_type,beer_abv,bid,brewery_id\nWolkenbruch,Wetterhaus,Stout,6,1,2\n'
    const files = [
      {
        path: 'u.csv',
        bytes: async function* () {
          yield new TextEncoder().encode(text)
        },
      },
    ]
    expect((await importItems([], { items: untappd.parse(files) })).counts).toMatchObject({
      beersCreated: 1,
      breweriesCreated: 1,
    })
    expect(await named('Wolkenbruch')).toMatchObject({ style: 'Test Stout' })
  })
})

describe('barcodes', () => {
  it('are sent to the reader processes with their beers, and removed by an undo', async () => {
    const strichhaus = await aBrewery(db, { name: 'Strichhaus' })
    const known = await aBeer(db, {
      breweryId: strichhaus.id,
      name: 'Strichbock',
      style: 'Test Stout',
      abv: 8,
      ibu: 20,
    })
    const barcodesSince = async (version: number) =>
      (await changesSince(db, version)).beers.map(({ id, barcodes }) => [id, barcodes])
    const beforeImport = await currentCatalogueVersion(db)
    const rows = [beer('Strichbock', { brewery: brewery('Strichhaus'), abv: 8, barcodes: ['4006381333948'] })]
    const { importId } = await importItems(rows)
    expect(await barcodesSince(beforeImport)).toEqual([[known.id, ['4006381333948']]])
    const beforeUndo = await currentCatalogueVersion(db)
    await undoImport(db, importId ?? 0)
    expect(await barcodesSince(beforeUndo)).toEqual([[known.id, []]])
  })

  const holderOf = async (barcode: string) =>
    (await db.select().from(beerBarcodes).where(eq(beerBarcodes.barcode, barcode)))[0]?.beerId

  it('pass from a removed beer to its successor, but from no other', async () => {
    const barcode = '4006381333955'
    const first = await aBeer(db)
    await db.insert(beerBarcodes).values({ barcode, beerId: first.id })
    const rows = ['Nachfolger', 'Mitbewerber'].map((name) => beer(name, { barcodes: [barcode] }))
    const { importId } = await importItems(rows)
    expect(await holderOf(barcode)).toBe(first.id)
    await undoImport(db, importId ?? 0)
    await db.update(beers).set({ removed: true }).where(eq(beers.id, first.id))
    const before = await currentCatalogueVersion(db)
    await importItems(rows)
    const successor = await named('Nachfolger')
    expect(await holderOf(barcode)).toBe(successor?.id)
    expect((await changesSince(db, before)).beers.find(({ id }) => id === successor?.id)?.barcodes).toEqual([barcode])
  })

  it('of removed beers are unknown, and users can give them to another beer', async () => {
    const barcode = '4006381333962'
    const [removed, successor, user] = [await aBeer(db, { removed: true }), await aBeer(db), await aUser(db)]
    await addBarcodes(db, [{ barcode, beerId: removed.id }], await currentCatalogueVersion(db))
    const knows = async () => (await userBarcodes(db).of(user.id).beersWith([barcode])).length > 0
    expect(await knows()).toBe(false)
    const confirmed = { userId: user.id, barcode, confirmedAt: new Date() }
    await db.insert(confirmedBarcodes).values({ ...confirmed, beerId: removed.id })
    expect(await knows()).toBe(false)

    for (let count = 0; count < BARCODE_USERS_MIN; count++) {
      const values = { ...confirmed, userId: (await aUser(db)).id, beerId: successor.id }
      await db.insert(confirmedBarcodes).values(values)
    }
    await db.transaction((tx) => shareBarcodesOf(tx, successor.id))
    expect(await holderOf(barcode)).toBe(successor.id)
    expect(await knows()).toBe(true)
  })
})

describe('an undo', () => {
  it('removes created rows, clears filled fields, and deletes ratings and barcodes', async () => {
    const rueckhaus = await aBrewery(db, { name: 'Rückhaus', city: null, country: null })
    const known = await aBeer(db, {
      breweryId: rueckhaus.id,
      name: 'Rückzug',
      style: 'Test Stout',
      abv: null,
      ibu: null,
    })
    const given = brewery('Rückhaus', { sourceId: 'r', city: 'Köln', country: 'Germany' })
    const report = await importItems([
      beer('Rückzug', { brewery: given, abv: 6, ibu: 33, rating: { mean: 95, count: 100 }, barcodes: ['96385074'] }),
      beer('Rückweg', { brewery: given }),
      beer('Rückgrat', { brewery: brewery('Neuhaus am Rück', { sourceId: 's' }) }),
    ])
    const [filled] = await db.select().from(beers).where(eq(beers.id, known.id))
    expect(filled).toMatchObject({ abv: 6, ibu: 33, ratingOrigin: 'imported' })
    await db.update(beers).set({ ibu: 50 }).where(eq(beers.id, known.id))

    const before = await currentCatalogueVersion(db)
    expect(await undoImport(db, report.importId ?? 0)).toEqual({ beersRemoved: 2, breweriesRemoved: 1, kept: 0 })
    const [emptied] = await db.select().from(beers).where(eq(beers.id, known.id))
    // A value changed after the import is not cleared.
    expect(emptied).toMatchObject({ abv: null, ibu: 50, ratingCount: 0, ratingOrigin: 'style', removed: false })
    expect((await db.select().from(breweries).where(eq(breweries.id, rueckhaus.id)))[0]).toMatchObject({
      city: null,
      country: null,
    })
    expect(await db.$count(importedRatings, eq(importedRatings.source, source))).toBe(0)
    expect(await db.$count(beerBarcodes, eq(beerBarcodes.barcode, '96385074'))).toBe(0)
    const changes = await changesSince(db, before)
    expect(changes.removedBeers).toHaveLength(2)
    expect(changes.removedBreweries).toHaveLength(1)
    const user = await aUser(db)
    expect((await searchStore(db, openSearchIndexFeed(db)).visibleTo(user.id).find('rückgrat')).beers).toEqual([])
    expect(await undoImport(db, report.importId ?? 0)).toBeUndefined()
    expect((await listImports(db)).find(({ id }) => id === report.importId)?.state).toBe('undone')
  })

  it('keeps rows that another source lists too, until that import is undone as well', async () => {
    const items = [beer('Beiderseits', { brewery: brewery('Beidhaus', { sourceId: 'b' }) })]
    const first = await importItems(items)
    const second = await importItems(items, { source: `${source}-other` })
    expect(second.counts).toMatchObject({ beersMerged: 1, breweriesMerged: 1 })
    expect(await undoImport(db, first.importId ?? 0)).toEqual({ beersRemoved: 0, breweriesRemoved: 0, kept: 2 })
    expect(await listed('Beiderseits')).toBe(1)
    expect(await undoImport(db, second.importId ?? 0)).toEqual({ beersRemoved: 1, breweriesRemoved: 1, kept: 0 })
    expect(await listed('Beiderseits')).toBe(0)
  })

  it('is reversed by importing again, which restores the same rows, and favourites with them', async () => {
    const items = [beer('Wiederkehr', { brewery: brewery('Wiederhaus', { sourceId: 'w' }) })]
    const first = await importItems(items)
    const row = await named('Wiederkehr')
    const user = await aUser(db)
    await db.insert(favorites).values({ userId: user.id, beerId: row?.id ?? 0 })
    await undoImport(db, first.importId ?? 0)
    const again = await importItems([beer('Wiederkehr', { brewery: brewery('Wiederhaus', { sourceId: 'w' }), abv: 9 })])
    expect(again.counts).toMatchObject({ beersCreated: 1, breweriesCreated: 1 })
    expect(await named('Wiederkehr')).toMatchObject({ id: row?.id, breweryId: row?.breweryId, removed: false, abv: 9 })
    expect(await db.$count(favorites, eq(favorites.userId, user.id))).toBe(1)
    expect(await undoImport(db, again.importId ?? 0)).toMatchObject({ beersRemoved: 1, breweriesRemoved: 1 })
  })

  it('counts removed beers out of the ranks of their style, and in again once they are restored', async () => {
    const style = 'Rangstil'
    const kept = []
    for (let nth = 0; nth < STYLE_PERCENTILE_BEERS_MIN; nth++)
      kept.push(await aBeer(db, { style, rating: 50 + nth, ratingOrigin: 'imported', ratingCount: 40 }))
    const rankOf = async (id: number | undefined) => {
      await refreshStylePercentiles(db)
      return (await beerStore(db).byIds([id ?? 0])).get(id ?? 0)?.standing
    }
    await aBrewery(db, { name: 'Ranghaus', standing: 2 })
    const rated = beer('Rangbier', { style, rating: { mean: 95, count: 500 } })
    const expected = beer('Rangerwartung', { style, brewery: brewery('Ranghaus') })
    const best = kept.at(-1)?.id
    for (const item of [rated, rated, expected, expected]) {
      const { importId } = await importItems([item])
      expect(await rankOf(best)).toMatchObject({ beers: 11 })
      await undoImport(db, importId ?? 0)
      expect(await rankOf(best)).toEqual({ topPercent: 10, beers: 10 })
    }
  })

  it('rejects imports of users and unknown ids', async () => {
    const user = await aUser(db)
    const [own] = await db.insert(imports).values({ userId: user.id, source, fileName: 'own' }).returning()
    expect(await undoImport(db, own?.id ?? 0)).toBeUndefined()
    expect(await undoImport(db, 999_999)).toBeUndefined()
    expect((await listImports(db)).some(({ fileName }) => fileName === 'own')).toBe(false)
  })
})
