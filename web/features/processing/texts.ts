export const TEXTS = {
  title: 'Processing',
  messages: [
    'Analyzing image...',
    'Finding labels...',
    'Reading the small print...',
    'Matching breweries...',
    'Checking ratings...',
    'Pouring your results...',
  ],
  noImage: 'No image to process',
  failed: 'Processing failed',
  noBeer: 'No beer detected',
  noBeersInMenu: 'No beers found in menu',
  cancel: 'Cancel',
  setAside: 'Continue in background',
  keptForLater: 'Your photo is kept and sent again when the network is back.',
  closer: 'Try closer, straight on, with more light.',
} as const
