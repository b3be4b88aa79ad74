export const TEXTS = {
  brand: 'BeerGoggles',
  tagline: 'AI Beer Vision',
  promise: "Point your camera at a beer, a fridge or a menu. Know what you're about to drink.",
  start: 'Get Started',
  left: 'Your account and everything in it have been deleted.',
  features: {
    recognition: { title: 'AI recognition', line: 'Labels, cans, taps, whole fridges' },
    ratings: { title: '100-point rating system', line: 'And where each rating comes from' },
    menus: { title: 'Menu scanning', line: 'The whole list, ranked in seconds' },
  },
} as const
