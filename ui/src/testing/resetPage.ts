import { notifications } from '@mantine/notifications'
import { clearPersonalData } from '@/auth/personalData'
import { resetSessionStore } from '@/auth/sessionStore'
import { resetSessionWatch } from '@/auth/sessionWatch'
import { showTimesIn } from '@/components/time'
import { closeDatabase } from '@/features/driver/outbox/database'
import { resetServerClock } from '@/features/driver/outbox/serverClock'
import { resetOutbox } from '@/features/driver/outbox/useOutbox'
import { resetProofBox } from '@/features/driver/proof/useProofBox'
import { resetMessageQueues } from '@/shared/messaging/messageQueue'
import { resetAnswers } from '@/shared/offers/answers'

/**
 * As if the page were loaded anew: what modules hold in memory goes, so that tests of one file do not
 * depend on their order. A module that begins to hold something is reset here.
 */
export function resetPage(): void {
  notifications.clean()
  clearPersonalData()
  resetMessageQueues()
  resetAnswers()
  resetOutbox()
  resetProofBox()
  closeDatabase()
  resetServerClock()
  showTimesIn(undefined)
  resetSessionWatch()
  resetSessionStore()
}
