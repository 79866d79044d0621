import { useState } from 'react'
import { fitted, LONGEST_MESSAGE, lengthOf } from './limits'
import { storedThread, storeThread } from './storage'

/** What is being written, kept in this tab until it is sent. */
export function useDraft(userId: string, orderId: string) {
  const [draft, setDraft] = useState(() => {
    const { draft: text, draftKey: key } = storedThread(userId, orderId)
    return { text, key }
  })
  const [wasCut, setWasCut] = useState(false)
  const put = (text: string, key: string | null) => {
    setDraft({ text, key })
    storeThread(userId, orderId, { draft: text, draftKey: key })
  }
  return {
    ...draft,
    /** What was pasted was longer than a message is. */
    wasCut,
    write(typed: string) {
      const text = fitted(typed)
      setWasCut(lengthOf(typed) > LONGEST_MESSAGE)
      // Other words are another message.
      put(text, text.trim() === draft.text.trim() ? draft.key : null)
    },
    /** Sent in vain under *key*: the same words go again under it. */
    takeBack: (text: string, key: string) => put(text, key),
    clear() {
      setWasCut(false)
      put('', null)
    },
  }
}
