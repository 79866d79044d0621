// Servers of a check's own: to be ended and brought back, or set up as the shared one is not.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** A busy machine is slow and not wrong, and servers of several checks start beside each other. */
const READY_MS = 150_000
const LOOK_AGAIN_MS = 200

const PORTS = fileURLToPath(new URL('../ports.py', import.meta.url))

/** Ports of the loopback that nobody else is given as long as this process lives; our servers listen there. */
export async function heldPorts(count) {
  const holder = spawn('python', [PORTS, `${count}`], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = await once(holder.stdout, 'data')
  for (const each of [holder, holder.stdin, holder.stdout]) each.unref()
  return line.toString().trim().split(' ').map(Number)
}

/** A `haulage` command that serves, once it answers at *address*. */
export async function serving(command, settings, address) {
  const running = spawn('haulage', command, {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    if (running.exitCode !== null || running.signalCode !== null) return
    running.kill('SIGTERM')
    await once(running, 'exit')
  }
  try {
    await untilReady(running, address)
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

/** A `haulage` command that does its work and ends. */
export async function done(command) {
  const running = spawn('haulage', command, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(running, 'exit')
  assert.equal(code, 0, `haulage ${command.join(' ')}`)
}

/** A folder of its own, and how to be rid of it. */
export async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'haulage-'))
  return { path, remove: () => rm(path, { recursive: true }) }
}

/** A demonstration marketplace that can be started again with the same data at the same address. */
export async function demonstration(t, settings) {
  const [port] = await heldPorts(1)
  const data = await folder()
  const base = `http://127.0.0.1:${port}`
  const command = ['serve', '--demo', '--data', data.path, '--port', `${port}`]
  let running = null

  async function start(further = {}) {
    const chosen = { HAULAGE_CARD_DECLINE_SHARE: '0', ...settings, ...further }
    running = await serving(command, chosen, `${base}/health/ready`)
  }
  const stop = () => running?.stop()

  t.after(async () => {
    await stop()
    await data.remove()
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
