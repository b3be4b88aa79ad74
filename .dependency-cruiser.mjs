/** Imports go one way. Each rule says why; that is what a broken check prints. */

/**
 * @typedef {{ path?: string, pathNot?: string, orphan?: boolean }} From
 * @typedef {{ path?: string, pathNot?: string, circular?: boolean, couldNotResolve?: boolean }} To
 * @param {string} name
 * @param {string} comment
 * @param {From} from
 * @param {To} to
 */
const never = (name, comment, from, to) => ({ name, comment, severity: /** @type {const} */ ('error'), from, to })
const code = '^(contracts|vision|catalogue|recognition|server|web|testing|bench|e2e|scripts)/'
const entries =
  '^(contracts|vision|catalogue|recognition)/index\\.ts$|^catalogue/(identity|import)/index\\.ts$|^catalogue/ratings/expected-rating\\.ts$|^catalogue/shipped/shipped\\.ts$|^catalogue/styles/style-names\\.ts$|^catalogue/words/word-lists\\.ts$|^vision/text\\.ts$'
const tests = '\\.test\\.tsx?$|^testing/|^web/testing/|engine-suite|\\.fixture\\.(ts|mjs)$|reader-under-test'

/**
 * For each rule imports that break it, as [from, to]; a file without an import is [from]. `scripts/check-imports.mjs` makes
 * these files and fails if the rule accepts them.
 * @type {Record<string, [from: string, to?: string][]>}
 */
export const BROKEN_BY = {
  'contracts-import-zod-alone': [['contracts/a.ts', 'catalogue/index.ts']],
  'vision-knows-no-catalogue': [['vision/a.ts', 'catalogue/index.ts']],
  'catalogue-knows-no-picture': [['catalogue/a.ts', 'vision/index.ts']],
  'recognition-joins-two': [['recognition/a.ts', 'server/app.ts']],
  'parsers-only-fill-the-catalogue': [
    ['recognition/c.ts', 'catalogue/import/index.ts'],
    ['catalogue/d.ts', 'catalogue/import/b.ts'],
  ],
  'nobody-imports-the-ends': [['catalogue/b.ts', 'web/main.tsx']],
  'server-and-web-meet-in-contracts': [['web/ui/a.ts', 'catalogue/index.ts']],
  'server-never-imports-web': [['server/app.ts', 'web/main.tsx']],
  'server-sees-by-ports': [['server/app.ts', 'vision/index.ts']],
  'recognition-knows-no-process': [['recognition/b.ts', 'recognition/processes/a.ts']],
  'kinds-of-photos-stand-alone': [
    ['recognition/menu/a.ts', 'recognition/single/a.ts'],
    ['recognition/label/a.ts', 'recognition/group/a.ts'],
  ],
  'server-adapters-are-the-ground-floor': [
    ['server/adapters/db/a.ts', 'server/core/beers/a.ts'],
    ['server/adapters/db/b.ts', 'server/config.ts'],
  ],
  'server-adapters-know-no-beer': [['server/adapters/http/a.ts', 'catalogue/index.ts']],
  'server-core-knows-no-feature': [
    ['server/core/search/a.ts', 'server/features/discovery/a.ts'],
    ['server/core/search/b.ts', 'server/config.ts'],
  ],
  'server-features-stand-alone': [
    ['server/features/scan/a.ts', 'server/features/discovery/a.ts'],
    ['server/features/scan/b.ts', 'server/config.ts'],
  ],
  'one-entry-per-room': [
    ['server/app.ts', 'catalogue/a.ts'],
    ['server/config.ts', 'catalogue/import/a.ts'],
  ],
  'features-stand-alone': [['web/features/menu/a.ts', 'web/features/search/a.ts']],
  'features-know-no-app': [['web/features/menu/b.ts', 'web/app/a.ts']],
  'scan-result-knows-no-feature': [['web/scan-result/a.ts', 'web/features/menu/a.ts']],
  'beer-knows-no-scan-result': [['web/beer/a.ts', 'web/scan-result/a.ts']],
  'ui-knows-no-beer': [
    ['web/ui/b.ts', 'web/beer/a.ts'],
    ['web/undo/a.ts', 'web/features/b/a.ts'],
  ],
  'api-device-and-ui-stand-alone': [['web/api/b.ts', 'web/ui/c.ts']],
  'no-tests-in-the-product': [['server/app.ts', 'testing/a.ts']],
  'no-cycles': [
    ['server/core/beers/c.ts', 'server/core/beers/d.ts'],
    ['server/core/beers/d.ts', 'server/core/beers/c.ts'],
  ],
  'no-folder-cycles': [
    ['server/core/ratings/a.ts', 'server/core/ingest/a.ts'],
    ['server/core/ingest/b.ts', 'server/core/ratings/b.ts'],
  ],
  'no-orphans': [['catalogue/alone.ts']],
  resolvable: [['catalogue/c.ts', 'catalogue/missing.ts']],
}

