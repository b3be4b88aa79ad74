/** The sign-in pages: the forms of the embedded provider, and the page for a failed sign-in. */
import { escapeHtml, page } from '../../adapters/http/page.ts'
import { linkPath } from './embedded/account-links.ts'
import { PASSWORD_MIN_LENGTH } from './embedded/password-rules.ts'
import type { Texts } from './texts.ts'

export const CHANGE_PASSWORD_PATH = '/idp/password'

interface Answers {
  firstName: string
  lastName: string
  email: string
}

const NEW_PASSWORD = `maxlength="200" type="password" autocomplete="new-password" minlength="${PASSWORD_MIN_LENGTH}"`
const FIELDS = {
  firstName: ['firstName', 'field.firstName', 'maxlength="100" autocomplete="given-name"'],
  lastName: ['lastName', 'field.lastName', 'maxlength="100" autocomplete="family-name"'],
  email: ['email', 'field.email', 'maxlength="200" type="email" autocomplete="email"'],
  username: ['email', 'field.email', 'maxlength="200" type="email" autocomplete="username"'],
  password: ['password', 'field.password', 'maxlength="200" type="password" autocomplete="current-password"'],
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

function problemLine(problem: Problem | undefined): string {
  return problem ? `<p class="problem" id="problem" role="alert">${escapeHtml(problem.message)}</p>` : ''
}

/** `novalidate`: a browser's own bubbles speak its language, not that of the page. */
function form(t: Texts, action: string, problem: Problem | undefined, fields: readonly Field[]): string {
  return `<form method="post" action="${escapeHtml(action)}" novalidate>
${formFields(t, fields, problem)}
<button>${escapeHtml(t('continue'))}</button>
</form>`
}

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
  const fields = [{ kind: 'username', value: email }, { kind: 'password' }] as const
  return page(
    t.language,
    t('password.title'),
    `${form(t, action, problem, fields)}
<p class="hint">${escapeHtml(t('password.hint'))}</p>
<p class="hint"><a href="${CHANGE_PASSWORD_PATH}">${escapeHtml(t('password.change'))}</a></p>`,
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
  )
}

export function newPasswordPage(t: Texts, action: string, email: string, problem?: Problem): string {
  const fields = [{ kind: 'username', value: email, isReadOnly: true }, { kind: 'newPassword' }] as const
  return page(
    t.language,
    t('newPassword.title'),
    `<p>${escapeHtml(t('newPassword.line'))}</p>
${form(t, action, problem, fields)}`,
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
  const again = `<a class="button" href="/api/login">${escapeHtml(t('failed.again'))}</a>`
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
