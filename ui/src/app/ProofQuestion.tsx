import { lazy, Suspense, useEffect, useState } from 'react'
import { setProofPrompt } from '@/auth/freshProof'

const ProveAgain = lazy(async () => ({
  default: (await import('@/features/sign-in/ProveAgain')).ProveAgain,
}))

/** Asks for a recent proof of identity wherever a request needs one, on whatever page. */
export function ProofQuestion() {
  const [answer, setAnswer] = useState<((isProved: boolean) => void) | null>(null)
  useEffect(
    () =>
      setProofPrompt(
        () =>
          new Promise((resolve) => {
            setAnswer(() => (isProved: boolean) => {
              setAnswer(null)
              resolve(isProved)
            })
          }),
      ),
    [],
  )
  if (!answer) return null
  return (
    <Suspense fallback={null}>
      <ProveAgain onAnswer={answer} />
    </Suspense>
  )
}
