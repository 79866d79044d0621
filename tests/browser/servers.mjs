// Servers of a check's own: to be ended and brought back, or set up as the shared one is not.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'

const READY_MS = 60_000
const LOOK_AGAIN_MS = 200

/** A port of the loopback that nobody listens at. */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}

/** A demonstration marketplace that can be started again with the same data at the same address. */
export async function demonstration(t, settings) {
  const port = await freePort()
  const data = await mkdtemp(join(tmpdir(), 'haulage-'))
  const base = `http://127.0.0.1:${port}`
  let running = null

  async function start(further = {}) {
    const command = ['serve', '--demo', '--data', data, '--port', `${port}`]
    running = spawn('haulage', command, {
      env: { ...process.env, HAULAGE_CARD_DECLINE_SHARE: '0', ...settings, ...further },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await untilReady(running, `${base}/health/ready`)
  }

  async function stop() {
    if (running.exitCode !== null || running.signalCode !== null) return
    running.kill('SIGTERM')
    await once(running, 'exit')
  }

  t.after(async () => {
    await stop()
    await rm(data, { recursive: true })
  })
  await start()
  return { base, start, stop }
}

async function untilReady(server, address) {
  const deadline = Date.now() + READY_MS
  while (Date.now() < deadline) {
    assert.equal(server.exitCode, null, 'the server ended before it was ready')
    const answer = await fetch(address).catch(() => null)
    if (answer?.ok) return
    await pass(LOOK_AGAIN_MS)
  }
  assert.fail(`${address} did not answer within ${READY_MS / 1000} s`)
}
