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
  '^(contracts|vision|catalogue|recognition)/index\\.ts$|^catalogue/shipped\\.ts$|^vision/(engines|photo)\\.ts$'
const tests = '\\.test\\.tsx?$|^testing/|^web/testing/|engine-suite|\\.fixture\\.ts$|reader-under-test'

export default {
  forbidden: [
    never(
      'contracts-import-zod-alone',
      'Contracts are safe in a browser and know no room of the house.',
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
      'nobody-imports-the-ends',
      'Server, web, e2e and bench are ends: nothing depends on them.',
      { path: code, pathNot: '^(server|web|e2e|bench|testing)/' },
      { path: '^(server|web|e2e|bench)/' },
    ),
    never(
      'server-and-web-meet-in-contracts',
      'Client and server share contracts alone.',
      { path: '^web/' },
      { path: code, pathNot: '^(web|contracts)/' },
    ),
    never(
      'server-never-imports-web',
      'Client and server share contracts alone.',
      { path: '^server/' },
      { path: '^(web|e2e|bench)/' },
    ),
    never(
      'server-sees-by-ports',
      'The server reaches vision through recognition; only types of the catalogue feed are its own.',
      { path: '^server/', pathNot: tests },
      { path: '^vision/' },
    ),
    never(
      'one-entry-per-room',
      'Each room has one small entry; the rest of it is its own business.',
      { path: '^([^/]+)/', pathNot: `${tests}|^bench/` },
      { path: '^(contracts|vision|catalogue|recognition)/', pathNot: `^$1/|${entries}` },
    ),
    never(
      'features-stand-alone',
      'A feature never imports another feature; what two need lies in beer, ui or handoff.',
      { path: '^web/features/([^/]+)/' },
      { path: '^web/features/', pathNot: '^web/features/$1/' },
    ),
    never(
      'ui-knows-no-beer',
      'ui, device and api know nothing about features or beer.',
      { path: '^web/(ui|device|api|handoff|outbox)/' },
      { path: '^web/(features|app|beer)/' },
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
