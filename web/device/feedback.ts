/** Sound and vibration, where the device supports them and the user wants them. */
import { preferences } from './preferences.ts'

const PATTERNS = {
  /** The shutter. */
  captured: { shakeMs: [18], notes: [{ hertz: 1_900, atSeconds: 0, seconds: 0.03 }] },
  /** A beer was found: two rising notes, like clinking glasses. */
  found: {
    shakeMs: [24, 60, 24],
    notes: [
      { hertz: 1_320, atSeconds: 0, seconds: 0.12 },
      { hertz: 1_760, atSeconds: 0.09, seconds: 0.2 },
    ],
  },
} as const
const LOUDNESS = 0.06

let audio: AudioContext | undefined

export function feedback(kind: keyof typeof PATTERNS): void {
  const { soundEffects, vibration } = preferences.get()
  const { shakeMs, notes } = PATTERNS[kind]
  if (vibration && 'vibrate' in navigator) navigator.vibrate([...shakeMs])
  if (!soundEffects || typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  for (const { hertz, atSeconds, seconds } of notes) ring(audio, hertz, audio.currentTime + atSeconds, seconds)
}

function ring(context: AudioContext, hertz: number, start: number, seconds: number): void {
  const tone = context.createOscillator()
  const loudness = context.createGain()
  tone.frequency.value = hertz
  loudness.gain.setValueAtTime(LOUDNESS, start)
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + seconds)
  tone.connect(loudness).connect(context.destination)
  tone.start(start)
  tone.stop(start + seconds)
}
