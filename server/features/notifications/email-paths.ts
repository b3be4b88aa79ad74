export const CONFIRM_PATH = '/api/email/confirm'
export const UNSUBSCRIBE_PATH = '/api/email/unsubscribe'