/** These hold for the product: tests and journeys import what they need. */
export const FOLDER_RULES = {
  forbidden: [
    {
      ...never('no-folder-cycles', 'Two folders that import each other are one folder.', {}, { circular: true }),
      scope: /** @type {const} */ ('folder'),
    },
  ],
  exclude: { path: `${tests}|^e2e/` },
}

export default {
  forbidden: [
    never(
      'contracts-import-zod-alone',
      'Contracts run in a browser and must not depend on other folders.',
      { path: '^contracts/', pathNot: tests },
      { path: `${code}|^node_modules`, pathNot: '^contracts/|node_modules/zod/' },
    ),
    never(
      'vision-knows-no-catalogue',
      'Vision sees lines and beers as stated; naming them is the catalogue’s work.',
      { path: '^vision/' },
      { path: code, pathNot: '^(vision|contracts|testing)/' },
    ),
    never(
      'catalogue-knows-no-picture',
      'The catalogue is pure: words in, beers out.',
      { path: '^catalogue/' },
      { path: code, pathNot: '^(catalogue|contracts|testing)/' },
    ),
    never(
      'recognition-joins-two',
      'Recognition joins vision and catalogue and knows neither server nor screen.',
      { path: '^recognition/' },
      { path: code, pathNot: '^(recognition|vision|catalogue|contracts|testing)/' },
    ),
    never(
      'parsers-only-fill-the-catalogue',
      'Parsers of data sources build on the catalogue; matching and recognition work for beers of any source.',
      { path: '^(catalogue|recognition)/', pathNot: `${tests}|^catalogue/import/` },
      { path: '^catalogue/import/' },
    ),
    never(
      'nobody-imports-the-ends',
      'Server, web, e2e and bench are ends: nothing depends on them.',
      { path: code, pathNot: '^(server|web|e2e|bench|testing)/' },
      { path: '^(server|web|e2e|bench)/' },
    ),
    never(
      'server-and-web-meet-in-contracts',
      'Client and server share contracts alone.',
      { path: '^web/' },
      { path: code, pathNot: '^(web|contracts)/|^testing/spec\\.ts$' },
    ),
    never(
      'server-never-imports-web',
      'Client and server share contracts alone.',
      { path: '^server/' },
      { path: '^(web|e2e|bench)/' },
    ),
    never(
      'server-sees-by-ports',
      'Photos are read in the reader processes, behind the port of recognition. From vision itself the server takes only the text entry, which sees no photo.',
      { path: '^server/', pathNot: tests },
      { path: '^vision/', pathNot: '^vision/text\\.ts$' },
    ),
    never(
      'kinds-of-photos-stand-alone',
      'Close-ups, groups and menus share lines and labels, which know of none of them.',
      { path: '^recognition/(single|group|menu|label|lines|structured)/', pathNot: tests },
      { path: '^recognition/(single|group|menu)/', pathNot: '^recognition/$1/' },
    ),
    never(
      'recognition-knows-no-process',
      'Recognition is a function of a photo; in which process it runs is decided around it.',
      { path: '^recognition/', pathNot: `${tests}|^recognition/(index\\.ts|processes/)` },
      { path: '^recognition/processes/' },
    ),
    never(
      'server-adapters-are-the-ground-floor',
      'Adapters (database, http, jobs, clock) serve every floor above and know none of them.',
      { path: '^server/adapters/', pathNot: tests },
      { path: '^server/(core|features)/|^server/[^/]+\\.ts$' },
    ),
    never(
      'server-adapters-know-no-beer',
      'What an adapter does is the same in any product; only limits and shapes of calls come from contracts.',
      { path: '^server/adapters/', pathNot: tests },
      { path: code, pathNot: '^(server|contracts)/' },
    ),
    never(
      'server-core-knows-no-feature',
      'Beers, ratings, search and ingest serve all features, so they depend on none.',
      { path: '^server/core/', pathNot: tests },
      { path: '^server/features/|^server/[^/]+\\.ts$' },
    ),
    never(
      'server-features-stand-alone',
      'A feature gets what another offers from app.ts, as a small port that it declares itself.',
      { path: '^server/features/([^/]+)/', pathNot: tests },
      { path: '^server/features/|^server/[^/]+\\.ts$', pathNot: '^server/features/$1/' },
    ),
    never(
      'one-entry-per-room',
      'Each room has one small entry; the rest of it is its own business.',
      { path: '^([^/]+)/', pathNot: `${tests}|^bench/|^e2e/recorded/reader\\.ts$` },
      { path: '^(contracts|vision|catalogue|recognition)/', pathNot: `^$1/|${entries}` },
    ),
    never(
      'features-stand-alone',
      'A feature never imports another feature; what two of them need belongs in scan-result, beer, ui or handoff.',
      { path: '^web/features/([^/]+)/' },
      { path: '^web/features/', pathNot: '^web/features/$1/' },
    ),
    never(
      'features-know-no-app',
      'The app composes the features; a feature that imports the app turns that around.',
      { path: '^web/features/' },
      { path: '^web/app/' },
    ),
    never(
      'scan-result-knows-no-feature',
      'Many features show scan results, so results depend on none of them.',
      { path: '^web/scan-result/' },
      { path: '^web/(features|app)/' },
    ),
    never(
      'beer-knows-no-scan-result',
      'A beer is also shown without a scan: in search, favourites and brewery pages.',
      { path: '^web/beer/' },
      { path: '^web/(scan-result|features|app)/' },
    ),
    never(
      'ui-knows-no-beer',
      'ui, device, api, undo, handoff and outbox know nothing about features, results or beers.',
      { path: '^web/(ui|device|api|undo|handoff|outbox)/' },
      { path: '^web/(features|app|scan-result|beer)/' },
    ),
    never(
      'api-device-and-ui-stand-alone',
      'Each wraps one thing, the server, the browser or the design, and needs none of the others.',
      { path: '^web/(api|device|ui)/', pathNot: tests },
      { path: '^web/', pathNot: '^web/($1|language)/' },
    ),
    never(
      'no-tests-in-the-product',
      'Builders and fakes are for tests alone.',
      { path: code, pathNot: `${tests}|^e2e/|^bench/|^vitest` },
      { path: '^testing/|^web/testing/|\\.test\\.tsx?$' },
    ),
    never('no-cycles', 'A cycle has no first file to read.', {}, { circular: true }),
    never(
      'no-orphans',
      'A file that nothing reaches is dead.',
      {
        orphan: true,
        path: code,
        pathNot: `\\.d\\.ts$|tsconfig|${tests}|vite\\.config|drizzle\\.config|playwright\\.config`,
      },
      {},
    ),
    never(
      'resolvable',
      'Every import leads somewhere.',
      {},
      { couldNotResolve: true, pathNot: '^virtual:|\\?(url|raw|worker)$' },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
