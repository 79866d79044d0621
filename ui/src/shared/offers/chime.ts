const KEY = 'haulage.offers.sound'
const NOTES_HZ = [660, 880]
const NOTE_SECONDS = 0.18
const VOLUME = 0.2
const BUZZ_MS = [120, 80, 120]

export function isSoundOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

export function keepSound(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off')
  } catch {
    // A browser that keeps nothing asks again next time.
  }
}

/** Two short notes, and a buzz unless the device asks for less motion. A device that may not play stays quiet. */
export function chime(): void {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  // Before somebody has touched the page a browser refuses, and complains.
  if (!still && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ_MS)
  if (typeof AudioContext === 'undefined') return
  try {
    play(new AudioContext())
  } catch {
    // No loudspeaker, or not before somebody has touched the page.
  }
}

function play(audio: AudioContext): void {
  NOTES_HZ.forEach((pitch, place) => {
    const start = audio.currentTime + place * NOTE_SECONDS
    const note = audio.createOscillator()
    const volume = audio.createGain()
    note.frequency.value = pitch
    volume.gain.setValueAtTime(VOLUME, start)
    volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE_SECONDS)
    note.connect(volume).connect(audio.destination)
    note.start(start)
    note.stop(start + NOTE_SECONDS)
    if (place === NOTES_HZ.length - 1) note.onended = () => void audio.close()
  })
}
