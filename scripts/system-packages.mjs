/** What the tests need beside Node: a browser, a database server and fonts to draw labels with. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { postgresBinaries } from './postgres.mjs'

const NEEDS = [
  { name: 'chromium', present: () => existsSync('/usr/bin/chromium') || Boolean(process.env.CHROMIUM_PATH) },
  { name: 'postgresql', present: () => postgresBinaries() !== undefined },
  { name: 'fonts-liberation', present: () => existsSync('/usr/share/fonts/truetype/liberation') },
]

/** Installs what is missing with apt when it may; otherwise says what to install and ends. */
export function ensureSystemPackages() {
  const missing = NEEDS.filter((need) => !need.present()).map((need) => need.name)
  if (missing.length === 0) return
  if (userInfo().uid !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(`The tests need ${missing.join(', ')}. On Debian: sudo apt-get install ${missing.join(' ')}`)
    process.exit(1)
  }
  console.log(`Installing ${missing.join(', ')} ...`)
  const apt = (/** @type {string[]} */ args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt(['update', '-qq'])
  apt(['install', '-y', '-qq', '--no-install-recommends', ...missing])
  const still = NEEDS.filter((need) => !need.present()).map((need) => need.name)
  if (still.length > 0) {
    console.error(`These packages could not be installed: ${still.join(', ')}`)
    process.exit(1)
  }
}
