/** The pages for passkeys: who asks, the list, and the question after a sign-in with a password. */
import { PASSKEYS_PATH, PASSKEYS_PER_ACCOUNT_MAX } from '#contracts'
import { escapeHtml, page } from '../../adapters/http/page.ts'
import { credentialsForm, PASSKEY_SCRIPT_PATH, type Problem, passkeyButton, problemLine } from './pages.ts'
import type { Texts } from './texts.ts'

export const ADD_OPTIONS_PATH = '/idp/passkeys/add-options'
export const ADD_PATH = '/idp/passkeys/add'
export const REMOVE_PATH = '/idp/passkeys/remove'
export const DONE_PATH = '/idp/passkeys/done'
/** `signIn` names the sign-in that goes on afterwards. */
export const offerPath = (signIn: string) => `/idp/passkeys/offer/${signIn}`

export interface ListedPasskey {
  id: string
  device: string | null
  createdAt: Date
  lastUsedAt: Date | null
  /** The address where it works, if that is another one. */
  elsewhere: string | undefined
}

/** Asks who wants to change passkeys. */
export function passkeyAccessPage(t: Texts, email?: string, problem?: Problem): string {
  const form = credentialsForm(t, PASSKEYS_PATH, email, problem)
  return passkeyPage(t, t('passkeys.title'), `<p>${escapeHtml(t('passkeys.access'))}</p>${form}`)
}

export function passkeysPage(t: Texts, passkeys: readonly ListedPasskey[], problem?: Problem): string {
  const rows = passkeys.map((passkey) => row(t, passkey)).join('')
  const isFull = passkeys.length >= PASSKEYS_PER_ACCOUNT_MAX
  const shown = isFull ? { message: t('problem.passkeysFull', { max: PASSKEYS_PER_ACCOUNT_MAX }) } : problem
  const add = isFull ? '' : `${addButton(t)}<p class="no-passkey">${escapeHtml(t('passkeys.unsupported'))}</p>`
  return passkeyPage(
    t,
    t('passkeys.title'),
    `<p>${escapeHtml(t('passkeys.line'))}</p>
${rows === '' ? '' : `<ul>${rows}</ul>`}
<form method="post" action="${ADD_PATH}">${problemLine(shown)}${add}${failures(t)}
<button class="quiet" formaction="${DONE_PATH}">${escapeHtml(t('passkeys.done'))}</button></form>
${rows === '' ? '' : `<p class="hint">${escapeHtml(t('passkeys.removed'))}</p>`}`,
  )
}

/** Shown once a password has let its user in. Whatever happens here, the sign-in goes on. */
export function passkeyOfferPage(t: Texts, signIn: string): string {
  return passkeyPage(
    t,
    t('offer.title'),
    `<p>${escapeHtml(t('offer.line'))}</p>
<form method="post" action="${escapeHtml(offerPath(signIn))}" data-goes-on>
${addButton(t)}
<button class="quiet" name="later" value="yes">${escapeHtml(t('offer.later'))}</button>
</form>`,
  )
}

function passkeyPage(t: Texts, title: string, body: string): string {
  return page(t.language, title, body, PASSKEY_SCRIPT_PATH)
}

function addButton(t: Texts): string {
  return passkeyButton({ does: 'create', options: ADD_OPTIONS_PATH, label: t('passkeys.add') })
}

/** What the script shows if the browser adds none. */
function failures(t: Texts): string {
  const line = (attributes: string, text: string) =>
    `<p class="problem" role="alert" ${attributes} hidden>${escapeHtml(text)}</p>`
  return (
    line('data-failed', t('problem.notAdded')) + line('data-failed="InvalidStateError"', t('problem.passkeyExists'))
  )
}

function row(t: Texts, { id, device, createdAt, lastUsedAt, elsewhere }: ListedPasskey): string {
  const name = deviceText(t, device)
  const lines = [
    t('passkeys.added', { date: dateText(t, createdAt) }),
    lastUsedAt ? t('passkeys.used', { date: dateText(t, lastUsedAt) }) : t('passkeys.unused'),
    ...(elsewhere === undefined ? [] : [t('passkeys.elsewhere', { host: elsewhere })]),
  ]
  return `<li><div>${escapeHtml(name)}${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</div>
<form method="post" action="${REMOVE_PATH}"><input type="hidden" name="id" value="${escapeHtml(id)}">
<button class="quiet" aria-label="${escapeHtml(t('passkeys.removeOne', { device: name }))}">${escapeHtml(t('passkeys.remove'))}</button></form></li>`
}

function deviceText(t: Texts, device: string | null): string {
  if (device === null) return t('passkeys.unknown')
  const [browser, system] = device.split(' on ')
  return browser && system ? t('passkeys.named', { browser, system }) : device
}

function dateText(t: Texts, date: Date): string {
  return new Intl.DateTimeFormat(t.language, { dateStyle: 'medium' }).format(date)
}
