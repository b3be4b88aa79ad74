/**
 * Takes the place of `react-style-singleton` in the build (`vite.config.ts`): the scroll lock of dialogs writes its rules into
 * `<style>` elements with it, which the content security policy refuses. A style sheet that a script adopts is allowed.
 */
import { useEffect } from 'react'

/** Returns a component that applies the rules while it is mounted, once however often. */
export function styleSingleton(): (props: { styles: string }) => null {
  // Older browsers have none, and scroll behind dialogs.
  const sheet = 'adoptedStyleSheets' in document ? new CSSStyleSheet() : undefined
  let mounted = 0

  return function AdoptedStyles({ styles }) {
    useEffect(() => {
      if (!sheet) return
      mounted += 1
      if (mounted === 1) {
        sheet.replaceSync(styles)
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      }
      return () => {
        mounted -= 1
        if (mounted === 0) document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
      }
    }, [styles])
    return null
  }
}
