import type { Preset } from './items'

const words = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? []

/** What was typed: how many of it, where a number goes before, and what. */
export function wanted(presets: Preset[], typed: string): { pieces: number; found: Preset[] } {
  const whole = fitting(presets, words(typed), begins)
  if (whole.length > 0) return { pieces: 1, found: whole }
  const { pieces, name } = countAndName(typed)
  const exact = fitting(presets, words(name), begins)
  return { pieces, found: exact.length > 0 ? exact : fitting(presets, words(name), nearlyBegins) }
}

/** `4 boxes` or `4x boxes`; what begins with no number is one. */
export function countAndName(typed: string): { pieces: number; name: string } {
  const [, count, name] = /^\s*([1-9]\d?)(?:\s*x\s+|\s+)(\S.*)$/i.exec(typed) ?? []
  return name ? { pieces: Number(count), name: name.trim() } : { pieces: 1, name: typed.trim() }
}

type Begins = (typed: string, word: string) => boolean

/** As the server searches: each word begins a word of the name, or of another name; by name first. */
function fitting(presets: Preset[], typed: string[], begins: Begins): Preset[] {
  const fits = (text: string) =>
    typed.every((start) => words(text).some((word) => begins(start, word)))
  const named = presets.filter(({ name }) => fits(name))
  const others = presets.filter(
    (each) => !fits(each.name) && fits([each.name, ...each.words].join(' ')),
  )
  return [...named, ...others]
}

const begins: Begins = (typed, word) => singulars(typed).some((each) => word.startsWith(each))

/** Ours, in letters, as the server has it: one slip in a shorter word makes another word of it. */
const SHORTEST_MISSPELT = 4

const nearlyBegins: Begins = (typed, word) =>
  begins(typed, word) ||
  singulars(typed)
    .filter(({ length }) => length >= SHORTEST_MISSPELT)
    .some((each) => [-1, 0, 1].some((more) => isOneSlip(each, word.slice(0, each.length + more))))

const PLURALS = [
  ['ies', 'y'],
  ['ves', 'f'],
  ['es', ''],
  ['s', ''],
] as const

/** The word itself, and what it may be several of. */
function singulars(typed: string): string[] {
  const several = PLURALS.filter(([end]) => typed.endsWith(end)).map(
    ([end, one]) => typed.slice(0, -end.length) + one,
  )
  return [typed, ...several.filter(({ length }) => length > 2)]
}

/** A letter too many, too few or wrong, or two in each other's place. */
function isOneSlip(typed: string, meant: string): boolean {
  let same = 0
  while (same < Math.min(typed.length, meant.length) && typed[same] === meant[same]) same++
  const [wrong, right] = [typed.slice(same), meant.slice(same)]
  if (wrong === '' || right === '') return wrong.length + right.length === 1
  const isSwapped =
    right.length > 1 &&
    wrong.startsWith(`${right[1]}${right[0]}`) &&
    wrong.slice(2) === right.slice(2)
  return (
    isSwapped ||
    wrong.slice(1) === right.slice(1) ||
    wrong.slice(1) === right ||
    wrong === right.slice(1)
  )
}
