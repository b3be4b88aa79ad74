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
    title: 'How to get a good photo',
    lines: [
      'Fill the frame with the label, straight on.',
      'For a fridge or shelf, choose Fridge and step back until you see every label.',
      'For a menu, choose Menu and get the whole page in, flat and in focus.',
    ],
  },
  autoScan: { name: 'Auto-scan', note: 'Recognizes a bottle or can as soon as you point the camera at it.' },
  identified: 'BEER IDENTIFIED',
  viewFullDetails: 'View Full Details',
  barcodeRead: 'Barcode read',
  notSure: 'NOT SURE YET',
  newBeer: 'NEW TO US',
  whichOne: 'Which one is it?',
  checkName: 'Check the name',
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
  looksLike: (drink: string) => `looks like ${drink}`,
  notReady: { title: 'Camera Not Ready', description: 'Please wait for camera to initialize' },
  captureFailed: { title: 'Capture Failed', description: 'Could not capture image. Please try again.' },
  aim: {
    dark: 'Too dark. Find some light or use the torch.',
    blurred: 'Blurry. Hold still or step back a little.',
    far: 'Too far away. Move closer.',
    unclear: 'Hold still, or tap the shutter.',
  },
  unusablePhoto: "Couldn't use that photo",
  nextPhoto: 'Next photo',
  waiting: (count: number, refused: readonly string[]) => ({
    title: count === 1 ? '1 photo waiting' : `${count} photos waiting`,
    description: refused.length > 0 ? `Couldn't use ${refused.join(' ')}` : 'Results appear in your history.',
  }),
  identificationFailed: 'Identification Failed',
  identifyFailed: 'Failed to identify beer',
  quota: {
    title: 'API Quota Exceeded',
    description: 'The AI provider credits are exhausted. Your photo is saved, so you can try again later.',
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
  packsRead: (read: number, of: number) => `${read} of ${of} bottles and cans read`,
  stepCloser: 'step closer for the rest',
  addAll: 'Add All to Favorites',
  close: 'Close',
  browserTitle: 'Beer Menu',
  viewDetails: 'View Details',
  save: 'Save',
  remove: 'Remove',
  parsingTitle: 'Parsing Menu',
  parsingNote: 'This may take 30-60 seconds',
  continueInBackground: 'Continue in background',
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
      // Verbatim from the specification.
      line: 'Camera access denied. Please allow camera access and try again, or use the gallery option.',
    },
    busy: { title: 'The camera is busy', line: 'Another app is using the camera. Close it and try again.' },
    missing: { title: 'No camera found', line: 'We can’t find a camera on this device. Choose a photo instead.' },
    insecure: {
      title: 'Use your phone’s camera',
      line: 'The live view needs a secure connection (https). The button opens your phone’s camera instead.',
    },
    unsupported: {
      title: 'No live camera here',
      line: 'This browser can’t show a live camera. The button opens your phone’s camera or gallery.',
    },
  },
} as const

/** The label of the capture button. */
export function captureLabel(context: SceneContext, beerCount: number): string {
  if (context === 'menu') return 'Capture Menu'
  if (context === 'fridge') return 'Capture Fridge'
  if (context === 'multiple_beers' && beerCount > 1) return `Capture ${beerCount} Beers`
  return 'Capture Beer'
}
