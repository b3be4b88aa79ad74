/** Splits names into folded words, for search and for merging sources. */
import { foldText } from './normalise.ts'

/** Han characters with the ways in which China, Taiwan and Japan write them, as far as names of beers and breweries have them. */
const HAN_VARIANTS = new Map(
  (
    '产産產 会會 儿兒 关関關 凤鳳 势勢 华華 厂廠 发発發 台臺 号號 国國 塩鹽盐 头頭 婴嬰 尔爾 岛島嶋 岳嶽 崂嶗 师師 广広廣 庆慶 时時 ' +
    '无無 极極 樱桜櫻 歩步 气気氣 氷冰 汉漢 泽沢澤 浆漿 涛濤 润潤 渓溪 湾灣 滝瀧 滨浜濱 点點 爷爺 独獨 猪豬 纯純 红紅 经經 绿綠 网網 ' +
    '职職 苏蘇 营營 萨薩 蓝藍 蔵藏 语語 谱譜 质質 贺賀 赛賽 跃躍 轻軽輕 边辺邊 乡郷鄉 乌烏 乐楽樂 东東 丰豊豐 丽麗 云雲 击擊 酿醸釀 ' +
    '铁鉄鐵 银銀 锦錦 长長 门門 闯闖 阳陽 陆陸 须須 风風 飞飛 马馬 驴驢 骏駿 鱼魚 鲜鮮 鸟鳥 鹤鶴 鹰鷹 麦麥 黄黃 黑黒 龙竜龍 ' +
    '罗羅 凯凱 鹅鵝 贝貝 维維 胜勝 纳納 兰蘭 伦倫 顶頂 级級'
  )
    .split(' ')
    .flatMap(([first = '', ...others]) => others.map((other) => [other, first] as const)),
)

/** Most names, which are their own words once they are folded. */
const PLAIN_WORDS = /^[a-z\d]+(?: [a-z\d]+)*$/

/** Returns the folded words separated by single spaces. Apostrophes are removed; decimal numbers have a point. */
export function foldToWords(text: string): string {
  const folded = foldText(text)
  if (PLAIN_WORDS.test(folded)) return folded
  return folded
    .replace(/['’‘`]/gu, '')
    .replace(/(?<=\d),(?=\d)/gu, '.')
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .replace(/(?<!\d)\.|\.(?!\d)/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** Returns the distinct folded words of several texts, in order of first occurrence, with one way of writing each Han character. */
export function foldedWords(...texts: (string | null | undefined)[]): string[] {
  const words = texts.flatMap((text) => (text ? foldToWords(text).split(' ') : [])).filter(Boolean)
  return [...new Set(words.map((word) => word.replace(/\p{Script=Han}/gu, (one) => HAN_VARIANTS.get(one) ?? one)))]
}

/** Returns the letters and digits of a text, folded, without what separates them: 'St. Bernardus' is 'stbernardus'. */
export function lettersOf(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]/gu, '')
}
