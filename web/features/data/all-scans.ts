/** All scans of the user, for an export. */
import { listOlderScans, listScans, SCANS_PER_PAGE, type Scan } from '#contracts'
import { call } from '#web/api/call.ts'

const query = { alternatives: 'all' } as const

export async function allScans(): Promise<Scan[]> {
  const all: Scan[] = []
  for (let page = await call(listScans, { query }); ; ) {
    all.push(...page)
    const last = page.at(-1)
    if (page.length < SCANS_PER_PAGE || !last) return all
    page = await call(listOlderScans, { params: { id: last.id }, query })
  }
}
