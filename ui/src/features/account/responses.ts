import { refusalOf } from '@/auth/authRefusal'
import { outage } from '@/shared/account/outage'

/** In words that a panel can show: the refusals of account calls are no problem documents. */
export async function withReadableError<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    const refusal = refusalOf(error)
    const { code, status } = refusal
    throw { code, status: status || 503, message: outage(refusal) ?? refusal.message }
  }
}
