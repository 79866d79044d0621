/** Acts every so many milliseconds while the page is seen, and when somebody comes back to it; returns its end. */
export function whileVisible(everyMs: number, act: () => void): () => void {
  const look = () => {
    if (!document.hidden) act()
  }
  const timer = setInterval(look, everyMs)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
