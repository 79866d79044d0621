import type { UseFormReturnType } from '@mantine/form'
import type { Values } from './values'

export type Form = UseFormReturnType<Values>
export type PartProps = { form: Form }

/** What binds an input to a field of the form; its name says which one was left. */
export function field(form: Form, name: string) {
  return { ...form.getInputProps(name), name, maxLength: 100 }
}

export function tick(form: Form, name: string) {
  return { ...form.getInputProps(name, { type: 'checkbox' }), name }
}
