/** The sign-in pages: the forms of the embedded provider, and the page for a failed sign-in. */
import { LOGIN_PATH, PASSKEYS_PATH } from '#contracts'
import { escapeHtml, page } from '../../adapters/http/page.ts'
import { linkPath } from './embedded/account-links.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './embedded/password-rules.ts'
import type { Texts } from './texts.ts'

export const CHANGE_PASSWORD_PATH = '/idp/password'
export const PASSKEY_SCRIPT_PATH = '/idp/passkeys.js'
/** Answers with what the browser needs to ask for a passkey. */
export const SIGN_IN_OPTIONS_PATH = '/idp/passkeys/sign-in-options'

interface Answers {
  firstName: string
  lastName: string
  email: string
}

const NEW_PASSWORD = `maxlength="${PASSWORD_MAX_LENGTH}" type="password" autocomplete="new-password" minlength="${PASSWORD_MIN_LENGTH}"`
const FIELDS = {
  firstName: ['firstName', 'field.firstName', 'maxlength="100" autocomplete="given-name"'],
  lastName: ['lastName', 'field.lastName', 'maxlength="100" autocomplete="family-name"'],
  email: ['email', 'field.email', 'maxlength="200" type="email" autocomplete="email"'],
  username: ['email', 'field.email', 'maxlength="200" type="email" autocomplete="username"'],
  usernameOrPasskey: ['email', 'field.email', 'maxlength="200" type="email" autocomplete="username webauthn"'],
  password: [
    'password',
    'field.password',
    `maxlength="${PASSWORD_MAX_LENGTH}" type="password" autocomplete="current-password"`,
  ],
  newPassword: ['password', 'field.password', NEW_PASSWORD],
  changedPassword: ['newPassword', 'field.newPassword', NEW_PASSWORD],
} as const

/** Why a form is shown again. The message is at the first wrong field, or above all if it is about no single one. */
export interface Problem {
  message: string
  fields?: readonly PropertyKey[]
}

interface Field {
  kind: keyof typeof FIELDS
  value?: string | undefined
  isReadOnly?: boolean
}

/** The focus is in the first wrong field, otherwise in the first that is empty. */
function formFields(t: Texts, fields: readonly Field[], problem: Problem | undefined): string {
  const names = fields.map(({ kind }) => FIELDS[kind][0])
  const wrong = names.find((name) => problem?.fields?.includes(name))
  const above = wrong === undefined ? problemLine(problem) : ''
  const focused = wrong ?? names[fields.findIndex(({ value, isReadOnly }) => !value && !isReadOnly)]
  const inputs = fields.map(({ kind, value = '', isReadOnly = false }) => {
    const [name, label, attributes] = FIELDS[kind]
    const isRuled = kind === 'newPassword' || kind === 'changedPassword'
    const described = [name === wrong && 'problem', isRuled && 'rule'].filter(Boolean).join(' ')
    const state = [
      isReadOnly && 'readonly',
      problem?.fields?.includes(name) && 'aria-invalid="true"',
      described !== '' && `aria-describedby="${described}"`,
      name === focused && 'autofocus',
    ]
    // Beside the label, not in it: the message is no part of the field's name.
    return `<label>${escapeHtml(t(label))}<input name="${name}" value="${escapeHtml(value)}" required ${attributes} ${state.filter(Boolean).join(' ')}></label>
${name === wrong ? problemLine(problem) : ''}${isRuled ? rule(t) : ''}`
  })
  return above + inputs.join('')
}

export function problemLine(problem: Problem | undefined): string {
  return problem ? `<p class="problem" id="problem" role="alert">${escapeHtml(problem.message)}</p>` : ''
}

/** `novalidate`: a browser's own bubbles speak its language, not that of the page. */
function form(t: Texts, action: string, problem: Problem | undefined, fields: readonly Field[], more = ''): string {
  return `<form method="post" action="${escapeHtml(action)}" novalidate>
${formFields(t, fields, problem)}
<button>${escapeHtml(t('continue'))}</button>${more}
</form>`
}

/** Asks for a password or a passkey. */
export function credentialsForm(t: Texts, action: string, email?: string, problem?: Problem): string {
  const fields = [{ kind: 'usernameOrPasskey', value: email }, { kind: 'password' }] as const
  const button = passkeyButton({
    does: 'get',
    options: SIGN_IN_OPTIONS_PATH,
    label: t('passkey.signIn'),
    isQuiet: true,
  })
  const failed = `<p class="problem" role="alert" data-failed hidden>${escapeHtml(t('problem.passkey'))}</p>`
  return form(t, action, problem, fields, `\n${button}\n${failed}`)
}

