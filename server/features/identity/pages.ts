/** The sign-in pages: the forms of the embedded provider, and the page for a failed sign-in. */
import { escapeHtml, page } from '../../adapters/http/page.ts'
import { linkPath } from './embedded/account-links.ts'

interface Answers {
  firstName: string
  lastName: string
  email: string
}

const FIELDS = {
  firstName: ['firstName', 'First name', 'maxlength="100" autocomplete="given-name"'],
  lastName: ['lastName', 'Last name', 'maxlength="100" autocomplete="family-name"'],
  email: ['email', 'Email', 'maxlength="200" type="email" autocomplete="email"'],
  username: ['email', 'Email', 'maxlength="200" type="email" autocomplete="username"'],
  password: ['password', 'Password', 'maxlength="200" type="password" autocomplete="current-password"'],
  newPassword: [
    'password',
    'Password',
    'maxlength="200" type="password" autocomplete="new-password" minlength="12" aria-describedby="rule"',
  ],
} as const

function field(kind: keyof typeof FIELDS, value = '', attributes = ''): string {
  const [name, label, ownAttributes] = FIELDS[kind]
  return `<label>${label}<input name="${name}" value="${escapeHtml(value)}" required ${ownAttributes} ${attributes}></label>`
}

const RULE = '<p class="hint" id="rule">At least 12 characters. A few random words work well.</p>'

function form(action: string, problem: string | undefined, fields: string): string {
  return `<form method="post" action="${escapeHtml(action)}">
${problem ? `<p class="problem" role="alert">${escapeHtml(problem)}</p>` : ''}
${fields}
<button>Continue</button>
</form>`
}

/** Asks for a name and an e-mail address, and no password. */
export function signInPage(action: string, values: Partial<Answers> = {}, problem?: string): string {
  return page(
    'Who is drinking?',
    `<p>Just tell us your name. You don't need a password.</p>
${form(action, problem, nameFields(values) + field('email', values.email))}`,
  )
}

export function passwordPage(action: string, email?: string, problem?: string): string {
  return page(
    'Welcome back',
    `${form(action, problem, field('username', email, email ? '' : 'autofocus') + field('password', '', email ? 'autofocus' : ''))}
<p class="hint">New here? Ask someone with an account for an invitation. Forgot your password? Ask whoever runs this server.</p>`,
  )
}

/** For a visitor with an invitation. */
export function createAccountPage(action: string, values: Partial<Answers> = {}, problem?: string): string {
  return page(
    'Who is drinking?',
    `<p>Create your account. It stays on this server.</p>
${form(action, problem, nameFields(values) + field('username', values.email) + field('newPassword') + RULE)}
<p class="hint"><a href="${linkPath('none')}">I already have an account</a></p>`,
  )
}

export function newPasswordPage(action: string, email: string, problem?: string): string {
  return page(
    'Choose a new password',
    `<p>You'll be signed out on your other devices.</p>
${form(action, problem, field('username', email, 'readonly') + field('newPassword', '', 'autofocus') + RULE)}`,
  )
}

function nameFields({ firstName, lastName }: Partial<Answers>): string {
  return `${field('firstName', firstName, 'autofocus')}${field('lastName', lastName)}`
}

export function signInFailedPage(message: string): string {
  return page(
    "That didn't work",
    `<p role="alert">${escapeHtml(message)}</p><a class="button" href="/api/login">Sign in again</a>`,
  )
}

/** For a link of another site, which must not sign anybody out. */
export function confirmSignOutPage(action: string): string {
  return page(
    'Sign out?',
    `<form method="post" action="${escapeHtml(action)}"><button>Sign out</button></form><p><a href="/">Stay signed in</a></p>`,
  )
}
