// What a server that asks to confirm addresses has mailed, and what an authenticator would show.
import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** A server with HAULAGE_AUTOCONFIRM=0, and the file that it writes its mails into. */
export const CONFIRMING = process.env.HAULAGE_CONFIRMING_URL
const MAILS = process.env.HAULAGE_CONFIRMING_MAILS

const PATIENCE_MS = 30_000
const LOOK_AGAIN_MS = 50

/** The newest mail to *address* of which *subject* is a part, once it is there. */
export async function mailTo(address, subject) {
  const end = Date.now() + PATIENCE_MS
  while (Date.now() < end) {
    const found = (await mails()).findLast(
      (mail) => mail.to === address && mail.subject.includes(subject),
    )
    if (found) return found
    await pause(LOOK_AGAIN_MS)
  }
  throw new Error(`no mail with "${subject}" came to ${address}`)
}

export function linkIn({ text }) {
  return /http\S+\/auth\/v1\/verify\?\S+/.exec(text)[0]
}

export function digitsIn({ text }) {
  return /: (\d{6})$/m.exec(text)[1]
}

async function mails() {
  const text = await readFile(MAILS, 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** A code of RFC 6238; *later* counts steps of 30 seconds, of which the server takes one either way. */
export function codeOf(secret, later = 0) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = digest.at(-1) & 15
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

function fromBase32(text) {
  const digits = [...text].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter))
  const bits = digits.map((digit) => digit.toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)))
}
