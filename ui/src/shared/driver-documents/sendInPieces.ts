import { discardDocumentUpload, getDocumentUpload } from '@/api/generated/sdk.gen'
import type { DocumentUploadOut } from '@/api/generated/types.gen'
import { codeOf } from '@/api/problem'
import { NoAnswer, sendWithProgress } from '@/auth/sendWithProgress'
import type { UnfinishedUpload } from './unfinishedUploads'

/** The server takes so much at a time. */
export const PIECE = 512 * 1024
/** The server takes no longer one, and shows less of it. */
const LONGEST_NAME = 500

/** Sends what the server does not have of a file, piece by piece; the last one hands the document in. */
export async function sendInPieces(
  file: UnfinishedUpload,
  how: { isNew: boolean; signal: AbortSignal; onProgress: (percent: number) => void },
): Promise<void> {
  let received = how.isNew ? 0 : await receivedOf(file, how.signal)
  let hasBegunAnew = false
  while (true) {
    const offset = Math.min(received, lastPieceOf(file.body))
    try {
      const { document, ...progress } = await sendPiece(file, offset, how)
      if (document) return
      // A server that takes nothing more would be asked for ever.
      if (progress.received <= offset) throw new NoAnswer()
      received = progress.received
    } catch (error) {
      // What was sent before is deleted by now.
      if (codeOf(error) !== 'upload_gone' || hasBegunAnew) throw error
      hasBegunAnew = true
      received = 0
    }
  }
}

/** Deletes at the server what it has of a file. It is deleted there after a day anyhow. */
export async function discardPieces({ clientId }: UnfinishedUpload): Promise<void> {
  await discardDocumentUpload({ path: { client_id: clientId } }).catch(() => undefined)
}

function lastPieceOf({ size }: Blob): number {
  return size === 0 ? 0 : PIECE * (Math.ceil(size / PIECE) - 1)
}

async function receivedOf({ clientId }: UnfinishedUpload, signal: AbortSignal): Promise<number> {
  const { data } = await getDocumentUpload({
    path: { client_id: clientId },
    signal,
    throwOnError: true,
  })
  return data.received
}

async function sendPiece(
  { type, credentialId, clientId, name, body }: UnfinishedUpload,
  offset: number,
  how: { signal: AbortSignal; onProgress: (percent: number) => void },
): Promise<DocumentUploadOut> {
  const piece = body.slice(offset, offset + PIECE)
  const query = new URLSearchParams({
    type,
    size: String(body.size),
    file_name: name.slice(0, LONGEST_NAME),
    ...(credentialId && { credential_id: credentialId }),
  })
  const answer = await sendWithProgress({
    url: `/api/v1/document-uploads/${clientId}/${offset}?${query}`,
    body: piece,
    signal: how.signal,
    onProgress: (percent) =>
      how.onProgress(Math.floor((100 * offset + percent * piece.size) / body.size)),
  })
  return answer as DocumentUploadOut
}
