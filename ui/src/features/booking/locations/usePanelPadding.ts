import { useViewportSize } from '@mantine/hooks'

/** As in LocationsStep.module.css, in pixels: where the panel stands beside, and how wide it is. */
const BESIDE_FROM = 960
const PANEL = 420
const INSET = 20
const PAGE = 1216
const GAP = 24

/** What the panel hides of the map: its column on a desk, its rounded top edge on a phone. */
export function usePanelPadding() {
  const { width } = useViewportSize()
  if (width < BESIDE_FROM) return { left: 12, top: 12, right: 12, bottom: 28 }
  const left = Math.max(INSET, (width - PAGE) / 2) + PANEL + GAP
  return { left: Math.round(left), top: GAP, right: GAP, bottom: GAP }
}
