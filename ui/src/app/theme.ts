import { Button, createTheme, type MantineColorsTuple } from '@mantine/core'

/** The one accent. Shade 6 carries white text at 5.5 to 1 on both schemes. */
const fern: MantineColorsTuple = [
  '#eaf8f0',
  '#d3efdf',
  '#a6e0c0',
  '#76cf9f',
  '#4fc083',
  '#35a86c',
  '#15784b',
  '#0f6840',
  '#0b5434',
  '#064127',
]

/** Mantine's own dark greys are neutral; these belong to the tokens of app.css. */
const dark: MantineColorsTuple = [
  '#eef1f2',
  '#c5cdd2',
  '#a0aab1',
  '#737d84',
  '#414a51',
  '#293035',
  '#1c2226',
  '#171c1f',
  '#0f1315',
  '#0b0e10',
]

/** Named without importing them: a component that no screen uses yet weighs nothing. */
const FIELDS = ['TextInput', 'PasswordInput', 'Textarea', 'Select', 'NumberInput', 'DateTimePicker']
const fields = Object.fromEntries(FIELDS.map((name) => [name, { defaultProps: { size: 'md' } }]))

export const theme = createTheme({
  primaryColor: 'fern',
  primaryShade: { light: 6, dark: 6 },
  colors: { fern, dark },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
  defaultRadius: 'md',
  radius: { sm: '0.375rem', md: '0.625rem', lg: '1rem' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ...fields,
    Button: Button.extend({ defaultProps: { size: 'md' } }),
  },
})
