/** What a model writes where it has no name: placeholders, and words that fit every beer. */

const PLACEHOLDERS =
  setOf(`unknown, unknown beer, unknown brand, unknown brewery, unknown style, unidentified, unidentified
  beer, unnamed, unnamed beer, unreadable, illegible, not readable, not legible, not visible, not specified, not stated, not
  available, not applicable, n a, na, none, null, nil, undefined, unbekannt, unbekanntes bier, unleserlich, keine angabe,
  inconnu, inconnue, bière inconnue, illisible, non précisé, desconocido, desconocida, cerveza desconocida, ilegible,
  sconosciuto, sconosciuta, birra sconosciuta, illeggibile, onbekend, onbekend bier, onleesbaar, neznámý, neznámé, neznámé
  pivo, nečitelné, nieznane, okänd, ukendt, tuntematon, неизвестно, 不明, 未知`)
const BEER_WORDS =
  setOf(`beer, beers, bier, bière, bieren, birra, birre, cerveza, cervezas, cerveja, cervejas, pivo, piwo, øl, öl, olut,
  sör, пиво, ビール, 啤酒, 맥주, bottle, bottles, can, glass, label`)

/** True for 'n/a' and 'Unknown'. */
export function isPlaceholder(name: string): boolean {
  return PLACEHOLDERS.has(wordsOf(name).join(' '))
}

/** True for 'Beer' and 'Beer bottle'. */
export function isOnlyBeer(name: string): boolean {
  return wordsOf(name).every((word) => BEER_WORDS.has(word))
}

function setOf(phrases: string): ReadonlySet<string> {
  return new Set(phrases.split(',').map((phrase) => wordsOf(phrase).join(' ')))
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
