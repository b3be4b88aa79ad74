/**
 * Word lists that distinguish beer from what is printed next to it on shelves and menus: wine, spirits, soft drinks, coffee,
 * food. An unlisted beer is reported only on words that nothing but beer carries.
 */
import { foldText } from '#catalogue'

const BEER = words(`
  ale ales alt altbier barleywine beer beers bier bière biere bieren bières birra birre bitter bock brasserie brau brauerei
  brewed brewer brewers brewery breweries brewing brewhouse brewpub brouwerij browar bryggeri cerveza cervezas cerveceria
  cerveja cervejaria doppelbock dubbel dunkel gose gueuze hefeweizen helles ipa ipas ipl kellerbier kolsch kriek lager lagers
  lambic marzen olut øl öl panimo pils pilsen pilsener pilsner piwo pivo pivovar porter quad quadrupel radler saison
  schwarzbier sör stout stouts tripel trappist trappiste weissbier weisse weizen wheatbeer witbier пиво ビール 맥주 啤酒 เบียร์
`)
const OTHER = words(`
  absinthe americano amaretto aperol bordeaux bourbon brandy brut cabernet cachaca cappuccino cava chablis champagne
  chardonnay chianti cider ciders cidre cocktail cocktails cognac coffee cola coke cosmopolitan crémant cuvee daiquiri
  espresso gin grappa grenache juice kombucha latte lemonade limonade limoncello liqueur liqueurs malbec margarita martini
  mead merlot mescal mezcal mimosa mixer mocktail mocktails mojito moscato negroni nebbiolo pepsi pinot prosecco rhum riesling
  rioja rosé rum sake sangiovese sangria sauvignon schnapps scotch seltzer shiraz shochu smoothie soda sodas soju sour-mix spirits
  spritz sprite syrah tea tempranillo tequila tonic vermouth viognier vin vinho vino vins vodka wein whiskey whiskeys whiskies whisky
  wine wines winery zinfandel syrup espresso soft-drink soft-drinks chenin frizzante sommelier vineyard vineyards
  barshots cooler coolers fanta schweppes shooters shots sprite
`)
const FOOD = words(`
  appetizer appetizers bacon beef bread burger burgers butter cake calamari caramelized cheddar cheese chicken chips chocolate
  chowder cream crab croutons dessert desserts dinner dish entree entrees fish fries garlic grilled ham lamb lunch mains
  mayonnaise mozzarella mushroom mushrooms nachos onion onions oyster oysters pasta pizza pork potato potatoes prawn prawns
  rice roasted salad salads salmon sandwich sausage sausages sauce sauces shrimp sides soup soups steak starters steamed
  sticks tacos tart toast tomato tomatoes tuna turkey vegetables wings wrap
`)

/** Beer words that name no style: on their own they only show that the text is about beer. */
const GENERAL = words(`
  beer beers bier biere bieren bières birra birre brasserie brau brauerei brewed brewer brewers brewery breweries brewing
  brewhouse brewpub brouwerij browar bryggeri cerveza cervezas cerveceria cerveja cervejaria olut øl öl panimo piwo pivo
  pivovar sör trappist trappiste ビール 맥주 啤酒 เบียร์ пиво
`)

/** True if the text names a kind of beer ('stout', 'IPA'); general words such as 'brewery' do not count. */
export function namesKindOfBeer(text: string): boolean {
  return wordsOf(text).some((word) => BEER.has(word) && !GENERAL.has(word))
}

/** Ingredients and flavours of beer: next to a beer word they do not indicate another drink or food. */
const FLAVOURS = words('chocolate coffee espresso oyster')

export interface DrinkWords {
  /** Number of distinct beer words. */
  beer: number
  /** Number of distinct words for other drinks. */
  other: number
  /** Number of distinct words for food. */
  food: number
}

/** Long enough to be recognised inside a word that the OCR joined with its neighbour. */
const SUBSTRING_WORDS = [...OTHER].filter((word) => word.length >= 8)

/** Counts the distinct words of each kind in a text. */
export function drinkWords(text: string): DrinkWords {
  const seen = new Set(wordsOf(text))
  const mentionsBeer = [...seen].some((word) => BEER.has(word))
  let [beer, other, food] = [0, 0, 0]
  for (const word of seen) {
    if (BEER.has(word)) beer++
    else if (mentionsBeer && FLAVOURS.has(word)) continue
    else if (OTHER.has(word) || SUBSTRING_WORDS.some((part) => word.includes(part))) other++
    else if (FOOD.has(word)) food++
  }
  return { beer, other, food }
}

function wordsOf(text: string): string[] {
  return foldText(text)
    .replace(/barley[\s-]?wine/gu, 'barleywine')
    .split(/[^\p{L}\p{M}]+/u)
}

function words(list: string): Set<string> {
  return new Set(list.trim().split(/\s+/).map(foldText))
}
