/** All scans of the user, for an export: the list has the newest ones. */
import { listOlderScans, SCANS_PER_PAGE, type Scan } from '#contracts'
import { call } from '#web/api/call.ts'

export async function withOlderScans(newest: readonly Scan[]): Promise<Scan[]> {
  const all = [...newest]
  for (let page = newest; page.length >= SCANS_PER_PAGE; ) {
    const last = page.at(-1)
    if (!last) break
    page = await call(listOlderScans, { params: { id: last.id } })
    all.push(...page)
  }
  return all
}
