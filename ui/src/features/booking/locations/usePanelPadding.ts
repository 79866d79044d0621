import { useMediaQuery } from '@mantine/hooks'

const BESIDE = { left: 468, top: 24, right: 24, bottom: 24 }
const BELOW = { left: 16, top: 16, right: 16, bottom: 32 }

/** What the panel hides of the map: its column on a desk, its rounded top edge on a phone. */
export function usePanelPadding() {
  return useMediaQuery('(min-width: 60em)', true) ? BESIDE : BELOW
}
