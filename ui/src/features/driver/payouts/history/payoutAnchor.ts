import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { DriverPayoutOut } from '@/api/generated/types.gen'

/** The place of a payout on its page, for an address that leads to it. */
export function payoutAnchor({ id }: Pick<DriverPayoutOut, 'id'>): string {
  return `payout-${id}`
}

/** Shows what the address names, which may come long after the page does. */
export function useNamedInAddress(anchor: string) {
  const element = useRef<HTMLElement>(null)
  const isNamed = useLocation({ select: ({ hash }) => hash === anchor })
  useEffect(() => {
    if (!isNamed) return
    element.current?.scrollIntoView({ block: 'center' })
    element.current?.focus({ preventScroll: true })
  }, [isNamed])
  return element
}
