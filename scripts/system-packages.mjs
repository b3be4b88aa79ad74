/** What the tests need besides Node: a browser, a database server and fonts to draw labels with. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { postgresBinaries } from './postgres.mjs'

const NEEDS = [
  { name: 'chromium', present: () => existsSync('/usr/bin/chromium') || Boolean(process.env.CHROMIUM_PATH) },
  {
    name: 'chromium-headless-shell',
    present: () => existsSync('/usr/bin/chromium-headless-shell') || Boolean(process.env.CHROMIUM_PATH),
  },
  { name: 'postgresql', present: () => postgresBinaries() !== undefined },
  { name: 'fonts-liberation', present: () => existsSync('/usr/share/fonts/truetype/liberation') },
]

/** Installs missing packages with apt when run as root on Debian, after naming them; otherwise prints what to install and exits. */
export async function ensureSystemPackages() {
  const missing = missingPackages()
  if (missing.length === 0) return
  const install = `apt-get install --no-install-recommends ${missing.join(' ')}`
  if (userInfo().uid !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(`The tests need ${missing.join(', ')}. On Debian: sudo ${install}`)
    process.exit(1)
  }
  console.log(`The tests need ${missing.join(', ')}. Running as root: ${install}`)
  console.log(
    'To choose other builds, install Chromium (CHROMIUM_PATH) and PostgreSQL (initdb on the PATH) beforehand.',
  )
  const apt = async (/** @type {string[]} */ args) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await once(spawn('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }), 'exit')
  }
  await apt(['update', '-qq'])
  await apt(['install', '-y', '-qq', '--no-install-recommends', ...missing])
  const still = missingPackages()
  if (still.length > 0) {
    console.error(`These packages could not be installed: ${still.join(', ')}`)
    process.exit(1)
  }
}

function missingPackages() {
  return NEEDS.filter((need) => !need.present()).map((need) => need.name)
}
