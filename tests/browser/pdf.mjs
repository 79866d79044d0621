// Documents that open in a tab of their own, read by a program that has nothing to do with who wrote them.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'

/** pypdf comes with the packages that the Python tests need. */
const READ_PDF = `
import sys
from io import BytesIO
from pypdf import PdfReader
reader = PdfReader(BytesIO(sys.stdin.buffer.read()))
print(" ".join(" ".join(page.extract_text() for page in reader.pages).split()))
`

/** What a PDF says. */
export function wordsOf(pdf) {
  const read = spawnSync('python', ['-c', READ_PDF], { input: pdf, encoding: 'utf-8' })
  assert.equal(read.status, 0, read.stderr)
  return read.stdout
}

/** The document that *press* opens in a tab of its own, as the bytes that the server sends. */
export async function documentOf(page, press) {
  const response = page.waitForResponse((it) => it.url().endsWith('/pdf'))
  const opened = page.waitForEvent('popup')
  await press()
  const { url } = await (await response).json()
  const tab = await opened
  const answer = await fetch(new URL(url, page.url()))
  assert.equal(answer.headers.get('content-type'), 'application/pdf')
  await tab.close()
  return Buffer.from(await answer.arrayBuffer())
}
