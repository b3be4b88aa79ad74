import { and, eq, isNull, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ImportedBeer, type ImportedBrewery, type ImportItem, importSourceNamed, type Lexicons } from '#catalogue'
import { compileShipped } from '#catalogue/shipped'
import { aBeer, aBrewery, aUser } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { changesSince } from '../beers/catalogue-feed.ts'
import { currentCatalogueVersion } from '../beers/catalogue-version.ts'
import { loadShippedCatalogue } from '../beers/shipped-catalogue.ts'
import type { Db } from '../db/database.ts'
import {
  beerBarcodes,
  beers,
  breweries,
  catalogueOrigins,
  favorites,
  importedRatings,
  imports,
  styles,
} from '../db/schema.ts'
import { catalogueNames } from '../search/catalogue-names.ts'
import { searchStore } from '../search/search-store.ts'
import { listImports } from './import-list.ts'
import { type ImportOrder, ImportTakenBack, runImport } from './run-import.ts'
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
      prior: 74,
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
      prior: 70,
      description: '',
    },
  ],
  lexicon: { breweries: [], words: ['beer', 'ale'] },
}

let db: Db
let source: string
let n = 0
beforeAll(async () => {
  db = (await testDatabase()).db
  await db.insert(styles).values(lexicons.styles.map(({ name, family, srm, prior }) => ({ name, family, srm, prior })))
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
  return { sourceId: null, placeDecides: false, ...facts, ...given, name }
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

async function* stream(items: readonly ImportItem[], cutAfter = Number.POSITIVE_INFINITY): AsyncGenerator<ImportItem> {
  for (const [index, item] of items.entries()) {
    if (index === cutAfter) throw new Error('cut off')
    yield item
  }
}

function bring(items: readonly ImportItem[], given: Partial<ImportOrder> & { cutAfter?: number } = {}) {
  const { cutAfter, ...order } = given
  const whole = { source, fileName: 'f', licence: 'CC0', items: stream(items, cutAfter), dryRun: false, ...order }
  return runImport(db, lexicons, whole)
}

const named = async (name: string) => (await db.select().from(beers).where(eq(beers.name, name)))[0]
const listed = (name: string) => db.$count(beers, and(eq(beers.name, name), eq(beers.removed, false)))

describe('an import', () => {
  it('creates beers and breweries that are found, matched, rated and say where they come from', async () => {
    const before = await currentCatalogueVersion(db)
    const house = brewery('Quellhof', { sourceId: 'q', city: 'Ulm', country: 'Germany', founded: 1790 })
    const gold = { brewery: house, barcodes: ['4006381333931'], rating: { mean: 90, count: 24 }, ibu: 30 }
    const report = await bring([
      { kind: 'brewery', at: { file: 'f', line: 1 }, brewery: house },
      beer('Quellgold Tripel', gold),
      beer('Quell Cidre', { brewery: house, kind: 'cider', style: 'Cidre brut' }),
    ])
    expect(report).toMatchObject({ problems: 0, counts: { beersCreated: 2, breweriesCreated: 1, beersMerged: 0 } })

    const row = await named('Quellgold Tripel')
    expect(row).toMatchObject({ style: 'Test Tripel', abv: 8, ibu: 30, kind: 'beer', key: null, provisional: false })
    expect(row).toMatchObject({ rating: 86, ratingOrigin: 'imported', ratingCount: 24 }) // (8 x 74 + 24 x 90) / 32
    expect(await named('Quell Cidre')).toMatchObject({ kind: 'cider', style: 'Cidre brut', ratingOrigin: 'style' })
    expect((await named('Quell Cidre'))?.rating).toBeGreaterThan(0)

    const changes = await changesSince(db, before)
    expect(changes.beers.map(({ name }) => name)).toEqual(['Quellgold Tripel', 'Quell Cidre'])
    expect(changes.breweries.map(({ name }) => name)).toEqual(['Quellhof'])
    const user = await aUser(db)
    const found = await searchStore(db, catalogueNames(db)).visibleTo(user.id).find('quellgold')
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

  it('merges what is known, fills only what was empty, and leaves what stands', async () => {
    const house = await aBrewery(db, { name: 'Brauerei Felsental', city: 'Trier', country: 'Germany' })
    const known = await aBeer(db, {
      breweryId: house.id,
      name: 'Felsental Wildling',
      style: 'Test Stout',
      abv: 5.1,
      ibu: null,
    })
    const report = await bring([
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

  it('fills again what a release emptied, and nothing once it was taken back', async () => {
    const place = { city: null, state: null, country: 'Testland', founded: null, website: null }
    const house = { key: 'testland/ausgabe', name: 'Ausgabenhaus', aliases: [], ...place, description: 'A brewery.' }
    const one = {
      key: 'testland/ausgabe/eins',
      breweryKey: house.key,
      name: 'Ausgabe Eins',
      aliases: [],
      popularity: 9,
    }
    const release = async (description: string) => {
      const beer = { ...one, style: 'Test Stout', abv: null, ibu: null, description }
      await loadShippedCatalogue(db, compileShipped({ ...lexicons, breweries: [house], beers: [beer] }))
      return (await named('Ausgabe Eins'))?.abv
    }
    expect(await release('First.')).toBeNull()
    const { importId } = await bring([beer('Ausgabe Eins', { brewery: brewery('Ausgabenhaus'), abv: 6.6 })])
    expect(await release('Second.')).toBeCloseTo(6.6)
    await undoImport(db, importId ?? 0)
    expect(await release('Third.')).toBeNull()
  })

  it('keeps variants apart, and breweries of one name in two places', async () => {
    const here = brewery('Doppelgut', { country: 'Germany', city: 'Hof' })
    const there = brewery('Doppelgut', { country: 'Austria', city: 'Linz' })
    const report = await bring([
      beer('Doppelgut Original', { brewery: here }),
      beer('Doppelgut Original 0.0', { brewery: here, abv: 0 }),
      beer('Doppelgut Original Dunkel', { brewery: here }),
      beer('Doppelgut Original', { brewery: there, sourceId: 'there' }),
      beer('DOPPELGUT Original', { brewery: here, sourceId: 'again' }),
    ])
    expect(report.counts).toMatchObject({ beersCreated: 4, beersMerged: 1, breweriesCreated: 2 })
  })

  it('changes nothing when it is tried, and says what it would do', async () => {
    const before = await currentCatalogueVersion(db)
    const items = [
      beer('Probefass', { brewery: brewery('Probehaus') }),
      beer('Probefass', { brewery: brewery('Probehaus'), sourceId: 'again' }),
    ]
    const tried = await bring(items, { dryRun: true })
    expect(tried).toMatchObject({ importId: null, counts: { beersCreated: 1, beersMerged: 1, breweriesCreated: 1 } })
    expect([await listed('Probefass'), await currentCatalogueVersion(db)]).toEqual([0, before])
    expect((await listImports(db)).filter((each) => each.source === source)).toEqual([])
    expect((await bring(items)).counts).toEqual(tried.counts)
  })

  it('is repeated without a trace', async () => {
    const items = [beer('Einmalig', { brewery: brewery('Einmalhaus', { sourceId: 'e' }) })]
    await bring(items)
    const [before] = await db.select().from(beers).where(eq(beers.name, 'Einmalig'))
    const again = await bring(items)
    expect(again).toMatchObject({
      importId: null,
      counts: { beersKnown: 1, beersCreated: 0, beersMerged: 0, breweriesCreated: 0 },
    })
    expect(await db.select().from(beers).where(eq(beers.name, 'Einmalig'))).toEqual([before])
    expect((await listImports(db)).filter((each) => each.source === source)).toHaveLength(1)
  })

  it('tells bad rows and goes on', async () => {
    const problems: string[] = []
    const items: ImportItem[] = [
      { kind: 'problem', at: { file: 'f', line: 7 }, what: 'no name' },
      { kind: 'skipped', why: 'not a beer', count: 3 },
      beer('x'.repeat(201)),
      beer('Gut genug'),
    ]
    const report = await runImport(
      db,
      lexicons,
      { source, fileName: 'f', licence: null, items: stream(items), dryRun: false },
      { onProblem: ({ file, line, what }) => problems.push(`${file}:${line} ${what}`) },
    )
    expect(problems).toEqual(['f:7 no name', 'f:2 a name of more than 200 letters'])
    expect(report).toMatchObject({ problems: 2, skipped: { 'not a beer': 3 }, counts: { beersCreated: 1 } })
  })

  it('goes on after a crash from where it was, and one undo takes back both parts', async () => {
    const items = Array.from({ length: 250 }, (_, index) => beer(`Reihe ${index}`, { brewery: brewery('Reihenhaus') }))
    await expect(bring(items, { cutAfter: 220 })).rejects.toThrow('cut off')
    const rows = () => db.$count(beers, and(sql`name like 'Reihe %'`, eq(beers.removed, false)))
    expect(await rows()).toBe(200)
    const [open] = (await listImports(db)).filter((each) => each.source === source)
    expect(open).toMatchObject({ state: 'cut off', counts: { beersCreated: 200 } })
    const rest = await bring(items)
    expect(rest).toMatchObject({ importId: open?.id, counts: { beersKnown: 200, beersCreated: 50 } })
    expect(await rows()).toBe(250)
    await undoImport(db, rest.importId ?? 0)
    expect(await rows()).toBe(0)
  })

  it('stops when it is called off, and when it is taken back meanwhile', async () => {
    const items = Array.from({ length: 300 }, (_, index) => beer(`Halt ${index}`))
    const called = new AbortController()
    const order = { source, fileName: 'f', licence: null, dryRun: false }
    const halted = runImport(
      db,
      lexicons,
      { ...order, items: stream(items) },
      { signal: called.signal, onProgress: () => called.abort() },
    )
    await expect(halted).rejects.toThrow()
    const undoing = async function* () {
      yield* stream(items.slice(0, 200))
      const [open] = await db
        .select()
        .from(imports)
        .where(and(eq(imports.source, source), isNull(imports.finishedAt)))
      await undoImport(db, open?.id ?? 0)
      yield* stream(items.slice(200))
    }
    await expect(runImport(db, lexicons, { ...order, items: undoing() })).rejects.toThrow(ImportTakenBack)
    expect(await db.$count(beers, and(sql`name like 'Halt %'`, eq(beers.removed, false)))).toBe(0)
  })

  it('sees what others write while it runs', async () => {
    const house = await aBrewery(db, { name: 'Nebenan' })
    const items = async function* () {
      for (let index = 0; index < 100; index++) yield beer(`Nebenher ${index}`, { brewery: brewery('Anderswo') })
      await aBeer(db, { breweryId: house.id, name: 'Zwischenruf', abv: 8, style: 'Test Tripel' })
      yield beer('Zwischenruf', { brewery: brewery('Nebenan') })
    }
    expect((await bring([], { items: items() })).counts).toMatchObject({ beersCreated: 100, beersMerged: 1 })
  })

  it('adds the styles of a guide that the lexicon does not have', async () => {
    const style = (name: string, sourceId: string): ImportItem => ({
      kind: 'style',
      at: { file: 'f', line: 1 },
      style: { sourceId, name, category: 'Hills', srm: 4.5 },
    })
    const items = [style('Hill Beer', 'a'), style('Belgian-Style Tripel', 'b'), style('Tripel', 'c')]
    const report = await bring(items)
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
    expect((await bring(items)).counts).toMatchObject({ stylesKnown: 3, stylesCreated: 0 })
    await undoImport(db, report.importId ?? 0)
    expect(await db.$count(styles, eq(styles.name, 'Hill Beer'))).toBe(0)
  })

  it('reads the files of a real source', async () => {
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
    expect((await bring([], { items: untappd.read(files) })).counts).toMatchObject({
      beersCreated: 1,
      breweriesCreated: 1,
    })
    expect(await named('Wolkenbruch')).toMatchObject({ style: 'Test Stout' })
  })
})

describe('an undo', () => {
  it('takes created rows out, empties what was filled, and drops figures and barcodes', async () => {
    const house = await aBrewery(db, { name: 'Rückhaus', city: null, country: null })
    const known = await aBeer(db, { breweryId: house.id, name: 'Rückzug', style: 'Test Stout', abv: null, ibu: null })
    const given = brewery('Rückhaus', { sourceId: 'r', city: 'Köln', country: 'Germany' })
    const report = await bring([
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
    // What somebody else wrote meanwhile stays.
    expect(emptied).toMatchObject({ abv: null, ibu: 50, rating: 70, ratingOrigin: 'style', removed: false })
    expect((await db.select().from(breweries).where(eq(breweries.id, house.id)))[0]).toMatchObject({
      city: null,
      country: null,
    })
    expect(await db.$count(importedRatings, eq(importedRatings.source, source))).toBe(0)
    expect(await db.$count(beerBarcodes, eq(beerBarcodes.barcode, '96385074'))).toBe(0)
    const changes = await changesSince(db, before)
    expect(changes.removedBeers).toHaveLength(2)
    expect(changes.removedBreweries).toHaveLength(1)
    const user = await aUser(db)
    expect((await searchStore(db, catalogueNames(db)).visibleTo(user.id).find('rückgrat')).beers).toEqual([])
    expect(await undoImport(db, report.importId ?? 0)).toBeUndefined()
    expect((await listImports(db)).find(({ id }) => id === report.importId)?.state).toBe('taken back')
  })

  it('keeps what another source names too, until that is taken back as well', async () => {
    const items = [beer('Beiderseits', { brewery: brewery('Beidhaus', { sourceId: 'b' }) })]
    const first = await bring(items)
    const second = await bring(items, { source: `${source}-other` })
    expect(second.counts).toMatchObject({ beersMerged: 1, breweriesMerged: 1 })
    expect(await undoImport(db, first.importId ?? 0)).toEqual({ beersRemoved: 0, breweriesRemoved: 0, kept: 2 })
    expect(await listed('Beiderseits')).toBe(1)
    expect(await undoImport(db, second.importId ?? 0)).toEqual({ beersRemoved: 1, breweriesRemoved: 1, kept: 0 })
    expect(await listed('Beiderseits')).toBe(0)
  })

  it('is undone by importing again: the same rows come back, and what people kept with them', async () => {
    const items = [beer('Wiederkehr', { brewery: brewery('Wiederhaus', { sourceId: 'w' }) })]
    const first = await bring(items)
    const row = await named('Wiederkehr')
    const user = await aUser(db)
    await db.insert(favorites).values({ userId: user.id, beerId: row?.id ?? 0 })
    await undoImport(db, first.importId ?? 0)
    const again = await bring([beer('Wiederkehr', { brewery: brewery('Wiederhaus', { sourceId: 'w' }), abv: 9 })])
    expect(again.counts).toMatchObject({ beersCreated: 1, breweriesCreated: 1 })
    expect(await named('Wiederkehr')).toMatchObject({ id: row?.id, breweryId: row?.breweryId, removed: false, abv: 9 })
    expect(await db.$count(favorites, eq(favorites.userId, user.id))).toBe(1)
    expect(await undoImport(db, again.importId ?? 0)).toMatchObject({ beersRemoved: 1, breweriesRemoved: 1 })
  })

  it('knows only imports of the installation', async () => {
    const user = await aUser(db)
    const [own] = await db.insert(imports).values({ userId: user.id, source, fileName: 'own' }).returning()
    expect(await undoImport(db, own?.id ?? 0)).toBeUndefined()
    expect(await undoImport(db, 999_999)).toBeUndefined()
    expect((await listImports(db)).some(({ fileName }) => fileName === 'own')).toBe(false)
  })
})
