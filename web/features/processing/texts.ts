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
  continueInBackground: 'Continue in background',
  savedForLater: "Your photo is saved and will be sent when you're back online.",
  closer: 'Try again closer, straight on and with more light.',
} as const
