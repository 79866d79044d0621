import type { ReactNode } from 'react'

/** A component in all its states, by the name of each. A file `*.specimen.tsx` exports one as default. */
export type Specimen = { name: string; states: Record<string, ReactNode> }
