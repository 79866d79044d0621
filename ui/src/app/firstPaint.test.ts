import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test, vi } from 'vitest'

const SCRIPT = readFileSync('public/first-paint.js', 'utf8')

type Page = { window: Window & typeof globalThis }
type Parser = new (html: string, options: { url: string; runScripts: 'dangerously' }) => Page

let Parse: Parser
beforeAll(async () => {
  const { JSDOM } = await vi.importActual<{ JSDOM: Parser }>('jsdom')
  Parse = JSDOM
})

/** The still page of *body* at an address, as the browser reads it. */
async function read(address: string, body: string, isRemembered = false): Promise<Document> {
  const session = isRemembered ? `localStorage.setItem('haulage.session', '{}')` : ''
  const { window } = new Parse(
    `<head><script>window.matchMedia = () => ({ matches: false }); ${session}</script><script>${SCRIPT}</script></head><body><div id="root">${body}</div></body>`,
    { url: `https://haulage.example${address}`, runScripts: 'dangerously' },
  )
  if (window.document.readyState === 'loading') {
    await new Promise((resolve) => window.addEventListener('DOMContentLoaded', resolve))
  }
  return window.document
}

const COPIES =
  '<div data-still="stranger"><i id="cancelling">S</i></div><div data-still="remembered"><i id="cancelling">R</i></div>'

test.each([
  ['stranger', false, 'S'],
  ['person with a session', true, 'R'],
])('a still page has the copy for a %s alone, so that each id is one place', async (...given) => {
  const [, isRemembered, shown] = given
  const page = await read('/terms', COPIES, isRemembered)
  expect(page.getElementById('root')?.textContent).toBe(shown)
  expect(page.querySelectorAll('#cancelling')).toHaveLength(1)
})

describe('a link of a still page', () => {
  async function pressed(address: string, href: string) {
    const page = await read(address, `<div data-still="anybody"><a href="${href}">Go</a></div>`)
    const link = page.querySelector('a') as HTMLAnchorElement
    page.addEventListener('click', (event) => event.preventDefault())
    link.click()
    return `${link.pathname}${link.search}`
  }

  test.each([
    [
      'leads back to all of the address',
      '/dashboard?tab=payments',
      '/login?next=%2Fdashboard',
      '/login?next=%2Fdashboard%3Ftab%3Dpayments',
    ],
    [
      'takes along where somebody wanted to go',
      '/login?next=%2Ftrack%2Fx',
      '/register',
      '/register?next=%2Ftrack%2Fx',
    ],
    [
      'keeps a way of its own',
      '/drive-with-us?x=1',
      '/register?role=driver&amp;next=%2Fdrive-with-us%3Fstep%3D2',
      '/register?role=driver&next=%2Fdrive-with-us%3Fstep%3D2',
    ],
    ['stays as it is elsewhere', '/login?next=%2Ftrack%2Fx', '/admin', '/admin'],
  ])('%s', async (_what, address, href, expected) => {
    expect(await pressed(address, href)).toBe(expected)
  })
})
