import { route } from '../route.ts'
import { Invitation } from '../user.ts'

export const createInvitation = route({
  method: 'POST',
  path: '/api/invitations',
  auth: 'user',
  summary:
    'Creates a link with which one other person can create an account, within a week. 404 unless the embedded sign-in uses passwords; 409 when too many invitations are open.',
  answer: { 201: Invitation },
  errors: ['not_found', 'too_many_invitations'],
})
