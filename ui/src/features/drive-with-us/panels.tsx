import { type ComponentType, lazy } from 'react'
import type { ApplicationOut } from '@/api/generated/types.gen'
import type { LaterStep } from './steps'
import type { Who } from './who'

/** A step for everybody, or one that is part of somebody's application and asked for only with it. */
type Panel =
  | { for: 'everybody'; show: ComponentType<{ who: Who }> }
  | { for: 'applicants'; show: ComponentType<{ application: ApplicationOut }> }

/** What each step shows; loaded once it is opened. The frame draws Previous and Next below it. */
export const PANELS: Record<LaterStep, Panel> = {
  2: { for: 'everybody', show: lazy(() => import('./Overview')) },
  3: { for: 'everybody', show: lazy(() => import('./Application')) },
  4: { for: 'applicants', show: lazy(() => import('./documents/DocumentsStep')) },
  5: { for: 'applicants', show: lazy(() => import('./screening/Screening')) },
  6: { for: 'applicants', show: lazy(() => import('./training/Training')) },
  7: { for: 'everybody', show: lazy(() => import('./Approval')) },
}
