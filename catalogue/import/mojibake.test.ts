import { describe, expect, it } from 'vitest'
import { repairMojibake } from './mojibake.ts'

describe('repairMojibake', () => {
  it.each([
    ['BiÃ¨re de Garde', 'Bière de Garde'],
    ['NÃ¸gne Ã˜', 'Nøgne Ø'],
    ['CervecerÃ­a', 'Cervecería'],
    ['Å»ywiec', 'Żywiec'],
    ['itâ€™s', 'it’s'],
    ['BiÃƒÂ¨re', 'Bière'],
    ['Балтика BiÃ¨re', 'Балтика Bière'],
  ])('repairs %s', (broken, right) => expect(repairMojibake(broken)).toBe(right))

  it.each(['Bière', 'Ångström', 'SÃO PAULO', 'Ãlg', '東京', 'Â', ''])('leaves correct text unchanged: %s', (text) =>
    expect(repairMojibake(text)).toBe(text),
  )
})
