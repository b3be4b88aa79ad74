import type { CaptureState } from '#web/outbox/capture.ts'

export const TEXTS = {
  title: 'Scan History',
  count: (scans: number) => (scans === 1 ? '1 scan' : `${scans} scans`),
  empty: 'No scan history yet',
  emptyLine: 'Every photo you take stands here, with what was found on it.',
  firstScan: 'Scan your first beer',
  failed: 'Failed to fetch scan history',
  waiting: 'Photos that wait',
  sending: 'On its way to the server.',
  states: {
    waiting: 'Waiting',
    accepted: 'Processing',
    failed: 'Failed',
    refused: 'Not accepted',
    cancelled: 'Cancelled',
  } satisfies Record<CaptureState, string>,
} as const
