/** What people see of sign-in: the embedded provider's form, and what is said when a sign-in fails. */
import { escapeHtml, page } from '../http/page.ts'

export interface Answers {
  firstName: string
  lastName: string
  email: string
}

export function signInPage(action: string, given: Partial<Answers> = {}, problem?: string): string {
  const field = (name: keyof Answers, label: string, attributes: string) =>
    `<label>${label}<input name="${name}" value="${escapeHtml(given[name] ?? '')}" required maxlength="100" ${attributes}></label>`
  return page(
    'Who is drinking?',
    `<p>This installation asks for your name and no password.</p>
<form method="post" action="${escapeHtml(action)}">
${problem ? `<p class="problem" role="alert">${escapeHtml(problem)}</p>` : ''}
${field('firstName', 'First name', 'autocomplete="given-name" autofocus')}
${field('lastName', 'Last name', 'autocomplete="family-name"')}
${field('email', 'Email', 'type="email" autocomplete="email"')}
<button>Continue</button>
</form>`,
  )
}

export function signInFailedPage(message: string): string {
  return page(
    'That did not work',
    `<p role="alert">${escapeHtml(message)}</p><a class="button" href="/api/login">Sign in again</a>`,
  )
}
