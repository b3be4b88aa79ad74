import { describe, expect, it } from 'vitest'
import { isOwnOrigin, knownOrigin, originOf } from './origin.ts'

const PUBLIC = 'https://beer.example.org'

describe('the origin of a request', () => {
  it.each([
    'localhost:3000',
    '127.0.0.1:3000',
    '[::1]:3000',
    '10.1.2.3',
    '192.168.0.17:3000',
    '172.31.0.1',
    '100.100.1.1:3000',
    'pub.local:3000',
    'fridge:3000',
    '[fd00::1]:3000',
  ])('is used if its host is loopback or private: %s', (host) => {
    expect(originOf({ headers: { host } }, undefined)).toBe(`http://${host}`)
  })

  it.each([
    'evil.example',
    '8.8.8.8:3000',
    '172.32.0.1',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'user@localhost',
    'localhost/..//evil.example',
    'localhost?x',
    '',
  ])('is rejected if its host may be another site’s: %s', (host) => {
    expect(knownOrigin({ headers: { host } }, undefined)).toBeUndefined()
    expect(() => originOf({ headers: { host } }, undefined)).toThrow('PUBLIC_URL')
  })

  it('is PUBLIC_URL if the request names it or came through a trusted proxy', () => {
    expect(originOf({ headers: { host: 'beer.example.org' } }, PUBLIC)).toBe(PUBLIC)
    expect(originOf({ headers: { host: '127.0.0.1:3000' }, ips: ['127.0.0.1', '8.8.8.8'] }, PUBLIC)).toBe(PUBLIC)
    const direct = { headers: { host: '127.0.0.1:3000', 'x-forwarded-for': '8.8.8.8' }, ips: ['127.0.0.1'] }
    expect(originOf(direct, PUBLIC)).toBe('http://127.0.0.1:3000')
  })

  it('is a redirect target only if it is ours', () => {
    expect(isOwnOrigin(PUBLIC, PUBLIC)).toBe(true)
    expect(isOwnOrigin('https://beer.example.org.evil.example', PUBLIC)).toBe(false)
    expect(isOwnOrigin('https://localhost', PUBLIC)).toBe(false)
    expect(isOwnOrigin('http://localhost:1/x', PUBLIC)).toBe(false)
    expect(isOwnOrigin('javascript:alert(1)', PUBLIC)).toBe(false)
  })
})
