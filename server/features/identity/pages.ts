/** The sign-in pages: the forms of the embedded provider, and the page for a failed sign-in. */
import { escapeHtml, page } from '../../adapters/http/page.ts'
import { linkPath } from './embedded/account-links.ts'
import { PASSWORD_MIN_LENGTH } from './embedded/password-rules.ts'
import type { Texts } from './texts.ts'

interface Answers {
  firstName: string
  lastName: string
  email: string
}

const FIELDS = {
  firstName: ['firstName', 'field.firstName', 'maxlength="100" autocomplete="given-name"'],
  lastName: ['lastName', 'field.lastName', 'maxlength="100" autocomplete="family-name"'],
  email: ['email', 'field.email', 'maxlength="200" type="email" autocomplete="email"'],
  username: ['email', 'field.email', 'maxlength="200" type="email" autocomplete="username"'],
  password: ['password', 'field.password', 'maxlength="200" type="password" autocomplete="current-password"'],
  newPassword: [
    'password',
    'field.password',
    `maxlength="200" type="password" autocomplete="new-password" minlength="${PASSWORD_MIN_LENGTH}" aria-describedby="rule"`,
  ],
} as const

function field(t: Texts, kind: keyof typeof FIELDS, value = '', attributes = ''): string {
  const [name, label, ownAttributes] = FIELDS[kind]
  return `<label>${escapeHtml(t(label))}<input name="${name}" value="${escapeHtml(value)}" required ${ownAttributes} ${attributes}></label>`
}

function form(t: Texts, action: string, problem: string | undefined, fields: string): string {
  return `<form method="post" action="${escapeHtml(action)}">
${problem ? `<p class="problem" role="alert">${escapeHtml(problem)}</p>` : ''}
${fields}
<button>${escapeHtml(t('continue'))}</button>
</form>`
}

/** Asks for a name and an e-mail address, and no password. */
export function signInPage(t: Texts, action: string, values: Partial<Answers> = {}, problem?: string): string {
  const fields = nameFields(t, values) + field(t, 'email', values.email)
  return page(
    t.language,
    t('form.title'),
    `<p>${escapeHtml(t('form.line'))}</p>
${form(t, action, problem, fields)}`,
  )
}

export function passwordPage(t: Texts, action: string, email?: string, problem?: string): string {
  const fields =
    field(t, 'username', email, email ? '' : 'autofocus') + field(t, 'password', '', email ? 'autofocus' : '')
  return page(
    t.language,
    t('password.title'),
    `${form(t, action, problem, fields)}
<p class="hint">${escapeHtml(t('password.hint'))}</p>`,
  )
}

/** For a visitor with an invitation. */
export function createAccountPage(t: Texts, action: string, values: Partial<Answers> = {}, problem?: string): string {
  const fields = nameFields(t, values) + field(t, 'username', values.email) + field(t, 'newPassword') + rule(t)
  return page(
    t.language,
    t('form.title'),
    `<p>${escapeHtml(t('create.line'))}</p>
${form(t, action, problem, fields)}
<p class="hint"><a href="${linkPath('none')}">${escapeHtml(t('create.existing'))}</a></p>`,
  )
}

export function newPasswordPage(t: Texts, action: string, email: string, problem?: string): string {
  const fields = field(t, 'username', email, 'readonly') + field(t, 'newPassword', '', 'autofocus') + rule(t)
  return page(
    t.language,
    t('newPassword.title'),
    `<p>${escapeHtml(t('newPassword.line'))}</p>
${form(t, action, problem, fields)}`,
  )
}

function nameFields(t: Texts, { firstName, lastName }: Partial<Answers>): string {
  return `${field(t, 'firstName', firstName, 'autofocus')}${field(t, 'lastName', lastName)}`
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
