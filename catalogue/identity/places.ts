/** Canonical names of countries, states and towns, as the shipped catalogue spells them. */
import { foldText } from '../text/normalise.ts'

const COUNTRY_SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  Austria: ['osterreich', 'oesterreich'],
  Belgium: ['belgie', 'belgique', 'belgien'],
  'Bosnia and Herzegovina': ['bosnia', 'bosnia herzegovina', 'bosnia & herzegovina'],
  Brazil: ['brasil'],
  China: ["people's republic of china", "china / people's republic of china", 'prc', 'mainland china'],
  Croatia: ['hrvatska'],
  Czechia: ['czech republic', 'ceska republika', 'cesko', 'tschechien', 'the czech republic'],
  'Democratic Republic of the Congo': ['congo - kinshasa', 'dr congo', 'drc', 'congo, democratic republic of the'],
  Denmark: ['danmark'],
  Finland: ['suomi'],
  Germany: ['deutschland', 'allemagne', 'alemania', 'bayern'],
  Greece: ['hellas'],
  'Hong Kong': ['hong kong sar china', 'hong kong sar'],
  Hungary: ['magyarorszag'],
  Iceland: ['island'],
  Ireland: ['republic of ireland', 'eire'],
  Italy: ['italia', 'italie'],
  'Ivory Coast': ["cote d'ivoire", 'cote d’ivoire'],
  Japan: ['nippon', '日本'],
  Laos: ["lao people's democratic republic", 'lao pdr', 'lao'],
  Macau: ['macao', 'macao sar china'],
  Mexico: ['mexiko'],
  Moldova: ['republic of moldova'],
  Myanmar: ['burma', 'myanmar (burma)'],
  Netherlands: ['the netherlands', 'holland', 'nederland', 'pays-bas'],
  'North Macedonia': ['macedonia', 'fyr macedonia'],
  Norway: ['norge'],
  Palestine: ['palestinian territories', 'palestinian territory'],
  Poland: ['polska'],
  'Republic of the Congo': ['congo - brazzaville', 'congo'],
  Romania: ['roumanie'],
  Russia: ['russian federation', 'россия'],
  Slovakia: ['slovak republic', 'slovensko'],
  'South Korea': ['korea', 'korea, republic of', 'republic of korea'],
  Spain: ['espana', 'espagne', 'spanien'],
  Sweden: ['sverige'],
  Switzerland: ['schweiz', 'suisse', 'svizzera'],
  'Timor-Leste': ['east timor'],
  Türkiye: ['turkey', 'turkiye'],
  Ukraine: ['україна'],
  'United Kingdom': [
    'england',
    'scotland',
    'wales',
    'northern ireland',
    'great britain',
    'uk',
    'gb',
    'britain',
    'u.k.',
  ],
  'United States': ['usa', 'us', 'u.s.a.', 'u.s.', 'united states of america', 'etats-unis', 'vereinigte staaten'],
  'U.S. Virgin Islands': ['virgin islands', 'us virgin islands'],
  Vietnam: ['viet nam'],
}

const STATES: Readonly<Record<string, string>> = {
  'United States':
    'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming',
  Canada:
    'AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,NS Nova Scotia,ON Ontario,PE Prince Edward Island,QC Quebec,SK Saskatchewan',
  Australia:
    'ACT Australian Capital Territory,NSW New South Wales,NT Northern Territory,QLD Queensland,SA South Australia,TAS Tasmania,VIC Victoria,WA Western Australia',
}

/** Local and international names of the same town. */
const TOWNS = [
  'munich munchen muenchen',
  'cologne koln koeln',
  'vienna wien',
  'prague praha prag',
  'plzen pilsen',
  'copenhagen kobenhavn',
  'nuremberg nurnberg nuernberg',
  'dusseldorf duesseldorf',
  'brussels bruxelles brussel',
  'antwerp antwerpen anvers',
  'ghent gent gand',
  'bruges brugge',
  'leuven louvain',
  'aarhus arhus',
  'gothenburg goteborg',
  'warsaw warszawa',
  'moscow moskva москва',
  'rome roma',
  'milan milano',
  'lisbon lisboa',
  'geneva geneve',
  'zurich zuerich',
  'hanover hannover',
  'brunswick braunschweig',
  'luxembourg letzebuerg',
  'turin torino',
  'florence firenze',
  'naples napoli',
  'seville sevilla',
  'basel bale',
  'st_petersburg saint_petersburg санкт-петербург',
  'kyiv kiev київ',
  'bucharest bucuresti',
  'belgrade beograd',
  'athens athina',
  'turku abo',
  'helsinki helsingfors',
  'ceske_budejovice budweis',
]

