import { PROOF_NEEDED } from '@/api/problem'
import { errorBodyOf } from './authRefusal'

type Prompt = () => Promise<boolean>

let prompt: Prompt | null = null
let asking: Promise<boolean> | null = null

/** *asker* has the person prove again who they are; true where they did. Returns how to leave. */
export function setProofPrompt(asker: Prompt): () => void {
  prompt = asker
  return () => {
    if (prompt === asker) prompt = null
  }
}

/**
 * Sends a request, and where the server wants a recent proof of identity first, asks for one and
 * sends the request once more. Nothing was done by the refused one. Whoever gives no proof gets the
 * refusal. Requests that are refused at the same time share one question.
 */
export async function sendWithProof(send: () => Promise<Response>): Promise<Response> {
  const answer = await send()
  if (!prompt || (answer.status !== 400 && answer.status !== 403)) return answer
  if ((await errorBodyOf(answer)).code !== PROOF_NEEDED) return answer
  asking ??= prompt().finally(() => {
    asking = null
  })
  return (await asking) ? send() : answer
}
