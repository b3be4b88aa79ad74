/** Texts for pictures without beer. All makers are fictitious; drinks, dishes and groceries have their common names. */
import type { PicturedBeer } from './label.ts'
import type { Random } from './random.ts'

const ESTATES = [
  'Domaine Valcourt',
  'Bodega Serrana',
  'Weingut Lindhof',
  'Cantina del Colle',
  'Rosehill Vineyards',
  'Quinta da Ribeira',
] as const
const WINES = [
  'Merlot',
  'Chardonnay',
  'Riesling Trocken',
  'Cabernet Sauvignon',
  'Pinot Noir',
  'Tempranillo Reserva',
  'Sauvignon Blanc',
  'Prosecco',
] as const
const DISTILLERS = [
  'Glen Ardoch Distillery',
  'Marsh & Sons',
  'Destilería Alvarado',
  'Northpoint Spirits',
  'Maison Delorme',
] as const
const SPIRITS = [
  'Single Malt Whisky',
  'London Dry Gin',
  'White Rum',
  'Tequila Blanco',
  'Vodka',
  'Cognac VSOP',
  'Bitter Liqueur',
  'Kentucky Bourbon',
] as const
const SODA_MAKERS = ['Brightwater Drinks', 'Fontana', 'Sunnyside Beverages', 'Polar Springs'] as const
const SODAS = [
  'Sparkling Lemonade',
  'Orange Fizz',
  'Tonic Water',
  'Cherry Cola',
  'Dry Ginger Ale',
  'Root Beer',
  'Iced Tea Peach',
  'Energy Drink',
  'Mineral Water',
  'Cola Zero',
] as const
const GROCERS = ['Old Orchard', 'Casa Bianchi', 'Green Acre Farm', 'Nordic Pantry', 'Mrs Penrose'] as const
const GROCERIES = [
  'Tomato Ketchup',
  'Strawberry Jam',
  'Apple Juice',
  'Whole Milk',
  'Olive Oil',
  'Dijon Mustard',
  'Soy Sauce',
  'Honey',
  'Washing Liquid',
  'Pickled Cucumbers',
  'Maple Syrup',
  'Shampoo',
] as const

const SECTIONS = {
  food: {
    titles: ['Lunch', 'Dinner Menu', 'Kitchen', 'Today'],
    headings: ['Starters', 'Main Courses', 'Desserts', 'From the Grill'],
    items: [
      'Tomato Soup',
      'Grilled Salmon',
      'Mushroom Risotto',
      'Caesar Salad',
      'Lemon Tart',
      'Roast Chicken',
      'Apple Crumble',
      'Margherita Pizza',
      'Steak and Chips',
      'Vanilla Ice Cream',
      'Fish Tacos',
      'Lamb Shoulder',
      'Spring Rolls',
      'Onion Rings',
      'Cheese Board',
    ],
    details: ['with basil and cream', 'seasonal vegetables', 'served with bread', 'butter, parsley, lemon', 'for two'],
  },
  wine: {
    titles: ['Wine List', 'Our Wines', 'By the Glass'],
    headings: ['Red', 'White', 'Sparkling', 'Rosé'],
    items: [
      'Merlot 2019',
      'Pinot Noir 2020',
      'Chablis',
      'Rioja Crianza',
      'Sancerre',
      'Barolo 2016',
      'Prosecco Brut',
      'Malbec',
      'Riesling Kabinett',
      'Côtes du Rhône',
      'Chianti Classico',
      'Albariño',
    ],
    details: [
      'Domaine Valcourt, France',
      'Bodega Serrana, Spain',
      'glass 6.5 bottle 29',
      '13.5% vol, dry',
      'Cantina del Colle',
    ],
  },
  coffee: {
    titles: ['Coffee & Tea', 'Espresso Bar', 'Hot Drinks'],
    headings: ['Espresso', 'Filter', 'Tea', 'Sweet'],
    items: [
      'Flat White',
      'Cappuccino',
      'Americano',
      'Caffè Latte',
      'Cortado',
      'Hot Chocolate',
      'Earl Grey',
      'Cold Brew',
      'Chai Latte',
      'Iced Mocha',
      'Croissant',
      'Banana Bread',
    ],
    details: ['single origin', 'oat milk +0.5', 'decaf on request', 'small / large'],
  },
  cocktails: {
    titles: ['Cocktails', 'Bar', 'Signature Drinks'],
    headings: ['Classics', 'Long Drinks', 'Without Alcohol'],
    items: [
      'Negroni',
      'Mojito',
      'Espresso Martini',
      'Whisky Sour',
      'Margarita',
      'Aperol Spritz',
      'Old Fashioned',
      'Gin Fizz',
      'Piña Colada',
      'Virgin Mary',
    ],
    details: ['gin, vermouth, orange', 'rum, mint, lime, soda', 'vodka, coffee, sugar', 'tequila, lime, salt'],
  },
} as const
export type NonBeerMenu = keyof typeof SECTIONS

