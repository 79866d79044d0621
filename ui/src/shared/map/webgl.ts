/** Whether this browser can draw a map at all; *swiftly* means on a graphics card. */
export function hasWebGL({ swiftly = false } = {}): boolean {
  if (!('WebGL2RenderingContext' in window)) return false
  try {
    const canvas = document.createElement('canvas')
    const gl = canvas.getContext('webgl2', { failIfMajorPerformanceCaveat: swiftly })
    // Given back at once: browsers allow only a few.
    gl?.getExtension('WEBGL_lose_context')?.loseContext()
    return Boolean(gl)
  } catch {
    return false
  }
}
