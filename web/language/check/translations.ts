/**
 * Shows the translations of English texts that have changed since the two were compared, or are new. With `--compared` it marks
 * them as compared: all of them, or only those named, such as `search/title`. Run by `npm run translations`.
 */
import { writeFileSync } from 'node:fs'
import { LANGUAGE_CODES } from '#contracts'
import { allMessageFiles } from '../message-files.ts'
import { comparedWith, staleKeys } from './stale.ts'

const [action, ...named] = process.argv.slice(2)
const compared = allMessageFiles('translated')
const translated = LANGUAGE_CODES.filter((code) => code !== 'en').map((code) => ({
  code,
  files: allMessageFiles(code),
}))

for (const file of allMessageFiles('en')) {
  const { path, folder, messages } = file
  const keys = staleKeys(file, compared).filter((key) => named.length === 0 || named.includes(`${folder}/${key}`))
  if (action === '--compared') {
    const content = comparedWith(file, compared, keys)
    writeFileSync(path.replace(/en\.json$/, 'translated.json'), `${JSON.stringify(content, null, 2)}\n`)
    continue
  }
  for (const key of keys) {
    console.log(`\n${folder}/${key}\n  en  ${messages[key]}`)
    for (const { code, files } of translated) {
      console.log(`  ${code}  ${files.find((one) => one.folder === folder)?.messages[key] ?? ''}`)
    }
  }
}
