import { render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { doAgain, doneBefore, typeAgain, typedInto } from './typedBefore'

function Trip() {
  const [pickup, setPickup] = useState('')
  return (
    <form>
      <label htmlFor="p">Pickup</label>
      <input id="p" type="text" value={pickup} onChange={(e) => setPickup(e.target.value)} />
      <label htmlFor="d">Dropoff</label>
      <input id="d" type="text" defaultValue="" />
      <output>{pickup}</output>
    </form>
  )
}

function stillPage(pickup: string): HTMLElement {
  const root = document.createElement('div')
  root.innerHTML = `
    <label for="s1">Pickup</label><input id="s1" type="text">
    <label for="s2">Gone since</label><input id="s2" type="text" value="x">`
  document.body.append(root)
  const field = root.querySelector('input')
  if (field) field.value = pickup
  return root
}

test('what was typed before the page was alive is there, and the application knows of it', () => {
  const still = stillPage('350 5th')
  const field = still.querySelector('input')
  field?.focus()
  field?.setSelectionRange(3, 3)
  const typed = typedInto(still)
  still.remove()
  const { container } = render(<Trip />)
  typeAgain(container, typed)
  const pickup = screen.getByRole<HTMLInputElement>('textbox', { name: 'Pickup' })
  expect(pickup).toHaveValue('350 5th')
  expect(pickup).toHaveFocus()
  expect(pickup.selectionStart).toBe(3)
  expect(screen.getByRole('status')).toHaveTextContent('350 5th')
  expect(screen.getByRole('textbox', { name: 'Dropoff' })).toHaveValue('')
})

test('a field that somebody has gone on from is left again, so that its list of suggestions closes', () => {
  const root = document.createElement('div')
  root.innerHTML = `
    <label for="p1">Pickup</label><input id="p1" type="text">
    <label for="p2">Dropoff</label><input id="p2" type="text">`
  document.body.append(root)
  const left: string[] = []
  root.addEventListener('focusout', ({ target }) => left.push((target as HTMLElement).id))
  typeAgain(root, [
    { label: 'Pickup', value: '350 5th', focused: false, caret: 7 },
    { label: 'Dropoff', value: '86 5th', focused: true, caret: 6 },
  ])
  expect(left).toEqual(['p1'])
  root.remove()
})

test('whoever has only gone into a field is in it still', () => {
  const still = stillPage('')
  still.querySelector('input')?.focus()
  const typed = typedInto(still)
  still.remove()
  const { container } = render(<Trip />)
  typeAgain(container, typed)
  expect(screen.getByRole('textbox', { name: 'Pickup' })).toHaveFocus()
})

test('where nothing was typed, nothing is touched', () => {
  const still = stillPage('')
  still.querySelectorAll('input')[1]?.remove()
  expect(typedInto(still)).toEqual([])
  still.remove()
})

test('a mail address and a password are kept too', () => {
  const root = document.createElement('div')
  root.innerHTML = `
    <label for="m">Email</label><input id="m" type="email">
    <label for="w">Password</label><input id="w" type="password">`
  document.body.append(root)
  const [email, password] = root.querySelectorAll('input')
  if (!email || !password) throw new Error('no fields')
  email.value = 'ann@example.com'
  password.value = 'a secret'
  email.focus()
  const typed = typedInto(root)
  const again = root.cloneNode(true) as HTMLElement
  for (const field of again.querySelectorAll('input')) field.value = ''
  root.replaceWith(again)
  typeAgain(again, typed)
  const values = [...again.querySelectorAll('input')].map(({ value }) => value)
  expect(values).toEqual(['ann@example.com', 'a secret'])
  expect(again.querySelector('input')).toHaveFocus()
  again.remove()
})

function SignUp({ onSend }: { onSend: (sent: FormData) => void }) {
  const [name, setName] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSend(new FormData(event.currentTarget))
      }}
    >
      <label htmlFor="n">Name</label>
      <input
        id="n"
        name="name"
        type="text"
        value={name}
        onChange={(e) => setName(e.target.value)}
      />
      <label htmlFor="a">I agree</label>
      <input id="a" name="agreed" type="checkbox" />
      <button type="submit">Create account</button>
    </form>
  )
}

test('a choice that nobody has changed is left to the application', () => {
  const still = document.createElement('div')
  still.innerHTML = `
    <label for="s1">Customer</label><input id="s1" type="radio" name="role" checked>
    <label for="s2">Driver</label><input id="s2" type="radio" name="role">`
  document.body.append(still)
  expect(doneBefore(still).checked).toEqual([])
  still.querySelectorAll('input')[1]?.click()
  expect(doneBefore(still).checked).toEqual(['Driver'])
  still.remove()
})

test('a form that was sent before the page was alive is sent with what was typed and checked', async () => {
  const still = document.createElement('div')
  still.innerHTML = `<form data-send-later="Create account">
    <label for="s1">Name</label><input id="s1" value="Ann">
    <label for="s2">I agree</label><input id="s2" type="checkbox">
    <button type="submit">Create account</button></form>`
  document.body.append(still)
  still.querySelectorAll('input')[1]?.click()
  const before = doneBefore(still)
  still.remove()
  const sent: FormData[] = []
  const { container } = render(<SignUp onSend={(form) => sent.push(form)} />)
  doAgain(container, before)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(Object.fromEntries(sent[0] ?? [])).toEqual({ name: 'Ann', agreed: 'on' })
})
