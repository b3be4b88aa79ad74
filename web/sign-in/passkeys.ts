/**
 * The script of the sign-in pages that the server renders (`server/features/identity/passkey-pages.ts`). Their buttons ask the browser for a
 * passkey and put what it returns into their form. Without this script the pages have passwords only.
 */
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  platformAuthenticatorIsAvailable,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

/** Browsers accept no passkeys for a host that is an IP address. */
const IP_ADDRESS = /^[\d.]+$|^\[/
/** A challenge expires after 5 minutes. */
const AUTOFILL_MS = 4 * 60_000

if (browserSupportsWebAuthn() && !IP_ADDRESS.test(location.hostname)) {
  // Before the page is shown: the style sheet then has the buttons in their place.
  document.documentElement.classList.add('passkeys')
  document.addEventListener('DOMContentLoaded', () => {
    for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-passkey]')) {
      button.addEventListener('click', () => void ask(button))
    }
    void offerInAutofill()
    void sayIfPasskeysCanBeKept()
  })
}

async function ask(button: HTMLButtonElement): Promise<void> {
  const { form } = button
  if (!form) return
  const isCreated = button.dataset.passkey === 'create'
  showFailure(form, undefined)
  button.disabled = true
  try {
    const optionsJSON = await optionsOf(button)
    submit(form, await (isCreated ? startRegistration({ optionsJSON }) : startAuthentication({ optionsJSON })))
  } catch (error) {
    if ('goesOn' in form.dataset) return form.submit()
    button.disabled = false
    const name = error instanceof Error ? error.name : 'Error'
    // Whoever cancels a sign-in knows.
    if (isCreated || name !== 'NotAllowedError') showFailure(form, name)
  }
}

/** Passkeys among what the browser suggests for the address, until the page is left. */
async function offerInAutofill(): Promise<void> {
  const button = document.querySelector<HTMLButtonElement>('button[data-passkey=get]')
  if (!button?.form || !(await browserSupportsWebAuthnAutofill())) return
  const again = setTimeout(() => void offerInAutofill(), AUTOFILL_MS)
  try {
    const optionsJSON = await optionsOf(button)
    submit(button.form, await startAuthentication({ optionsJSON, useBrowserAutofill: true }))
  } catch {
    // The button was used instead, or the browser suggests none.
    clearTimeout(again)
  }
}

/** A sign-in with a password then asks whether to add a passkey. */
async function sayIfPasskeysCanBeKept(): Promise<void> {
  if (!(await platformAuthenticatorIsAvailable())) return
  for (const password of document.querySelectorAll<HTMLInputElement>('input[type=password]')) {
    if (password.form) addField(password.form, 'canKeepPasskey', 'yes')
  }
}

async function optionsOf({ dataset }: HTMLButtonElement) {
  const answer = await fetch(dataset.options ?? '', { method: 'POST' })
  if (!answer.ok) throw new Error(`${answer.status}`)
  return await answer.json()
}

function submit(form: HTMLFormElement, passkey: object): void {
  addField(form, 'passkey', JSON.stringify(passkey))
  form.submit()
}

function addField(form: HTMLFormElement, name: string, value: string): void {
  const field = document.createElement('input')
  Object.assign(field, { type: 'hidden', name, value })
  form.append(field)
}

/** Shows the line for an error of this name, or the one for all others; undefined hides them. */
function showFailure(form: HTMLFormElement, name: string | undefined): void {
  const lines = [...form.querySelectorAll<HTMLElement>('[data-failed]')]
  const shown =
    lines.find(({ dataset }) => dataset.failed === name) ?? lines.find(({ dataset }) => dataset.failed === '')
  for (const line of lines) line.hidden = name === undefined || line !== shown
}
