export const TEXTS = {
  brand: 'BeerGoggles',
  tagline: 'AI Beer Vision',
  promise: "Point your camera at a beer, a fridge or a menu. Know what you're about to drink.",
  start: 'Get Started',
  left: 'Your account is deleted, with everything that belonged to it.',
  features: {
    recognition: { title: 'AI recognition', line: 'Labels, cans, taps, whole fridges' },
    ratings: { title: '100-point rating system', line: 'And what each rating rests on' },
    menus: { title: 'Menu scanning', line: 'The whole list, ranked in seconds' },
  },
} as const
