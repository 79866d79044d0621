import { type ComponentType, createContext, useContext } from 'react'

/** The driver's console with sample data, of which one control is to be pressed. */
export type SampleConsoleProps = {
  /** Which task it is for. */
  scene: string
  /** The names of the controls that are answers. */
  controls: readonly string[]
  isLocked: boolean
  /** The place of the pressed control among them. */
  onPress: (control: number) => void
}

/** The driver's feature has the console, and the training shows it: the route brings both together. */
export const SampleConsoleContext = createContext<ComponentType<SampleConsoleProps> | null>(null)

export function useSampleConsole(): ComponentType<SampleConsoleProps> | null {
  return useContext(SampleConsoleContext)
}
