export const ABOUT = {
  tagline: 'AI Beer Vision',
  mission:
    'BeerGoggles helps beer lovers know what they are about to drink: point the camera at a beer, a fridge or a menu, and see what it is and how good it is.',
  features: [
    'AI recognition of labels, cans, fridges and groups of beers',
    'Menu scanning that reads the whole list and rates it',
    'A 100-point rating that shows where it comes from',
    'Favorites, scan history and search',
    'Export of all your data',
  ],
  technology: [
    ['Version', '2.0'],
    ['API version', '2.1'],
    ['Database', 'PostgreSQL'],
    ['Build', '2025'],
  ],
  photos:
    'Images are not stored after analysis. Your photo is kept, without its location or other metadata, only until the scan is done, and then deleted.',
} as const

/** The section of the privacy policy that names who reads the photos of this installation. */
export const WHO_SEES = 'Who sees it'

export const PRIVACY = [
  {
    title: 'What is stored',
    lines: [
      'Your name and email address from your sign-in provider, your scans, favorites, searches and ratings, your journal and the beers you want to try, and anything you import from a file.',
      'If an AI provider reads the photos: how many of yours it read each day.',
      'A journal entry has a note or a place only if you add one. Your position is read only when you tap for it.',
      'Nothing else: no other location, no contacts, no advertising ID.',
    ],
  },
  {
    title: 'Your photos',
    lines: [
      'Your device re-encodes every photo before sending it, so its location and camera data never leave the device.',
      'Images are not stored after analysis: your photo is deleted when the scan is done.',
      'If you switch it on, small pictures of the labels you scan are kept for you. Photos you add to your journal are kept too. Nobody else sees them, and you can remove them at any time.',
      'Photos waiting for a connection stay on your device until they are sent or you delete them.',
    ],
  },
  {
    title: WHO_SEES,
    lines: [
      'Your scans, favorites, searches and journal are yours alone. Nobody else sees them, except for menus whose link you share.',
      'Your ratings count toward the ratings everyone sees, without your name.',
      'There is no analytics service. Nothing is sent to third parties unless the operator of this server has set it up, or you allow notifications: they reach your browser encrypted, through its push service.',
    ],
  },
  {
    title: 'Your rights',
    lines: [
      'You can export everything but your pictures as JSON or CSV at any time.',
      'You can remove any favorite, scan and journal entry. Sound and vibration are stored in your browser only, other preferences with your account.',
      'You can delete your account on your profile. All of the above is deleted at once and your ratings stop counting; operator backups are overwritten in time.',
    ],
  },
  {
    title: 'Cookies',
    lines: [
      'Cookies keep you signed in, and make sure that a sign-in finishes in the browser where it started. There are no others.',
    ],
  },
] as const

export const TERMS = [
  {
    title: 'The service',
    lines: [
      'BeerGoggles identifies beers in photos and shows what is known about them. Recognition and ratings can be wrong; the label and the bartender have the last word.',
    ],
  },
  {
    title: 'Your age',
    lines: ['Use BeerGoggles only if you are of legal drinking age where you are. Please drink responsibly.'],
  },
  {
    title: 'Your photos',
    lines: [
      'Only take photos you are allowed to take, and keep strangers out of them. You keep all rights to your photos.',
    ],
  },
  {
    title: 'Ratings',
    lines: [
      'Each rating from 0 to 100 shows what it is based on: people, an imported data set, or an estimate from the style. It is not advice.',
    ],
  },
  {
    title: 'No warranty',
    lines: ['The service is provided as is, without any promise that it is free of errors or always available.'],
  },
] as const
