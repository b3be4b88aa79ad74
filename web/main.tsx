/** Starts the phone app. */
import './ui/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { guessLanguage } from '#contracts'
import { App } from './app/app.tsx'
import { reloadOnStaleChunk } from './app/stale-chunk.ts'
import { registerServiceWorker } from './device/app-version.ts'
import { chosenLanguage } from './device/preferences.ts'
import { loadLanguage } from './language/language.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root')
reloadOnStaleChunk()
const page = createRoot(root)
void loadLanguage(chosenLanguage.get() ?? guessLanguage(navigator.languages)).then(() =>
  page.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)

// After the first screen has loaded: the service worker serves the next visit.
if (import.meta.env.PROD) {
  window.addEventListener('load', () => {
    // Some private windows refuse; the app then needs the network.
    registerServiceWorker().catch((error: unknown) => console.warn('Cannot register the service worker.', error))
  })
}
