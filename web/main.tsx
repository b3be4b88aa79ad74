/** Starts the phone app. */
import './ui/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { replaceWhenPartIsMissing } from './app/missing-part.ts'
import { keepAppOnDevice } from './device/app-version.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root')
replaceWhenPartIsMissing()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

// After the first screen has loaded: keeping the app is for the next visit.
if (import.meta.env.PROD) {
  window.addEventListener('load', () => {
    // A browser may refuse, as some private windows do; the app then simply needs the network.
    keepAppOnDevice().catch((error: unknown) => console.warn('The app cannot be kept on this device.', error))
  })
}
