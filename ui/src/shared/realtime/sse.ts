/** One message of a Server-Sent Events stream. `id` is the last id that the stream has named. */
export type StreamMessage = { event: string; data: string; id: string }

/**
 * Reads a stream piece by piece, wherever the network cut it: give it text as it comes, and it
 * gives back the messages that are complete. Comments and messages without data are passed over.
 */
export function messageReader(lastId = ''): (text: string) => StreamMessage[] {
  let rest = ''
  let id = lastId
  let event = ''
  let data: string[] = []

  function line(text: string, messages: StreamMessage[]) {
    if (text === '') {
      if (data.length > 0) messages.push({ event: event || 'message', data: data.join('\n'), id })
      event = ''
      data = []
      return
    }
    const colon = text.indexOf(':')
    const field = colon < 0 ? text : text.slice(0, colon)
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') event = value
    else if (field === 'data') data.push(value)
    else if (field === 'id' && !value.includes('\0')) id = value
  }

  return (text) => {
    const messages: StreamMessage[] = []
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const each of lines) line(each, messages)
    return messages
  }
}
