/** The import of the user's own data: choose a file, preview it, store it, undo it. */
import { FileUp } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { IMPORT_KINDS, type OwnImport } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { numberText, percentText } from '#web/language/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { useFocusFallback } from '#web/ui/focus.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Card, SectionHeading } from '#web/ui/screen.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { whenText } from '#web/ui/when.ts'
import { reasonText } from './reasons/reason-text.ts'
import { t } from './texts.ts'
import { useImport } from './use-import.ts'

export function ImportSection() {
  const importing = useImport()
  const { sending, current, earlier, listError } = importing
  const [undoing, setUndoing] = useState<OwnImport>()
  const section = useRef<HTMLElement>(null)
  const state = sending === null ? current?.state : 'sending'
  // An earlier import that is undone loses its button.
  useFocusFallback([state, ...earlier.map((one) => one.state)].join(), section)
  return (
    <section ref={section} tabIndex={-1} aria-label={t('import.title')}>
      <SectionHeading>{t('import.title')}</SectionHeading>
      <p role="status" className="sr-only">
        {statusText(state)}
      </p>
      <p className="mb-3 px-1 text-ink-2">{t('import.line')}</p>
      {sending !== null ? (
        <Progress label={t('import.sending')} percent={sending * 100} onCancel={importing.cancelSending} />
      ) : current?.state === 'checking' ? (
        <Progress
          label={t('import.checking')}
          percent={current.progress}
          isBusy={importing.isBusy}
          onCancel={() => void importing.undo(current)}
        />
      ) : current?.state === 'importing' ? (
        <Progress
          label={t('import.importing')}
          percent={current.progress}
          isBusy={importing.isBusy}
          onCancel={() => void importing.undo(current)}
        />
      ) : current?.state === 'checked' ? (
        <Preview
          ownImport={current}
          isBusy={importing.isBusy}
          onStart={() => void importing.start()}
          onDiscard={() => void importing.undo(current)}
        />
      ) : (
        <>
          {current && (current.state === 'done' || current.state === 'failed') && (
            <Report ownImport={current} onClose={importing.close} onUndo={() => setUndoing(current)} />
          )}
          <ChooseFile onChoose={(file) => void importing.send(file)} />
        </>
      )}
      {listError && (
        <p role="alert" className="mt-3 px-1 text-danger">
          {t('import.listFailed')}: {userMessage(listError)}
        </p>
      )}
      {earlier.length > 0 && <Earlier imports={earlier} onUndo={setUndoing} />}
      <Sheet
        open={undoing !== undefined}
        onClose={() => setUndoing(undefined)}
        title={t('import.confirm')}
        note={undoing?.fileName}
        footer={
          <>
            <Button
              variant="danger"
              className="flex-1"
              onClick={() => {
                if (undoing) void importing.undo(undoing)
                setUndoing(undefined)
              }}
            >
              {t('import.undo')}
            </Button>
            <Button variant="quiet" className="flex-1" onClick={() => setUndoing(undefined)}>
              {t('import.keep')}
            </Button>
          </>
        }
      >
        <p className="text-ink-2">{t('import.confirmLine')}</p>
      </Sheet>
    </section>
  )
}

/** A toast reports the end. */
function statusText(state: OwnImport['state'] | 'sending' | undefined): string | undefined {
  if (state === 'sending') return t('import.sending')
  if (state === 'checking') return t('import.checking')
  if (state === 'checked') return t('import.preview')
  if (state === 'importing') return t('import.importing')
  return state === 'failed' ? t('import.failedState') : undefined
}

function ChooseFile({ onChoose }: { onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,.csv,.zip,application/json,text/csv,application/zip"
        aria-label={t('import.choose')}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          // Reset, so that choosing the same file again fires another change event.
          if (file) onChoose(file)
          target.value = ''
        }}
      />
      <Button variant="quiet" className="w-full" onClick={() => input.current?.click()}>
        <FileUp size={19} aria-hidden="true" />
        {t('import.choose')}
      </Button>
    </>
  )
}

interface ProgressProps {
  label: string
  percent: number
  isBusy?: boolean
  onCancel: () => void
}

function Progress({ label, percent, isBusy = false, onCancel }: ProgressProps) {
  return (
    <Card className="grid gap-3 p-4">
      <p className="flex items-baseline justify-between gap-3 font-semibold">
        {label}
        <span className="machine text-ink-3">{percentText(Math.floor(percent) / 100)}</span>
      </p>
      <ProgressBar percent={percent} label={label} />
      <Button variant="quiet" isBusy={isBusy} onClick={onCancel}>
        {t('import.cancel')}
      </Button>
    </Card>
  )
}

const newCount = ({ counts }: OwnImport) => IMPORT_KINDS.reduce((sum, kind) => sum + counts[kind].fresh, 0)
const knownCount = ({ counts }: OwnImport) => IMPORT_KINDS.reduce((sum, kind) => sum + counts[kind].known, 0)