interface PasskeyButton {
  does: 'get' | 'create'
  /** The path of what the browser needs for it. */
  options: string
  label: string
  isQuiet?: boolean
}

/** A button of the script, which puts what the browser returns into the form and submits that. Hidden where passkeys do not work. */
export function passkeyButton({ does, options, label, isQuiet = false }: PasskeyButton): string {
  const look = isQuiet ? 'passkey quiet' : 'passkey'
  return `<button type="button" class="${look}" data-passkey="${does}" data-options="${options}">${isQuiet ? KEY : ''}${escapeHtml(label)}</button>`
}

const KEY = `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M2.6 17.4A2 2 0 0 0 2 18.8V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.2a2 2 0 0 0 1.4-.6l.8-.8a6.5 6.5 0 1 0-4-4z"/><circle cx="16.5" cy="7.5" r=".5" fill="currentColor"/></svg>`

/** Asks for a name and an e-mail address, and no password. */
export function signInPage(t: Texts, action: string, values: Partial<Answers> = {}, problem?: Problem): string {
  const fields = [...nameFields(values), { kind: 'email', value: values.email } as const]
  return page(
    t.language,
    t('form.title'),
    `<p>${escapeHtml(t('form.line'))}</p>
${form(t, action, problem, fields)}`,
  )
}

export function passwordPage(t: Texts, action: string, email?: string, problem?: Problem): string {
  return page(
    t.language,
    t('password.title'),
    `${credentialsForm(t, action, email, problem)}
<p class="hint">${escapeHtml(t('password.hint'))}</p>
<p class="hint"><a href="${CHANGE_PASSWORD_PATH}">${escapeHtml(t('password.change'))}</a></p>
<p class="hint passkey"><a href="${PASSKEYS_PATH}">${escapeHtml(t('passkeys.title'))}</a></p>`,
    PASSKEY_SCRIPT_PATH,
  )
}

export function changePasswordPage(t: Texts, email?: string, problem?: Problem): string {
  const fields = [{ kind: 'username', value: email }, { kind: 'password' }, { kind: 'changedPassword' }] as const
  return page(
    t.language,
    t('newPassword.title'),
    `<p>${escapeHtml(t('newPassword.line'))}</p>
${form(t, CHANGE_PASSWORD_PATH, problem, fields)}`,
  )
}

/** For a visitor with an invitation. */
export function createAccountPage(t: Texts, action: string, values: Partial<Answers> = {}, problem?: Problem): string {
  const fields = [...nameFields(values), { kind: 'username', value: values.email }, { kind: 'newPassword' }] as const
  return page(
    t.language,
    t('form.title'),
    `<p>${escapeHtml(t('create.line'))}</p>
${form(t, action, problem, fields)}
<p class="hint"><a href="${linkPath('none')}">${escapeHtml(t('create.existing'))}</a></p>`,
    PASSKEY_SCRIPT_PATH,
  )
}

export function newPasswordPage(t: Texts, action: string, email: string, problem?: Problem): string {
  const fields = [{ kind: 'username', value: email, isReadOnly: true }, { kind: 'newPassword' }] as const
  return page(
    t.language,
    t('newPassword.title'),
    `<p>${escapeHtml(t('newPassword.line'))}</p>
${form(t, action, problem, fields)}`,
    PASSKEY_SCRIPT_PATH,
  )
}

function nameFields({ firstName, lastName }: Partial<Answers>): Field[] {
  return [
    { kind: 'firstName', value: firstName },
    { kind: 'lastName', value: lastName },
  ]
}

function rule(t: Texts): string {
  return `<p class="hint" id="rule">${escapeHtml(t('password.rule', { min: PASSWORD_MIN_LENGTH }))}</p>`
}

export function signInFailedPage(t: Texts, message: string): string {
  const again = `<a class="button" href="${LOGIN_PATH}">${escapeHtml(t('failed.again'))}</a>`
  return page(t.language, t('failed.title'), `<p role="alert">${escapeHtml(message)}</p>${again}`)
}

/** For a link of another site, which must not sign anybody out. */
export function confirmSignOutPage(t: Texts, action: string): string {
  return page(
    t.language,
    t('signOut.title'),
    `<form method="post" action="${escapeHtml(action)}"><button>${escapeHtml(t('signOut.confirm'))}</button></form><p><a href="/">${escapeHtml(t('signOut.stay'))}</a></p>`,
  )
}
