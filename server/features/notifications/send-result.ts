/** What became of a message. */
export type SendResult =
  | { kind: 'sent' }
  /** There is nobody at this address any more. */
  | { kind: 'gone' }
  /** The same message would be refused again. */
  | { kind: 'refused'; reason: Error }
  | { kind: 'later'; reason: Error; afterMs?: number }
