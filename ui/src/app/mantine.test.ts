import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

// A component without its sheet works and looks broken, and only where no screen before it brought the sheet.

const FILES = import.meta.glob<string>('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
  base: '/src/app/',
})
const SOURCES = new Map(
  Object.entries(FILES).map(([path, text]) => [new URL(path, 'file:///src/app/').pathname, text]),
)

/** The sheets that a component needs beside, or instead of, the one of its own name. */
const NEEDS: Record<string, string[]> = {
  TextInput: ['Input'],
  Textarea: ['Input'],
  NativeSelect: ['Input'],
  NumberInput: ['Input', 'NumberInput'],
  PasswordInput: ['Input', 'PasswordInput'],
  PinInput: ['Input', 'PinInput', 'Group'],
  Checkbox: ['InlineInput', 'Checkbox'],
  Radio: ['InlineInput', 'Radio'],
  Switch: ['InlineInput', 'Switch'],
  Modal: ['ModalBase', 'Modal', 'Overlay', 'Paper'],
}
const SHEETS = new Set(
  readdirSync('node_modules/@mantine/core/styles').map((file) => file.replace('.layer.css', '')),
)

const STATIC_IMPORT = /^(?:import|export)\s(?!type\b)(?:[^'"]*?from\s)?'([^']+)'/gm
const LAZY_IMPORT = /\bimport\('([^']+)'\)/g
const OF_MANTINE = /import \{([^}]*)\} from '@mantine\/core'/g
const SHEET = /'@mantine\/core\/styles\/(\w+)\.layer\.css'/g

const found = (pattern: RegExp, text: string) =>
  [...text.matchAll(pattern)].map(([, it = '']) => it)

function fileOf(from: string, to: string): string | undefined {
  const path = to.startsWith('@/') ? `/src/${to.slice(2)}` : new URL(to, `file://${from}`).pathname
  return [path, `${path}.ts`, `${path}.tsx`].find((it) => SOURCES.has(it))
}

/** What is loaded together with *file*. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const to of found(STATIC_IMPORT, SOURCES.get(file) ?? '')) {
    const next = /^[@.]\/|^\.\./.test(to) && fileOf(file, to)
    if (next) loadedWith(next, seen)
  }
  return seen
}

function sheetsNeededBy(text: string): string[] {
  return found(OF_MANTINE, text)
    .flatMap((names) => names.split(',').map((name) => name.trim()))
    .filter((name) => new RegExp(`<${name}\\b(?!\\.)`).test(text))
    .flatMap((name) => NEEDS[name] ?? (SHEETS.has(name) ? [name] : []))
}

const ENTRIES = [...SOURCES].flatMap(([file, text]) => [
  ...(/^\/src\/routes\/(?!__root)/.test(file) ? [file] : []),
  ...found(LAZY_IMPORT, text).flatMap((to) => fileOf(file, to) ?? []),
])
const ALWAYS = found(SHEET, SOURCES.get('/src/app/mantine.ts') ?? '')

test('every screen, and every part that comes later, brings the styles of what it shows', () => {
  const needed = new Map<string, Set<string>>()
  const missing = [...new Set(ENTRIES)].flatMap((entry) => {
    const texts = [...loadedWith(entry)].map((file) => SOURCES.get(file) ?? '')
    const brought = new Set([...ALWAYS, ...texts.flatMap((text) => found(SHEET, text))])
    const needs = new Set(texts.flatMap(sheetsNeededBy))
    needed.set(entry, needs)
    return [...needs].filter((it) => !brought.has(it)).map((it) => `${entry} needs ${it}`)
  })
  expect(missing).toEqual([])
  expect(needed.get('/src/routes/account.tsx')).toContain('PasswordInput')
})
