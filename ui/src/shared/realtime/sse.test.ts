import { expect, test } from 'vitest'
import { messageReader } from './sse'

const STORY = 'id: 7\nevent: order\ndata: {"a":1}\n\n: ping\n\nevent: live\ndata: {"b":2}\n\n'

test('messages are whole wherever the network cuts the stream', () => {
  for (let cut = 0; cut <= STORY.length; cut += 1) {
    const read = messageReader()
    const messages = [...read(STORY.slice(0, cut)), ...read(STORY.slice(cut))]
    expect(messages).toEqual([
      { event: 'order', data: '{"a":1}', id: '7' },
      { event: 'live', data: '{"b":2}', id: '7' },
    ])
  }
})

test('a comment is no message, and the id before it stays', () => {
  const read = messageReader('4')
  expect(read(': ping\n\n')).toEqual([])
  expect(read('data: x\n\n')).toEqual([{ event: 'message', data: 'x', id: '4' }])
})

test('lines of data are joined, and any line ending will do', () => {
  expect(messageReader()('data: a\r\ndata:b\r\rdata: c\n\n')).toEqual([
    { event: 'message', data: 'a\nb', id: '' },
    { event: 'message', data: 'c', id: '' },
  ])
})

test('what is not complete waits', () => {
  const read = messageReader()
  expect(read('data: a\n')).toEqual([])
  expect(read('\n')).toHaveLength(1)
})