const countryBySpelling = new Map(
  Object.entries(COUNTRY_SPELLINGS).flatMap(([country, spellings]) =>
    [foldText(country), ...spellings].map((spelling) => [spelling, country] as const),
  ),
)
const stateByCode = new Map(
  Object.entries(STATES).flatMap(([country, states]) =>
    states.split(',').map((entry) => {
      const [code = '', ...name] = entry.split(' ')
      return [`${country} ${code}`, name.join(' ')] as const
    }),
  ),
)
const townBySpelling = new Map(
  TOWNS.flatMap((line) => line.split(' ').map((town) => [town.replaceAll('_', ' '), line] as const)),
)
const englishNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

const countryByEnglishName = new Map(
  englishCodes().flatMap((code) => {
    const name = countryByCode(code)
    return name === null ? [] : [[foldText(name), name] as const]
  }),
)

/** Returns the country as the shipped catalogue spells it; an unknown name is returned unchanged. */
export function canonicalCountry(text: string | null): string | null {
  return text === null ? null : (findCountry(text) ?? text)
}

/** Returns the country that a text names in English or a local language, otherwise null. */
export function findCountry(text: string): string | null {
  const spelled = foldText(text).trim()
  const plain = spelled.replace(/-/gu, ' ')
  return (
    countryBySpelling.get(spelled) ??
    countryBySpelling.get(plain) ??
    countryByEnglishName.get(spelled) ??
    countryByEnglishName.get(plain) ??
    null
  )
}

/** Looks up a two-letter ISO 3166 code. */
export function countryByCode(code: string): string | null {
  const name = /^[a-z]{2}$/iu.test(code) ? englishNames.of(code.toUpperCase()) : undefined
  return name === undefined || /^unknown|^pseudo/iu.test(name) ? null : (countryBySpelling.get(foldText(name)) ?? name)
}

function englishCodes(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters.flatMap((first) => letters.map((second) => first + second))
}

/** Expands codes of states: 'MN' in the United States is Minnesota. Anything else is returned unchanged. */
export function canonicalState(text: string | null, country: string | null): string | null {
  return text === null ? null : (stateByCode.get(`${country} ${text.trim().toUpperCase()}`) ?? text)
}

function isSameTown(a: string, b: string): boolean {
  const [first, second] = [townKey(a), townKey(b)]
  return first === second || first.startsWith(`${second} `) || second.startsWith(`${first} `)
}

export interface Address {
  city: string | null
  state: string | null
  country: string | null
}

/** True for two countries, and for two states of a country whose states have canonical names. False if unknown. */
export function isInOtherRegion(a: Address, b: Address): boolean {
  if (a.country !== null && b.country !== null && a.country !== b.country) return true
  const country = a.country ?? b.country
  if (country === null || !(country in STATES) || a.state === null || b.state === null) return false
  return foldText(canonicalState(a.state, country) ?? '') !== foldText(canonicalState(b.state, country) ?? '')
}

/** True if both states are known and equal. Breweries of one name in one state are locations of one company. */
export function isInSameState(a: Address, b: Address): boolean {
  const country = a.country ?? b.country
  return country !== null && country in STATES && a.state !== null && b.state !== null && !isInOtherRegion(a, b)
}

/** True if both towns are known and differ, whatever language they are written in. */
export function isInOtherTown(a: Address, b: Address): boolean {
  return a.city !== null && b.city !== null && !isSameTown(a.city, b.city)
}

/** True if the addresses are surely different places. Breweries of similar names in different places are different breweries. */
export function isInOtherPlace(a: Address, b: Address): boolean {
  return isInOtherRegion(a, b) || isInOtherTown(a, b)
}

function townKey(text: string): string {
  const town = foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return townBySpelling.get(town) ?? town
}
