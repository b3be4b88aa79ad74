import type { CaptureState } from '#web/outbox/capture.ts'

export const TEXTS = {
  title: 'Scan History',
  count: (scans: number) => (scans === 1 ? '1 scan' : `${scans} scans`),
  empty: 'No scan history yet',
  emptyLine: 'Your scans will show up here.',
  firstScan: 'Scan your first beer',
  search: 'Search your scans...',
  kind: 'Kind of scan',
  kinds: { all: 'All', single: 'Beers', menu: 'Menus', group: 'Groups' },
  nothingFound: 'No matching scans',
  showAll: 'Show all scans',
  remove: (summary: string) => `Remove ${summary} from your history`,
  removed: 'Scan removed',
  removeFailed: 'Failed to remove scan',
  failed: 'Failed to fetch scan history',
  waiting: 'Photos waiting to be sent',
  sending: 'Sending…',
  states: {
    waiting: 'Waiting',
    accepted: 'Processing',
    failed: 'Failed',
    refused: 'Rejected',
    cancelled: 'Cancelled',
  } satisfies Record<CaptureState, string>,
} as const
