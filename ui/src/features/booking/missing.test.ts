import { waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { goToField } from './missing'

afterEach(() => document.body.replaceChildren())

function aPage() {
  document.body.innerHTML =
    '<button id="continue"></button><button id="other"></button><div data-field="name"></div>'
  const element = (id: string) => document.getElementById(id) as HTMLElement
  element('continue').focus()
  return { element, place: document.querySelector('[data-field]') as HTMLElement }
}

test('a field whose part of the page is still being fetched gets the focus once it is there', async () => {
  const { place } = aPage()
  goToField('name')
  const field = document.createElement('input')
  place.append(field)
  await waitFor(() => expect(field).toHaveFocus())
})

test('the focus stays with who has gone elsewhere meanwhile', async () => {
  const { element, place } = aPage()
  goToField('name')
  element('other').focus()
  place.append(document.createElement('input'))
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  expect(element('other')).toHaveFocus()
})
