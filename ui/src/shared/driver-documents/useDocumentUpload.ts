import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  getOwnApplicationQueryKey,
  listOwnCredentialsQueryKey,
  listOwnDocumentsQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import type { DocumentType } from '@/api/generated/types.gen'
import { newIdempotencyKey } from '@/api/idempotencyKeys'
import { isProblem, isWorthRetrying, sentenceOf } from '@/api/problem'
import { NoAnswer } from '@/auth/sendWithProgress'
import { shrunk } from '@/shared/proof/photo'
import { discardPieces, sendInPieces } from './sendInPieces'
import {
  forgetUpload,
  storeUpload,
  type UnfinishedUpload,
  type UploadSubject,
  unfinishedUpload,
  userId,
} from './unfinishedUploads'

const MOST_BYTES = 10 * 1024 * 1024
export const TAKEN = ['image/jpeg', 'image/png', 'application/pdf'] as const

type Upload =
  | { state: 'idle' }
  | { state: 'refused'; problem: string }
  | { state: 'sending'; percent: number; file: UnfinishedUpload }
  | { state: 'failed'; problem: string; file: UnfinishedUpload }
  | { state: 'stopped'; file: UnfinishedUpload }

/**
 * One document on its way. What broke off goes on where it stopped: by itself once the connection is back or
 * the page is opened again, and when its owner says so where they stopped it.
 */
export function useDocumentUpload({ type, credentialId }: UploadSubject) {
  const [upload, setUpload] = useState<Upload>({ state: 'idle' })
  const [isStored, setStored] = useState(true)
  const abort = useRef<AbortController>(null)
  const stopping = useRef(false)
  const queries = useQueryClient()
  useWarning(upload.state === 'sending' && !isStored)

  const finish = async (next: Upload) => {
    await forgetUpload({ type, credentialId })
    setUpload(next)
  }

  const send = async (file: UnfinishedUpload, isNew: boolean) => {
    const controller = new AbortController()
    abort.current = controller
    stopping.current = false
    setUpload({ state: 'sending', percent: 0, file })
    try {
      await sendInPieces(file, {
        isNew,
        signal: controller.signal,
        onProgress: (percent) => setUpload({ state: 'sending', percent, file }),
      })
      await finish({ state: 'idle' })
      const listed = credentialId ? listOwnCredentialsQueryKey() : listOwnDocumentsQueryKey()
      void queries.invalidateQueries({ queryKey: listed })
      void queries.invalidateQueries({ queryKey: getOwnApplicationQueryKey() })
    } catch (error) {
      if (controller.signal.aborted) {
        if (stopping.current) setUpload({ state: 'stopped', file })
      } else if (isWorthRetrying(error) || (isProblem(error) && error.status === 429)) {
        setUpload({ state: 'failed', problem: sentenceOf(error), file })
      } else await finish({ state: 'refused', problem: wordsOf(error) })
    }
  }

  const choose = async (chosen: File) => {
    const fault = faultOf(type, chosen)
    if (fault) {
      setUpload({ state: 'refused', problem: fault })
      return
    }
    if ('file' in upload) void discardPieces(upload.file)
    const file: UnfinishedUpload = {
      type,
      credentialId,
      userId: userId(),
      clientId: newIdempotencyKey(),
      name: chosen.name,
      body: await smaller(chosen),
      begunAt: Date.now(),
      isStopped: false,
    }
    setStored(await storeUpload(file))
    await send(file, true)
  }

  const goOn = async () => {
    if (upload.state !== 'failed' && upload.state !== 'stopped') return
    const file = { ...upload.file, isStopped: false }
    setStored(await storeUpload(file))
    await send(file, false)
  }

  const stop = () => {
    if (upload.state !== 'sending') return
    stopping.current = true
    abort.current?.abort()
    void storeUpload({ ...upload.file, isStopped: true })
  }

  const discard = () => {
    if ('file' in upload) void discardPieces(upload.file)
    void finish({ state: 'idle' })
  }

  const resume = useRef<(file: UnfinishedUpload) => void>(() => undefined)
  resume.current = (file) => {
    if (file.isStopped) setUpload({ state: 'stopped', file })
    else void send(file, false)
  }
  useEffect(() => {
    let isLeft = false
    void unfinishedUpload({ type, credentialId }).then((file) => {
      if (file && !isLeft && !abort.current) resume.current(file)
    })
    return () => {
      isLeft = true
      abort.current?.abort()
      abort.current = null
    }
  }, [type, credentialId])
  useWhenOnline(upload.state === 'failed', () => void goOn())
  return {
    upload,
    choose: (file: File) => void choose(file),
    goOn: () => void goOn(),
    stop,
    discard,
  }
}

/** What cannot be taken is said before anything is sent (ONB-32). */
function faultOf(type: DocumentType, file: File): string | null {
  if (file.size > MOST_BYTES) return 'File size must be less than 10MB'
  if (!TAKEN.some((kind) => kind === file.type)) return 'Only JPG, PNG, and PDF files are allowed'
  if (type === 'profile_photo' && !file.type.startsWith('image/')) {
    return 'Profile photo must be an image file'
  }
  return null
}

/** A picture as small as it is stored; what this browser cannot draw goes as it is, and the server judges it. */
async function smaller(file: File): Promise<Blob> {
  if (!file.type.startsWith('image/')) return file
  try {
    const { blob, url } = await shrunk(file)
    URL.revokeObjectURL(url)
    return blob.size < file.size ? blob : file
  } catch {
    return file
  }
}

function wordsOf(error: unknown): string {
  return error instanceof NoAnswer || isProblem(error)
    ? sentenceOf(error)
    : 'The file was not taken.'
}

function useWhenOnline(isWaiting: boolean, go: () => void) {
  const latest = useRef(go)
  latest.current = go
  useEffect(() => {
    if (!isWaiting) return
    const listen = () => latest.current()
    window.addEventListener('online', listen)
    return () => window.removeEventListener('online', listen)
  }, [isWaiting])
}

/** What this browser could not store is on this page alone: whoever reloads or leaves it is asked first. */
function useWarning(isUnsent: boolean) {
  useEffect(() => {
    if (!isUnsent) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsent])
}
