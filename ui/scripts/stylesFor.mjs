// The rules of style sheets that a still page needs: those whose classes are all in it.
import postcss from 'postcss'

/** What the browser does with a rule of these inside is decided by its own name, not by classes. */
const WHOLE = new Set(['font-face', 'keyframes', 'property'])
/** One of several, or none of them: what stands in parentheses decides nothing by itself. */
const IN_PARENTHESES = /\([^()]*(?:\([^()]*\)[^()]*)*\)/g
const CLASS = /\.((?:\\.|[\w-])+)/g

/** *css* without the rules that name a class which is not in *html*. */
export function stylesFor(html, css) {
  const used = new Set(
    [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => names.split(/\s+/)),
  )
  const isUsed = (selector) =>
    [...selector.replaceAll(IN_PARENTHESES, '').matchAll(CLASS)].every(([, name]) =>
      used.has(name.replaceAll('\\', '')),
    )
  const root = postcss.parse(css)
  root.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && WHOLE.has(rule.parent.name)) return
    rule.selectors = rule.selectors.filter(isUsed)
    if (rule.selector === '') rule.remove()
  })
  root.walkAtRules((rule) => {
    if (rule.nodes?.length === 0) rule.remove()
  })
  return root.toString()
}
