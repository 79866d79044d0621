/** What cancelling costs, as it is said before anybody pays (OP-23, PUB-20). */
export function cancellationRule(scheduledTime: string | null): string {
  const free = scheduledTime ? 'until 60 minutes before the pickup' : 'for 5 minutes after you pay'
  return `Free to cancel ${free}, then $10. Once your driver sets out it can no longer be canceled.`
}
