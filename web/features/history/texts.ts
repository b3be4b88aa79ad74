import type { CaptureState } from '#web/outbox/capture.ts'

export const TEXTS = {
  title: 'Scan History',
  count: (scans: number) => (scans === 1 ? '1 scan' : `${scans} scans`),
  empty: 'No scan history yet',
  emptyLine: 'Every photo you take stands here, with what was found on it.',
  firstScan: 'Scan your first beer',
  search: 'Search your scans...',
  kind: 'Kind of scan',
  kinds: { all: 'All', single: 'Beers', menu: 'Menus', group: 'Groups' },
  nothingFound: 'No scan matches',
  showAll: 'Show all scans',
  remove: (summary: string) => `Remove ${summary} from the history`,
  removed: 'Scan removed',
  removeFailed: 'Failed to remove scan',
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
