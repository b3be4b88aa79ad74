/**
 * How menus print prices: what recognition finds in their rows, and what the app computes with. Sources of regular expressions with
 * the flags `i` and `u`.
 */

/** A currency beside an amount, before or behind it. The recogniser drops the accents of zł and Kč. */
export const CURRENCY =
  '\\p{Sc}|(?<!\\p{L})(?:gh₵|(?:us|au|ca|nz|hk|nt|tt|[acjnrs])\\$|euros?|s?fr\\.|kr\\.?|zł|zl|kč|kc|円|元|원|usd|aud|nzd|sgd|eur|gbp|chf|czk|pln|huf|sek|nok|dkk|isk|thb|idr|inr|myr|php|vnd|ron|rsd|uah|zar|kes|ghs|ngn|zmw|egp|aed|brl|mxn|(?:rm|r[ps]\\.?|s/\\.?|bs\\.?|gs\\.?|[ktu]shs?\\.?)(?=\\s?\\d)|[rkq](?=\\s?\\d{2}))'

/** Letters that are a currency only behind an amount; so are those of forints, 'ft', which may be feet. */
export const CURRENCY_BEHIND = 'tl|lei|kn|din|dh|руб|р|грн|лв|บาท|đ'

/** '1 250 kr'; before other currencies, '4 500' may be two numbers. */
export const SPACED_THOUSANDS = '\\d{1,3}\\s\\d{3}(?=\\s?(?:kr|ft|kč|kc|₩|₫|đ|円)(?!\\p{L}))'

/** '4€50', '4 € 50', but neither '5 € 10 €' nor '8 €10'. */
export const CENTS_BEHIND_EURO = `\\d{1,3}(?:€\\s?|\\s€\\s)\\d{2}(?!\\d|[.,]\\d|\\s?(?:${CURRENCY}))`
