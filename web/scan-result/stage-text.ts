/** What the server does with a photo, in the language of the page. A stage of a newer server is shown as it is. */
import { t } from './texts.ts'

export function stageText(stage: string): string {
  const [, line, of] = /^reading (\d+) of (\d+) lines$/.exec(stage) ?? []
  return line && of ? t('stageLines', { line, of }) : (t.find(`stage.${stage}`) ?? stage)
}
