/** The sign-in pages: the form of the embedded provider, and the page for a failed sign-in. */
import { escapeHtml, page } from '../../adapters/http/page.ts'

export interface Answers {
  firstName: string
  lastName: string
  email: string
}

export function signInPage(action: string, values: Partial<Answers> = {}, problem?: string): string {
  const field = (name: keyof Answers, label: string, attributes: string) =>
    `<label>${label}<input name="${name}" value="${escapeHtml(values[name] ?? '')}" required maxlength="100" ${attributes}></label>`
  return page(
    'Who is drinking?',
    `<p>Just tell us your name. You don't need a password.</p>
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
    "That didn't work",
    `<p role="alert">${escapeHtml(message)}</p><a class="button" href="/api/login">Sign in again</a>`,
  )
}
