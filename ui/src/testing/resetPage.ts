import { notifications } from '@mantine/notifications'
import { forgetRemains } from '@/auth/remains'
import { resetSessionStore } from '@/auth/sessionStore'
import { resetSessionWatch } from '@/auth/sessionWatch'
import { showTimesIn } from '@/components/time'
import { letGo } from '@/features/driver/outbox/database'
import { resetServerClock } from '@/features/driver/outbox/serverClock'
import { forgetOutbox } from '@/features/driver/outbox/useOutbox'
import { forgetProofBox } from '@/features/driver/proof/useProofBox'
import { forgetSending } from '@/shared/messaging/sending'
import { forgetAnswers } from '@/shared/offers/answers'

/**
 * As if the page were loaded anew: what modules hold in memory goes, so that tests of one file do not
 * depend on their order. A module that begins to hold something is reset here.
 */
export function resetPage(): void {
  notifications.clean()
  forgetRemains()
  forgetSending()
  forgetAnswers()
  forgetOutbox()
  forgetProofBox()
  letGo()
  resetServerClock()
  showTimesIn(undefined)
  resetSessionWatch()
  resetSessionStore()
}
