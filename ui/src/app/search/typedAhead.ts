/** Ours: what has not come by then may never come, and keys are again what they were. */
const LONGEST_MS = 10_000

let kept: { text: string; since: number } | null = null

/** From now on what is typed is meant for the search, which is still being fetched or opening. */
export function keepTyped() {
  letGo()
  kept = { text: '', since: performance.now() }
  document.addEventListener('keydown', keep, true)
  document.addEventListener('pointerdown', letGo, true)
}

/** What was typed meanwhile; the field takes the rest itself. */
export function takeTyped(): string {
  const text = kept?.text ?? ''
  letGo()
  return text
}

function letGo() {
  kept = null
  document.removeEventListener('keydown', keep, true)
  document.removeEventListener('pointerdown', letGo, true)
}

function keep(event: KeyboardEvent) {
  if (!kept || event.key === 'Escape' || performance.now() - kept.since > LONGEST_MS) {
    letGo()
    return
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Backspace') kept.text = kept.text.slice(0, -1)
  else if ([...event.key].length === 1) kept.text += event.key
  else return
  // Neither a field of the page nor a shortcut of its own answers to it.
  event.preventDefault()
  event.stopPropagation()
}