function Preview({
  ownImport,
  isBusy,
  onStart,
  onDiscard,
}: {
  ownImport: OwnImport
  isBusy: boolean
  onStart: () => void
  onDiscard: () => void
}) {
  const fresh = newCount(ownImport)
  return (
    <Summary title={t('import.preview')} ownImport={ownImport} freshText={(n) => t('import.fresh', { n })}>
      {fresh > 0 ? (
        <Button isBusy={isBusy} onClick={onStart}>
          {t('import.start', { fresh })}
        </Button>
      ) : (
        <p className="text-ink-2">{knownCount(ownImport) > 0 ? t('import.nothingNew') : t('import.nothingAtAll')}</p>
      )}
      <Button variant="quiet" isBusy={isBusy} onClick={onDiscard}>
        {fresh > 0 ? t('import.discard') : t('import.close')}
      </Button>
    </Summary>
  )
}

function Report({ ownImport, onClose, onUndo }: { ownImport: OwnImport; onClose: () => void; onUndo: () => void }) {
  const hasFailed = ownImport.state === 'failed'
  return (
    <div className="mb-3">
      <Summary
        title={hasFailed ? t('import.failedState') : t('import.done')}
        ownImport={ownImport}
        freshText={(n) => t('import.stored', { n })}
      >
        {hasFailed && <p className="text-ink-2">{t('import.failedLine')}</p>}
        <div className="flex flex-wrap gap-2.5">
          <Button variant="danger" className="flex-1" onClick={onUndo}>
            {t('import.undo')}
          </Button>
          <Button variant="quiet" className="flex-1" onClick={onClose}>
            {t('import.close')}
          </Button>
        </div>
      </Summary>
    </div>
  )
}

function Summary({
  title,
  ownImport,
  freshText,
  children,
}: {
  title: string
  ownImport: OwnImport
  freshText: (n: number) => string
  children: ReactNode
}) {
  const { counts, fileName } = ownImport
  const kinds = IMPORT_KINDS.filter((kind) => counts[kind].fresh + counts[kind].known > 0)
  return (
    <Card as="article" className="grid animate-settle gap-3 p-4">
      <div className="min-w-0">
        <h3 className="text-[1.15rem] leading-tight">{title}</h3>
        {fileName && <p className="mt-1 text-sm text-ink-3 [overflow-wrap:anywhere]">{fileName}</p>}
      </div>
      {kinds.length > 0 && (
        <dl className="divide-y divide-line">
          {kinds.map((kind) => (
            <div key={kind} className="flex flex-wrap items-baseline justify-between gap-x-3 py-2">
              <dt>{t(`import.kinds.${kind}`)}</dt>
              <dd className="ml-auto text-right font-bold">
                {freshText(counts[kind].fresh)}
                {counts[kind].known > 0 && (
                  <span className="font-normal text-ink-3"> · {t('import.known', { n: counts[kind].known })}</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {counts.unlistedBeers > 0 && (
        <p className="text-sm text-ink-2">{t('import.unlisted', { n: counts.unlistedBeers })}</p>
      )}
      {counts.unplaced > 0 && <Unresolved ownImport={ownImport} />}
      {children}
    </Card>
  )
}

function Unresolved({ ownImport: { counts, reasons, problems } }: { ownImport: OwnImport }) {
  return (
    <details className="rounded-button border border-line px-3.5 py-2.5 text-sm">
      <summary className="min-h-6 cursor-pointer font-semibold">
        {t('import.unresolved', { n: counts.unplaced })}
      </summary>
      <ul className="mt-2 grid gap-1.5 text-ink-2">
        {reasons.map(({ what, count }) => (
          <li key={what} className="[overflow-wrap:anywhere]">
            {numberText(count)} × {reasonText(what)}
            <span className="block text-ink-3">
              {problems
                .filter((problem) => problem.what === what)
                .slice(0, 10)
                .map(({ line }) => t('import.atLine', { line }))
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Earlier({ imports, onUndo }: { imports: readonly OwnImport[]; onUndo: (ownImport: OwnImport) => void }) {
  return (
    <>
      <h3 className="mt-5 mb-2 px-1 font-semibold">{t('import.earlier')}</h3>
      <Card className="divide-y divide-line">
        {imports.map((ownImport) => (
          <div key={ownImport.id} className="flex items-center gap-3 py-2.5 pr-2 pl-4">
            <div className="min-w-0 flex-1">
              <p className="font-semibold [overflow-wrap:anywhere]">{ownImport.fileName || ownImport.source}</p>
              <p className="text-sm text-ink-3">
                {whenText(ownImport.startedAt)} · {resultText(ownImport)}
              </p>
            </div>
            {ownImport.state !== 'undone' && (
              <Button
                variant="quiet"
                className="shrink-0"
                aria-label={`${t('import.undo')}: ${ownImport.fileName || ownImport.source}`}
                onClick={() => onUndo(ownImport)}
              >
                {t('undo')}
              </Button>
            )}
          </div>
        ))}
      </Card>
    </>
  )
}

function resultText(ownImport: OwnImport): string {
  if (ownImport.state === 'undone') return t('import.undone')
  const stored = t('import.stored', { n: newCount(ownImport) })
  return ownImport.state === 'failed' ? `${t('import.failedState')} · ${stored}` : stored
}
