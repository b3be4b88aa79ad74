/** The layout of server-rendered pages: plain HTML that works without scripts, styled like the app. */
import type { FastifyReply } from 'fastify'
import type { Language } from '#contracts'
import { inlineStyleSources } from './inline-styles.ts'
import { PAGE_FONTS } from './page-fonts.ts'
import { textsIn } from './texts.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

const STYLE = `
:root { color-scheme: dark light; --ground: #14100c; --surface: #211913; --line: #4a3826; --text: #f6ead6; --quiet: #bfa98a;
  --lamp: #7a4312; --focus: #ffb238; --cherry: #ff9c8a }
@media (prefers-color-scheme: light) { :root { --ground: #fbf3e4; --surface: #fffaf0; --line: #d9c4a0; --text: #2a1c10;
  --quiet: #6b5238; --lamp: #ffd58a; --focus: #8f4700; --cherry: #a3261b } }
@media (prefers-contrast: more) { :root { --line: #a08f78; --quiet: #e2d3bb; --cherry: #ffb3a6 } }
@media (prefers-contrast: more) and (prefers-color-scheme: light) { :root { --line: #7d6743; --quiet: #47341f; --focus: #653100;
  --cherry: #86150b } }
* { box-sizing: border-box; margin: 0 }
body { min-height: 100dvh; display: grid; place-items: center; padding: 24px; background: radial-gradient(120% 60dvh at 50% 0,
  var(--lamp), transparent 78%) no-repeat var(--ground); color: var(--text);
  font: 16px/1.5 Figtree, system-ui, sans-serif }
main { width: 100%; max-width: 400px; display: grid; gap: 20px }
h1 { text-wrap: balance; font: 600 32px/1.15 Fraunces, Georgia, serif; letter-spacing: -.015em; font-variation-settings: "SOFT" 100 }
.goggles { width: 112px }
main:has(> form, > .button) > :not(form, .button, ul) { justify-self: center; text-align: center }
p { color: var(--quiet); text-wrap: pretty }
form { display: grid; gap: 16px; padding: 20px; border: 1px solid var(--line); border-radius: 20px; background: var(--surface) }
label { display: grid; gap: 6px; font-weight: 600 }
input { min-height: 48px; padding: 0 14px; border: 1px solid color-mix(in srgb, var(--quiet) 75%, var(--ground)); border-radius: 12px; background: var(--ground);
  color: var(--text); font: inherit }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
button, .button { display: grid; place-content: center; min-height: 52px; padding: 10px 20px; border: 0; border-radius: 17px; background: linear-gradient(#ffb238, #f08c1a);
  box-shadow: inset 0 1px #fff6; color: #2a1503; font: 700 17px/1.25 Figtree, system-ui, sans-serif; text-align: center; text-decoration: none; cursor: pointer }
.quiet { display: flex; justify-content: center; align-items: center; gap: 10px; background: none; color: var(--text);
  box-shadow: inset 0 0 0 1.5px color-mix(in srgb, var(--quiet) 75%, var(--ground)) }
.quiet svg { flex: none; width: 20px; height: 20px; color: var(--focus) }
.hint { font-size: 14px }
html:not(.passkeys) .passkey, .passkeys .no-passkey, [hidden] { display: none }
ul { list-style: none; padding: 0; border: 1px solid var(--line); border-radius: 20px; background: var(--surface) }
li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px; padding: 14px 20px }
li + li { border-top: 1px solid var(--line) }
li div { flex: 1 1 140px; font-weight: 600 }
li p { font-size: 14px; font-weight: 400 }
li form { padding: 0; border: 0; background: none }
li button { min-height: 44px; padding-inline: 16px; border-radius: 14px; font-size: 15px }
input:read-only { color: var(--quiet) }
.problem { color: var(--cherry); font-weight: 600 }
a { color: var(--focus) }
code { overflow-wrap: anywhere } td:first-child code { white-space: nowrap } table { border-collapse: collapse } td, th { padding: 4px 12px 4px 0; text-align: left; vertical-align: top }
`

const STYLE_ELEMENT = `<style>${PAGE_FONTS.faces}${STYLE}</style>`

/** Content security policy: no scripts, no frames, no styles but these, nothing from other origins. */
export const PAGE_POLICY = `default-src 'none'; style-src ${inlineStyleSources(STYLE_ELEMENT).join(' ')}; font-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

/** For pages with a script, which is a file of ours and calls us alone. */
export const SCRIPT_POLICY = `${PAGE_POLICY}; script-src 'self'; connect-src 'self'`

const GOGGLES = `<svg class="goggles" viewBox="0 0 168 92" fill="none" aria-hidden="true">
<defs><linearGradient id="beer" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#ffc35a"/><stop offset="1" stop-color="#c8622c"/></linearGradient>
<linearGradient id="rim" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#e2bd88"/><stop offset=".5" stop-color="#c49a63"/><stop offset="1" stop-color="#8d6537"/></linearGradient>
<clipPath id="lenses"><circle cx="50" cy="50" r="26"/><circle cx="118" cy="50" r="26"/></clipPath></defs>
<g stroke-linecap="round"><path d="M5 42c8-15 19-22 33-22M163 42c-8-15-19-22-33-22" stroke="#8d6537" stroke-width="10"/>
<path d="M5 40c8-14 19-20 33-20M163 40c-8-14-19-20-33-20" stroke="#c49a63" stroke-width="7"/></g>
<g fill="#2a1a0d" stroke="url(#rim)" stroke-width="8"><circle cx="50" cy="50" r="36"/><circle cx="118" cy="50" r="36"/></g>
<g clip-path="url(#lenses)"><path d="M14 48q9-6 18 0t18 0 18 0 18 0 18 0 18 0 18 0v40H14Z" fill="url(#beer)"/>
<path d="M14 36q9-5 18 0t18 0 18 0 18 0 18 0 18 0 18 0 18 0v13q-9 5-18 0t-18 0-18 0-18 0-18 0-18 0-18 0-18 0Z" fill="#fff3d1"/>
<path d="M31 44c2-8 8-14 16-15M99 44c2-8 8-14 16-15" stroke="#fff" stroke-opacity=".55" stroke-width="3" stroke-linecap="round"/></g>
<path d="M78 45c4-4.5 8-4.5 12 0" stroke="#c49a63" stroke-width="8" stroke-linecap="round"/></svg>`

/** `script`: the path of one that runs before the page is shown, so that nothing moves. It needs `SCRIPT_POLICY`. */
export function page(language: Language, title: string, body: string, script?: string): string {
  const scriptElement = script === undefined ? '' : `<script src="${escapeHtml(script)}"></script>`
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escapeHtml(title)} - BeerGoggles</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/icon.svg">${PAGE_FONTS.links}${STYLE_ELEMENT}${scriptElement}</head>
<body><main>${GOGGLES}<h1>${escapeHtml(title)}</h1>${body}</main></body>
</html>`
}

/** For a browser that opens an address while the server is too busy. An empty `href` opens the same address again. */
export function laterPage(language: Language, message: string): string {
  const t = textsIn(language)
  const body = `<p role="alert">${escapeHtml(message)}</p><a class="button" href="">${t('retry')}</a>`
  return page(language, t('later'), body)
}

export function sendPage(reply: FastifyReply, status: number, html: string, policy = PAGE_POLICY): FastifyReply {
  return reply
    .code(status)
    .type('text/html')
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
    .send(html)
}
