import { expect, it } from 'vitest'
import { detectFileKind } from './file-kind.ts'
import { parseFile } from './parse-file.ts'

it('reads a table of another site whose columns are named as those of Untappd', async () => {
  const table = `id,beer_name,brewery_name,Aroma (10),rating_score,comment,created_at
4711,Orval,Brasserie d'Orval,8,4.1,"Dry, and ""horsey"".",2012-05-14
4712,Hop Cliff,Cliff Works,6,3.4,,2013-01-02
`
  const bytes = new TextEncoder().encode(table)
  const records = []
  for await (const parsed of parseFile(detectFileKind(bytes), bytes).records) records.push(parsed)
  expect(records).toMatchObject([
    {
      record: {
        kind: 'tried',
        beer: { name: 'Orval', brewery: "Brasserie d'Orval" },
        at: new Date('2012-05-14T00:00:00Z'),
        rating: 82,
        note: 'Dry, and "horsey".',
      },
    },
    { record: { kind: 'tried', beer: { name: 'Hop Cliff' }, rating: 68, note: null } },
  ])
})
