import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  getOwnApplicationQueryKey,
  listOwnDocumentsQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import type { DocumentType } from '@/api/generated/types.gen'
import { newIdempotencyKey } from '@/api/idempotencyKeys'
import { isProblem, isWorthRetrying, sentenceOf } from '@/api/problem'
import { NoAnswer, sendWithProgress } from '@/auth/sendWithProgress'
import { shrunk } from '@/shared/proof/photo'

const MOST_BYTES = 10 * 1024 * 1024
/** The server takes no longer one, and shows less of it. */
const LONGEST_NAME = 500
export const TAKEN = ['image/jpeg', 'image/png', 'application/pdf'] as const

type Sending = { clientId: string; name: string; body: Blob }
type Upload =
  | { state: 'idle' }
  | { state: 'refused'; problem: string }
  | ({ state: 'sending'; percent: number } & Sending)
  | ({ state: 'failed'; problem: string } & Sending)

/** One document on its way. What failed keeps its file, and goes on by itself once the connection is back. */
export function useDocumentUpload(type: DocumentType) {
  const [upload, setUpload] = useState<Upload>({ state: 'idle' })
  const abort = useRef<AbortController>(null)
  const queries = useQueryClient()
  const isSending = upload.state === 'sending'
  useWarning(isSending)
  useEffect(() => () => abort.current?.abort(), [])

  const send = async (file: Sending) => {
    const controller = new AbortController()
    abort.current = controller
    setUpload({ state: 'sending', percent: 0, ...file })
    try {
      const query = new URLSearchParams({ file_name: file.name.slice(0, LONGEST_NAME) })
      await sendWithProgress({
        url: `/api/v1/driver-documents/${type}/${file.clientId}?${query}`,
        body: file.body,
        signal: controller.signal,
        onProgress: (percent) => setUpload({ state: 'sending', percent, ...file }),
      })
      setUpload({ state: 'idle' })
      void queries.invalidateQueries({ queryKey: listOwnDocumentsQueryKey() })
      void queries.invalidateQueries({ queryKey: getOwnApplicationQueryKey() })
    } catch (error) {
      if (controller.signal.aborted) setUpload({ state: 'idle' })
      else if (isWorthRetrying(error)) {
        setUpload({ state: 'failed', problem: sentenceOf(error), ...file })
      } else setUpload({ state: 'refused', problem: wordsOf(error) })
    }
  }

  const choose = async (file: File) => {
    const fault = faultOf(type, file)
    if (fault) {
      setUpload({ state: 'refused', problem: fault })
      return
    }
    const body = await smaller(file)
    await send({ clientId: newIdempotencyKey(), name: file.name, body })
  }

  const again = () => {
    if (upload.state === 'failed') void send(upload)
  }
  useWhenOnline(upload.state === 'failed', again)
  return {
    upload,
    choose: (file: File) => void choose(file),
    again,
    cancel: () => abort.current?.abort(),
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

/** What is on its way is on this page alone: whoever reloads or leaves it is asked first. */
function useWarning(isUnsent: boolean) {
  useEffect(() => {
    if (!isUnsent) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsent])
}
