/** The state of each page of a menu, and the buttons to add one: at the end of the list, where a page ends. */
import { Camera, Images, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useFocusFallback, useListFocus } from '#web/ui/focus.ts'
import { SectionHeading } from '#web/ui/screen.tsx'
import { t } from './texts.ts'
import type { MenuPages } from './use-menu-pages.ts'

export function MenuPagesSection({
  pages,
  hasRoom,
  isAdding,
  isRemoving,
  camera,
  gallery,
  onFiles,
  remove,
}: MenuPages) {
  const listFocus = useListFocus<HTMLDivElement>()
  const addButton = useRef<HTMLButtonElement>(null)
  // The list goes with its second page.
  useFocusFallback(pages.length > 1, addButton)
  const running = pages.filter((page) => page.isRunning).length
  return (
    <section aria-label={t('pages')} className="mt-5">
      <div {...listFocus} className="contents">
        {pages.length > 1 && (
          <>
            <SectionHeading>{t('pages')}</SectionHeading>
            <ul className="mb-3 rounded-card border border-line bg-surface">
              {pages.map((page) => (
                <li
                  key={page.id}
                  data-row
                  className="flex items-center gap-3 border-line py-1 pr-1.5 pl-4 not-first:border-t"
                >
                  <div className="min-w-0 flex-1">
                    <span className="font-semibold">{t('page', { number: page.number })}</span>
                    <span className="ml-2 text-ink-2 text-sm">{page.state}</span>
                  </div>
                  <IconButton
                    label={t('removePage', { number: page.number })}
                    isBusy={isRemoving}
                    onClick={() => void remove(page)}
                  >
                    <Trash2 size={19} />
                  </IconButton>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <p role="status" className="sr-only">
        {running > 0 && t('addingPages', { pages: running })}
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button
          ref={addButton}
          variant="quiet"
          className="flex-[1_1_9.5rem] px-3!"
          isBusy={isAdding}
          disabled={!hasRoom}
          onClick={() => camera.current?.click()}
        >
          <Camera size={19} aria-hidden="true" />
          {t('addPage')}
        </Button>
        <Button
          variant="quiet"
          className="flex-[1_1_9.5rem] px-3!"
          isBusy={isAdding}
          disabled={!hasRoom}
          onClick={() => gallery.current?.click()}
        >
          <Images size={19} aria-hidden="true" />
          {t('choosePages')}
        </Button>
      </div>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={t('cameraPage')}
        onChange={onFiles}
      />
      <input
        ref={gallery}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={t('chosenPages')}
        onChange={onFiles}
      />
    </section>
  )
}
