/** A user's name and initials. */
import type { User } from '#contracts'
import { t } from './texts.ts'

type Named = Pick<User, 'firstName' | 'lastName'>

/** First letters of first and last name; 'BG' without either. */
export function initials({ firstName, lastName }: Named): string {
  const letters = [firstName, lastName].map((name) => [...(name?.trim() ?? '')][0] ?? '').join('')
  return letters.toLocaleUpperCase('en') || 'BG'
}

export function fullName({ firstName, lastName }: Named): string {
  return [firstName, lastName].filter(Boolean).join(' ') || t('beerLover')
}
