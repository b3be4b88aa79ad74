/** The few pages that the server draws itself: plain HTML that works without scripts, in the look of the product. */

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

/** No script, no frame, nothing from elsewhere. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

const STYLE = `
:root { color-scheme: dark light; --ground: #14100c; --surface: #211913; --line: #4a3826; --text: #f6ead6; --quiet: #bfa98a;
  --amber: #f0a030; --on-amber: #1d1206; --cherry: #ff9c8a }
@media (prefers-color-scheme: light) { :root { --ground: #fbf3e4; --surface: #fffaf0; --line: #d9c4a0; --text: #2a1c10;
  --quiet: #6b5238; --amber: #a65d00; --on-amber: #fffaf0; --cherry: #a3261b } }
* { box-sizing: border-box; margin: 0 }
body { min-height: 100dvh; display: grid; place-items: center; padding: 24px; background: radial-gradient(120% 80% at 50% 0,
  color-mix(in srgb, var(--amber) 22%, transparent), transparent 60%), var(--ground); color: var(--text);
  font: 16px/1.5 Figtree, system-ui, sans-serif }
main { width: 100%; max-width: 400px; display: grid; gap: 20px }
h1 { font: 600 32px/1.15 Fraunces, Georgia, serif }
.goggles { width: 96px; color: var(--amber) }
p { color: var(--quiet) }
form { display: grid; gap: 16px; padding: 20px; border: 1px solid var(--line); border-radius: 20px; background: var(--surface) }
label { display: grid; gap: 6px; font-weight: 600 }
input { min-height: 48px; padding: 0 14px; border: 1px solid var(--line); border-radius: 12px; background: var(--ground);
  color: var(--text); font: inherit }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 3px solid var(--amber); outline-offset: 2px }
button, .button { min-height: 52px; padding: 0 20px; border: 0; border-radius: 26px; background: var(--amber);
  color: var(--on-amber); font: 700 17px/52px Figtree, system-ui, sans-serif; text-align: center; text-decoration: none; cursor: pointer }
.problem { color: var(--cherry); font-weight: 600 }
code { overflow-wrap: anywhere } table { border-collapse: collapse } td, th { padding: 4px 12px 4px 0; text-align: left; vertical-align: top }
`

const GOGGLES = `<svg class="goggles" viewBox="0 0 96 40" fill="none" stroke="currentColor" stroke-width="4" aria-hidden="true">
<circle cx="27" cy="21" r="15"/><circle cx="69" cy="21" r="15"/><path d="M42 19c3-4 9-4 12 0M12 17 3 12M84 17l9-5"/>
<path d="M19 21a8 8 0 0 1 8-8M61 21a8 8 0 0 1 8-8" stroke-width="2.5"/></svg>`

export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)} - BeerGoggles</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/icon.svg"><style>${STYLE}</style></head>
<body><main>${GOGGLES}<h1>${escapeHtml(title)}</h1>${body}</main></body>
</html>`
}
