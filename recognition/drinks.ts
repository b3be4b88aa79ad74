/**
 * Tells beer from what stands beside it on shelves and lists: wine, spirits, soft drinks, coffee, food. A photo is only
 * said to show an unlisted beer on words that nothing else carries.
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

/** Words of beer that name no style: where they stand alone, somebody speaks about beer. */
const GENERAL = words(`
  beer beers bier biere bieren bières birra birre brasserie brau brauerei brewed brewer brewers brewery breweries brewing
  brewhouse brewpub brouwerij browar bryggeri cerveza cervezas cerveceria cerveja cervejaria olut øl öl panimo piwo pivo
  pivovar sör trappist trappiste ビール 맥주 啤酒 เบียร์ пиво
`)

/** True when a text names a kind of beer ('stout', 'IPA'), not only that it is about beer. */
export function namesKindOfBeer(text: string): boolean {
  return wordsOf(text).some((word) => BEER.has(word) && !GENERAL.has(word))
}

/** What beers are brewed with or taste of: beside a word of beer they speak of nothing else. */
const FLAVOURS = words('chocolate coffee espresso oyster')

export interface DrinkWords {
  /** Different words that speak of beer. */
  beer: number
  /** Different words that speak of other drinks. */
  other: number
  food: number
}

/** Long enough to be told inside a word that the reader cut or ran together with its neighbour. */
const TELLING_INSIDE = [...OTHER].filter((word) => word.length >= 8)

/** Counts the different words of each kind in a text. */
export function drinkWords(text: string): DrinkWords {
  const seen = new Set(wordsOf(text))
  const isOfBeer = [...seen].some((word) => BEER.has(word))
  let [beer, other, food] = [0, 0, 0]
  for (const word of seen) {
    if (BEER.has(word)) beer++
    else if (isOfBeer && FLAVOURS.has(word)) continue
    else if (OTHER.has(word) || TELLING_INSIDE.some((telling) => word.includes(telling))) other++
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