export function aWine(random: Random): PicturedBeer {
  return {
    name: `${random.pick(WINES)} ${random.whole(2012, 2023)}`,
    brewery: random.pick(ESTATES),
    style: 'Product of the Estate',
    abv: random.whole(22, 29) / 2,
  }
}

export function aSpirit(random: Random): PicturedBeer {
  return {
    name: random.pick(SPIRITS),
    brewery: random.pick(DISTILLERS),
    style: `Aged ${random.whole(3, 18)} Years`,
    abv: random.whole(37, 46),
  }
}

export function aSoda(random: Random): PicturedBeer {
  return {
    name: random.pick(SODAS),
    brewery: random.pick(SODA_MAKERS),
    style: random.pick(['No sugar added', 'Refreshing Soft Drink', 'With natural flavours']),
    abv: null,
  }
}

export function aGrocery(random: Random): PicturedBeer {
  return {
    name: random.pick(GROCERIES),
    brewery: random.pick(GROCERS),
    style: random.pick(['500 g', 'Family Pack', 'Organic', 'Keep refrigerated']),
    abv: null,
  }
}

/** A menu of food or other drinks: a title and sections of rows. */
export function aNonBeerMenu(kind: NonBeerMenu, random: Random) {
  const { titles, headings, items, details } = SECTIONS[kind]
  const rows = items.map((name) => ({
    name,
    detail: random.pick(details),
    price: `${random.whole(3, 24)}.${random.pick(['00', '50', '90', '20'])}`,
  }))
  const cut = random.whole(3, rows.length - 3)
  const [first, second] = [random.pick(headings), random.pick(headings)]
  return {
    title: random.pick(titles),
    sections:
      first === second
        ? [{ heading: first, rows }]
        : [
            { heading: first, rows: rows.slice(0, cut) },
            { heading: second, rows: rows.slice(cut) },
          ],
  }
}

const BOOKS = [
  ['The Long Winter Road', 'Ines Halloran'],
  ['Gardens of the North', 'Peter Lindqvist'],
  ['A History of Bridges', 'M. T. Okafor'],
  ['Learning to Sail', 'Hannah Weiss'],
  ['The Clockmaker', 'David Aranda'],
  ['Cooking with Fire', 'Rosa Pellegrini'],
] as const
const STREETS = [
  'Mill Street',
  'Station Road',
  'High Street',
  'Rue de la Gare',
  'Bahnhofstraße',
  'Castle Hill',
  'Ocean Avenue',
  'Old Town',
  'Airport 12 km',
  'City Centre',
  'No Parking',
  'One Way',
] as const
const POSTERS = [
  'Summer Jazz Festival',
  'Farmers Market',
  'Yoga in the Park',
  'Lost Cat',
  'Grand Opening',
  'Flea Market Sunday',
  'Theatre Tonight',
  'Blood Donation',
] as const
const MESSAGES = [
  'Are you home yet?',
  'Running late, 10 minutes',
  'Happy birthday!',
  'See you at the station',
  'Battery Saver',
  'Wi-Fi Connected',
  'Software Update',
  'Alarm 06:45',
  'Meeting moved to 3 pm',
  'Photos shared with you',
  '2 missed calls',
  'Sunny, 21 degrees',
] as const
const RECEIPT_ITEMS = [
  'Bananas',
  'Whole Milk 1L',
  'Bread Rye',
  'Eggs 10',
  'Butter',
  'Tomatoes',
  'Coffee Beans',
  'Toothpaste',
  'Paper Towels',
  'Apples 1kg',
  'Pasta',
  'Yoghurt',
  'Dog Food',
] as const

export const aBookTitle = (random: Random) => random.pick(BOOKS)
export const aStreetSign = (random: Random) => random.pick(STREETS)
export const aPosterTitle = (random: Random) => random.pick(POSTERS)
export const aMessage = (random: Random) => random.pick(MESSAGES)
export const aReceiptItem = (random: Random) => random.pick(RECEIPT_ITEMS)
