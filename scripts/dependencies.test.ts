/** `docs/dependencies.md` lists what `package.json` and the lock file hold; the image installs what the build does not bundle. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { INSTALLED } from './build.mjs'

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8')

interface LockedPackage {
  license?: string
  hasInstallScript?: boolean
}

const page = read('docs/dependencies.md')
const { dependencies, devDependencies }: Record<string, Record<string, string>> = JSON.parse(read('package.json'))
const locked: Record<string, LockedPackage> = JSON.parse(read('package-lock.json')).packages
const packages = Object.entries(locked).flatMap(([path, entry]) => {
  const name = path.split('node_modules/').at(-1) ?? ''
  return name === '' ? [] : [{ name, ...entry }]
})

const namesIn = (text: string) => [...text.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name)
/** From its bold first word to the end of the paragraph. */
const paragraph = (start: string) => new RegExp(`^\\*\\*${start}\\*\\*(?:.|\\n(?!\\n))*`, 'mu').exec(page)?.[0] ?? ''

describe('the page of dependencies', () => {
  it('lists each direct dependency once, with its licence and a reason', () => {
    const rows = [...page.matchAll(/^\| (`.+?) \| (.+?) \| .+ \|$/gmu)].flatMap(([, names = '', licence]) =>
      namesIn(names).map((name) => ({ name, licence })),
    )
    const direct = Object.keys({ ...dependencies, ...devDependencies }).map((name) => {
      return { name, licence: locked[`node_modules/${name}`]?.license }
    })
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
    expect(rows.sort(byName)).toEqual(direct.sort(byName))
  })

  it('allows the licence of every package', () => {
    const allowed = namesIn(paragraph('Licences').split('Three more')[0] ?? '')
    const exceptions = [/^@fontsource-variable\//u, /^(web-push|axe-core|lightningcss(-.*)?)$/u, /^@img\/sharp-/u]
    const isAllowed = ({ name, license = '' }: LockedPackage & { name: string }) =>
      exceptions.some((exception) => exception.test(name)) ||
      license.split(/ OR /u).some((one) => allowed.includes(one.replaceAll(/[()]/gu, '')))
    expect(allowed).toContain('MIT')
    expect(packages.filter((each) => !isAllowed(each))).toEqual([])
  })

  it('names every package with an install script', () => {
    const withScript = new Set(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name))
    expect([...withScript].sort()).toEqual(namesIn(paragraph('Install scripts').split('None is')[0] ?? '').sort())
  })
})

it('the image installs the packages that the bundle of the server leaves out, and no others', () => {
  const [, installed = ''] = /^ARG packages="(.+)"$/mu.exec(read('deploy/Dockerfile')) ?? []
  expect(installed.split(' ')).toEqual(INSTALLED)
  expect(dependencies).toEqual(
    expect.objectContaining(Object.fromEntries(INSTALLED.map((name) => [name, expect.any(String)]))),
  )
})
