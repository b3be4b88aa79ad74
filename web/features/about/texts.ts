export const ABOUT = {
  tagline: 'AI Beer Vision',
  mission:
    'BeerGoggles helps beer lovers know what they are about to drink: point the camera at a beer, a fridge or a menu, and see what it is and how good it is.',
  features: [
    'AI recognition of labels, cans, fridges and groups of beers',
    'Menu scanning that reads the whole list and rates it',
    'A 100-point rating that says what it rests on',
    'Favorites, scan history and search',
    'Export of everything that is yours',
  ],
  technology: [
    ['Version', '2.0'],
    ['API version', '2.1'],
    ['Database', 'PostgreSQL'],
    ['Build', '2025'],
  ],
  photos:
    'Images are not stored after analysis. A photo is kept only until its scan has ended, without its location or other metadata, and is then erased.',
} as const

/** Where the privacy text says who reads the photos of this installation. */
export const WHO_SEES = 'Who sees it'

export const PRIVACY = [
  {
    title: 'What is kept',
    lines: [
      'Your name and e-mail address as your sign-in provider gives them, your scans, favorites, searches and ratings, and what you bring in from a file.',
      'Where an AI provider reads the photos, how many of yours it read each day.',
      'Nothing else: no location, no contacts, no advertising identifier.',
    ],
  },
  {
    title: 'Your photos',
    lines: [
      'A photo is re-encoded on your device, so that its location and camera data never leave it.',
      'Images are not stored after analysis: the photo is erased when its scan ends.',
      'Photos that wait for a network stay on your device until they are sent or you drop them.',
    ],
  },
  {
    title: WHO_SEES,
    lines: [
      'Your scans, favorites and searches belong to you and are shown to nobody else, but for a menu whose link you share.',
      'Your ratings count in those that everybody sees, without your name.',
      'No analytics service is called. Nothing is sent to a third party unless whoever runs this installation has configured it.',
    ],
  },
  {
    title: 'Your rights',
    lines: [
      'You can export everything as JSON or CSV at any time.',
      'You can remove every favorite and every scan. Preferences are kept in your browser only.',
      'You can delete your account on your profile. All of the above goes at once and your ratings count no more; snapshots that whoever runs this installation keeps against losses are overwritten in time.',
    ],
  },
  {
    title: 'Cookies',
    lines: ['Cookies keep you signed in, and let a sign-in end in the browser where it began. There are no others.'],
  },
] as const

export const TERMS = [
  {
    title: 'The service',
    lines: [
      'BeerGoggles names beers on photos and shows what is known about them. Recognition and ratings can be wrong; the label and the bar have the last word.',
    ],
  },
  {
    title: 'Your age',
    lines: ['Use BeerGoggles only if you have reached the legal drinking age where you are. Please drink responsibly.'],
  },
  {
    title: 'Your photos',
    lines: [
      'Photograph what you may photograph, and keep strangers out of the picture. You keep every right to your photos.',
    ],
  },
  {
    title: 'Ratings',
    lines: [
      'A rating from 0 to 100 says beside it on what it rests: people, an imported data set, or an estimate from the style. It is not advice.',
    ],
  },
  {
    title: 'No warranty',
    lines: ['The service is provided as it is, without a promise that it is free of faults or always there.'],
  },
] as const
