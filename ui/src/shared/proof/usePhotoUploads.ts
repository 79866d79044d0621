import { useEffect, useRef, useState } from 'react'
import { newIdempotencyKey } from '@/api/idempotencyKeys'
import { sentenceOf } from '@/api/problem'
import { shrunk, UnreadablePhoto } from './photo'

/** The server takes no more at once. */
export const MOST_PHOTOS = 6

export type Upload = {
  /** Under which the server knows it: what is sent again is the same picture. */
  clientId: string
  url: string
  /** What is sent; null for one that the server has from before. */
  blob: Blob | null
  state: 'sending' | 'sent' | 'failed'
  problem: string | null
}

/** Where pictures are on this device until what they belong to is sent. */
export type PhotoDrafts = {
  load: () => Promise<{ client_id: string; blob: Blob }[]>
  keep: (clientId: string, blob: Blob) => Promise<void>
  forget: (clientId: string) => Promise<void>
}

/** Pictures that are sent as soon as they are chosen; one that failed stays, to be sent again. */
export function usePhotoUploads(how: {
  send: (clientId: string, blob: Blob) => Promise<unknown>
  onSent?: (clientId: string) => void
  /** How many there are already, from before. */
  others?: number
  /** Without it pictures that belong to nothing yet are gone with the page. */
  drafts?: PhotoDrafts
}) {
  const [uploads, setUploads] = useState<Upload[]>([])
  /** Chosen, and not yet made small enough to send. */
  const [unread, setUnread] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const shown = useRef<Upload[]>([])
  shown.current = uploads
  useEffect(
    () => () => {
      for (const { url } of shown.current) URL.revokeObjectURL(url)
    },
    [],
  )

  const change = (clientId: string, changed: Partial<Upload>) =>
    setUploads((all) =>
      all.map((each) => (each.clientId === clientId ? { ...each, ...changed } : each)),
    )

  const send = async ({ clientId, blob }: Upload) => {
    if (!blob) return
    change(clientId, { state: 'sending', problem: null })
    try {
      await how.send(clientId, blob)
      change(clientId, { state: 'sent' })
      how.onSent?.(clientId)
    } catch (error) {
      change(clientId, { state: 'failed', problem: sentenceOf(error) })
    }
  }

  const { drafts } = how
  const restore = useRef((_found: Awaited<ReturnType<PhotoDrafts['load']>>) => {})
  restore.current = (found) => {
    const made = found.map(({ client_id, blob }): Upload => {
      const url = URL.createObjectURL(blob)
      return { clientId: client_id, url, blob, state: 'sending', problem: null }
    })
    setUploads((all) => [...made, ...all])
    // The server may have them, and takes the same picture again.
    for (const each of made) void send(each)
  }
  useEffect(() => {
    if (!drafts) return
    let isGone = false
    void drafts.load().then((found) => {
      if (!isGone && found.length > 0) restore.current(found)
    })
    return () => {
      isGone = true
    }
  }, [drafts])

  const add = async (files: File[]) => {
    const room = Math.max(0, MOST_PHOTOS - shown.current.length - (how.others ?? 0))
    setProblem(files.length > room ? `You can add up to ${MOST_PHOTOS} photos.` : null)
    const chosen = files.slice(0, room)
    setUnread((count) => count + chosen.length)
    for (const file of chosen) {
      try {
        const { blob, url } = await shrunk(file)
        const clientId = newIdempotencyKey()
        const made: Upload = { clientId, url, blob, state: 'sending', problem: null }
        setUploads((all) => [...all, made])
        void drafts?.keep(clientId, blob)
        void send(made)
      } catch (error) {
        setProblem(
          error instanceof UnreadablePhoto ? error.message : 'The photo could not be read.',
        )
      } finally {
        setUnread((count) => count - 1)
      }
    }
  }

  const remove = ({ clientId, url }: Upload) => {
    URL.revokeObjectURL(url)
    void drafts?.forget(clientId)
    setUploads((all) => all.filter((each) => each.clientId !== clientId))
  }

  const isReading = unread > 0
  const hasFailed = uploads.some(({ state }) => state === 'failed')
  useWarning(isReading || uploads.some(({ state }) => state !== 'sent'))
  return {
    uploads,
    problem,
    isReading,
    add,
    remove,
    resend: send,
    hasFailed,
    /** Why nothing can be sent with these pictures yet. */
    fault:
      isReading || uploads.some(({ state }) => state === 'sending')
        ? 'Your photos are still being sent. One moment, please.'
        : hasFailed
          ? 'A photo was not sent. Send it again or remove it.'
          : null,
    sentIds: uploads.filter(({ state }) => state === 'sent').map(({ clientId }) => clientId),
  }
}

/** A picture that the server has not is on this page alone: whoever reloads or leaves it is asked first. */
function useWarning(isUnsent: boolean) {
  useEffect(() => {
    if (!isUnsent) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsent])
}

export type PhotoUploads = ReturnType<typeof usePhotoUploads>
