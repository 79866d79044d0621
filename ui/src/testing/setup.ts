import '@testing-library/jest-dom/vitest'
import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { closePage, lastRequests } from './inFlight'
import { resetPage } from './resetPage'
import { waitForImportsFirst } from './screenModules'
import { server } from './server'

// jsdom lays nothing out, so what only layout would call stands in here.
Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (media: string) => ({
    media,
    matches: false,
    onchange: null,
    addListener() {},
    removeListener() {},
    addEventListener() {},
    removeEventListener() {},
    dispatchEvent: () => false,
  }),
})
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.scrollTo = () => {}
// Newer browsers answer with a promise, whatever the types say.
Element.prototype.scrollIntoView ??= () => Promise.resolve() as unknown as undefined
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false
}

// jsdom counts frames by the setInterval of the moment in which the first one is asked for. Where a test has
// replaced the clock then, no later test of the same thread ever sees a frame.
const { setTimeout: realTimeout, clearTimeout: clearRealTimeout } = globalThis
const FRAME_MS = 16
window.requestAnimationFrame = (draw) =>
  Number(realTimeout(() => draw(performance.now()), FRAME_MS))
window.cancelAnimationFrame = (frame) => clearRealTimeout(frame)

// Threads of one process hear of each other by these channels, as tabs of one browser do; the tests that
// run in them are no tabs of each other.
const { BroadcastChannel: Channel } = globalThis
globalThis.BroadcastChannel = class extends Channel {
  constructor(name: string) {
    super(`${name} of ${process.env.VITEST_POOL_ID}`)
  }
}

// React in development takes a stack trace of every element that is made, up to ten thousand a second, to
// name the place in a warning. That is a fifth of what these tests take: the count is said to be reached.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object>
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => 10_000,
  set: () => {},
})

// A loaded machine is slow to load a screen; what never comes still fails, only later.
configure({ asyncUtilTimeout: 15_000 })
waitForImportsFirst()

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(async () => {
  await lastRequests()
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  resetPage()
  server.resetHandlers()
  localStorage.clear()
  sessionStorage.clear()
  onlineManager.setOnline(true)
  closePage()
})
// What is still being imported would fail without the page, and for the next file as well.
afterAll(() => vi.dynamicImportSettled())
afterAll(() => server.close())
