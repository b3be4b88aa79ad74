/** What the user settles after a photo of a barcode that nobody knows: which beer it belongs to. The answer is remembered. */
import type { Beer, Scan } from '#contracts'
import { SectionHeading } from '#web/ui/screen.tsx'
import { ChooseBeer } from './choose-beer.tsx'
import { t } from './texts.ts'
import { type UnlistedBeer, UnlistedBeerForm } from './unlisted-beer-form.tsx'
import { useCorrection } from './use-correction.ts'

/** True if the scan waits for the name of its beer. */
export function isUnknownBarcode({ status, barcode, beer, otherDrink }: Scan): boolean {
  return status === 'completed' && typeof barcode === 'string' && beer === null && !otherDrink
}

interface BarcodeChoiceProps {
  scanId: string
  onChosen: (beer: Beer) => void
}

export function BarcodeChoice({ scanId, onChosen }: BarcodeChoiceProps) {
  const correction = useCorrection(scanId)

  async function choose(beer: Beer): Promise<void> {
    if (await correction.correct({ item: 0, beerId: beer.id }, beer)) onChosen(beer)
  }

  async function saveUnlisted(unlisted: UnlistedBeer): Promise<void> {
    const scan = await correction.correct({ item: 0, unlisted }, unlisted)
    if (scan?.beer) onChosen(scan.beer)
  }

  return (
    <section>
      <SectionHeading>{t('barcodeChoice.title')}</SectionHeading>
      <p className="mb-3 px-1 text-ink-2">{t('barcodeChoice.lead')}</p>
      <ChooseBeer
        legend={t('barcodeChoice.title')}
        alternatives={[]}
        isBusy={correction.isBusy}
        onChoose={(beer) => void choose(beer)}
        onName={(unlisted) => void saveUnlisted(unlisted)}
        below={
          <section>
            <SectionHeading>{t('barcodeChoice.missing')}</SectionHeading>
            <UnlistedBeerForm
              name=""
              brewery={null}
              isBusy={correction.isBusy}
              onSave={(unlisted) => void saveUnlisted(unlisted)}
            />
          </section>
        }
      />
    </section>
  )
}
