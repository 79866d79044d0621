import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getStatusQueryKey } from '@/api/generated/@tanstack/react-query.gen'
import type { DeliveryOut, DriverOut, StatusOut } from '@/api/generated/types.gen'
import { mayStoreFor } from '@/auth/personalData'
import { ACTIVE_DELIVERIES_KEY } from '@/auth/storedSession'

/** What a driver sees again after a reload in a tunnel: their jobs in hand, and nobody else's. */
export type StoredConsole = {
  userId: string
  at: number
  driver: DriverOut
  deliveries: DeliveryOut[]
  /** Which map there is. */
  status: StatusOut | undefined
}

/** Null for whoever else is signed in. */
export function storedConsole(userId: string): StoredConsole | null {
  try {
    const stored = JSON.parse(
      localStorage.getItem(ACTIVE_DELIVERIES_KEY) ?? 'null',
    ) as StoredConsole | null
    return stored?.userId === userId && Array.isArray(stored.deliveries) ? stored : null
  } catch {
    return null
  }
}

/**
 * Only what is in hand: names and addresses of customers leave the device as soon as their delivery
 * is done, and when the driver signs out.
 */
export function storeConsole(stored: StoredConsole): void {
  if (!mayStoreFor(stored.userId)) return
  const deliveries = stored.deliveries.filter(
    ({ status }) => status === 'pending' || status === 'in_progress',
  )
  try {
    localStorage.setItem(ACTIVE_DELIVERIES_KEY, JSON.stringify({ ...stored, deliveries }))
  } catch {
    // Without room a reload in a tunnel waits for the connection.
  }
}

/**
 * A page that is opened without a connection knows so from the start, and which map there was: the
 * queries would otherwise find out one by one.
 */
export function useTunnel(userId: string): void {
  const queries = useQueryClient()
  useState(() => {
    if (navigator.onLine) return
    onlineManager.setOnline(false)
    const key = getStatusQueryKey()
    const known = storedConsole(userId)?.status
    if (known && !queries.getQueryData(key)) queries.setQueryData(key, known, { updatedAt: 0 })
  })
}
