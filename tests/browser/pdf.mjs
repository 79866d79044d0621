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

/** A PDF of one empty page, with something more in its catalog, and as much after its end as scanners leave. */
export function emptyPdf(name, more = '', padding = 0) {
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${more}>>`,
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>',
  ]
  let text = '%PDF-1.4\n'
  const starts = objects.map((object, place) => {
    const start = text.length
    text += `${place + 1} 0 obj${object}endobj\n`
    return String(start).padStart(10, '0')
  })
  const table = starts.map((start) => `${start} 00000 n \n`).join('')
  text += `xref\n0 4\n0000000000 65535 f \n${table}trailer<</Root 1 0 R/Size 4>>\nstartxref\n${text.length}\n%%EOF\n`
  const buffer = Buffer.concat([Buffer.from(text), Buffer.alloc(padding)])
  return { name, mimeType: 'application/pdf', buffer }
}
