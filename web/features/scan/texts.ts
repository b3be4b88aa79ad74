import type { MENU_MESSAGE_STEPS, SceneContext } from '#contracts'

export const TEXTS = {
  prompt: 'Point at a beer, a fridge or a menu',
  standby: 'Tap the button to start the camera',
  asking: 'Starting the camera…',
  scenes: {
    single_beer: 'Single beer',
    multiple_beers: 'Multiple beers',
    fridge: 'Beer fridge',
    menu: 'Beer menu',
  } satisfies Record<SceneContext, string>,
  help: {
    title: 'How to get a good reading',
    lines: [
      'Fill the corners with the label, straight on.',
      'For a fridge or shelf step back until every label shows, and choose Fridge.',
      'For a menu get the whole page in, flat and sharp, and choose Menu.',
    ],
  },
  autoScan: { name: 'Auto-scan', note: 'Names a bottle or can by itself while the camera looks at it.' },
  identified: 'BEER IDENTIFIED',
  viewFullDetails: 'View Full Details',
  saveBeer: 'Save Beer',
  continueScanning: 'Continue Scanning',
  breweryUnknown: 'Brewery unknown',
  modes: { single: 'Single', fridge: 'Fridge', menu: 'Menu', upload: 'Upload' },
  camActive: 'CAM ACTIVE',
  camStandby: 'CAM STANDBY',
  smartDetect: 'SMART DETECT',
  manual: 'MANUAL',
  noBeer: 'No beer detected',
  tryCloser: 'try closer',
  notReady: { title: 'Camera Not Ready', description: 'Please wait for camera to initialize' },
  captureFailed: { title: 'Capture Failed', description: 'Could not capture image. Please try again.' },
  aim: {
    dark: 'Too dark. Find some light, or use the torch.',
    blurred: 'Blurred. Hold still, or step back a little.',
    far: 'Too far away. Move closer.',
  },
  photoRefused: 'Photo not taken over',
  nextPhoto: 'Next photo',
  inLine: (count: number, refused: readonly string[]) => ({
    title: count === 1 ? '1 photo is in line' : `${count} photos are in line`,
    description: refused.length > 0 ? `Not taken over: ${refused.join(' ')}` : 'They come to your history one by one.',
  }),
  identificationFailed: 'Identification Failed',
  identifyFailed: 'Failed to identify beer',
  quota: {
    title: 'API Quota Exceeded',
    description: 'The credits of the AI provider are exhausted. Your photo is kept; try again later.',
  },
  menuNotSaved: { title: 'Failed to save menu', tone: 'destructive' },
  menuFailed: { title: 'Menu Parsing Failed', description: 'Could not parse beer menu. Try again.' },
  noBeersFound: { title: 'No Beers Found', description: 'No readable beer information detected in this image' },
  menuParsed: (count: number) => ({
    title: 'Menu Parsed Successfully',
    description: `Found ${count} beers in the menu`,
  }),
  fridgeTitle: 'Fridge Scan Results',
  detected: (count: number) => `${count} beers detected`,
  addAll: 'Add All to Favorites',
  close: 'Close',
  browserTitle: 'Beer Menu',
  viewDetails: 'View Details',
  save: 'Save',
  remove: 'Remove',
  parsingTitle: 'Parsing Menu',
  parsingNote: 'This may take 30-60 seconds',
  setAside: 'Continue in background',
  parsingMessages: [
    'Straightening the page...',
    'Finding the lines...',
    'Reading the beers...',
    'Matching breweries...',
    'Looking up styles...',
    'Checking ratings...',
    'Putting the list in order...',
  ] as const satisfies readonly string[] & { length: typeof MENU_MESSAGE_STEPS },
  identifyingMessages: ['Looking for labels...', 'Reading labels...', 'Matching beers...', 'Checking ratings...'],
  trouble: {
    denied: {
      title: 'Camera access denied',
      // The alert of the specification, word for word.
      line: 'Camera access denied. Please allow camera access and try again, or use the gallery option.',
    },
    busy: { title: 'The camera is busy', line: 'Another app is using the camera. Close it and try again.' },
    missing: { title: 'No camera found', line: 'This device has no camera that we can use. Choose a photo instead.' },
    insecure: {
      title: 'Use your phone’s camera',
      line: 'Live view needs https. The button opens your phone’s own camera instead.',
    },
    unsupported: {
      title: 'No live camera here',
      line: 'This browser cannot show a live camera. The button opens your phone’s own camera or gallery.',
    },
  },
} as const

/** The capture button's words for what will be captured. */
export function captureLabel(context: SceneContext, beerCount: number): string {
  if (context === 'menu') return 'Capture Menu'
  if (context === 'fridge') return 'Capture Fridge'
  if (context === 'multiple_beers' && beerCount > 1) return `Capture ${beerCount} Beers`
  return 'Capture Beer'
}
