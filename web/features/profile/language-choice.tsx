/** The language of the app. Choosing another one loads the page again. */
import { Check, Languages } from 'lucide-react'
import { useState } from 'react'
import { LANGUAGES, type Language, OFFERED_LANGUAGES } from '#contracts'
import { chosenLanguage } from '#web/device/preferences.ts'
import { language } from '#web/language/language.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { SettingButton } from './setting-row.tsx'
import { t } from './texts.ts'

export function LanguageChoice() {
  const [isOpen, setOpen] = useState(false)

  function choose(code: Language): void {
    chosenLanguage.set(code)
    if (code === language()) setOpen(false)
    else location.reload()
  }

  return (
    <>
      <SettingButton
        label={t('language')}
        value={LANGUAGES[language()].name}
        Icon={Languages}
        onClick={() => setOpen(true)}
      />
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t('language')}>
        <ul className="divide-y divide-line">
          {OFFERED_LANGUAGES.map((code) => (
            <li key={code}>
              <button
                type="button"
                lang={code}
                aria-pressed={code === language()}
                onClick={() => choose(code)}
                className="flex min-h-14 w-full items-center justify-between text-left font-semibold"
              >
                {LANGUAGES[code].name}
                {code === language() && <Check size={20} aria-hidden="true" className="text-accent-ink" />}
              </button>
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  )
}
