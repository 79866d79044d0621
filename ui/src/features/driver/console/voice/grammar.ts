/**
 * The sentences that voice commands know (OP-51). A sentence counts only if all of it is known: what a
 * recognizer hears beside a command may be a question, a condition or talk with a customer.
 */

const oneOf = (...phrases: string[]) => `(?:${phrases.join('|')})`
const maybe = (phrase: string) => `(?:${phrase} )?`

/** What says nothing and may stand before and after. */
const FILLER = oneOf(
  ...['um', 'uh', 'uhm', 'er', 'ah', 'oh', 'hey', 'ok', 'okay', 'all right', 'alright', 'please'],
  ...['thanks', 'thank you', 'sir', "ma'?am", 'madam', 'now'],
)
const FILLERS = `(?:${FILLER} )*`
const YES = oneOf(
  ...['yes', 'yeah', 'yep', 'yup', 'sure', 'correct', 'of course', 'definitely', 'affirmative'],
)

const I_HAVE = `${oneOf('i', 'we')}(?: have|'?ve)?(?: just)?`
const THE = oneOf('the', 'my', 'this')
const ORDER = `${maybe(THE)}order(?: number)?(?: (?<number>\\d+))?`
const GOODS = oneOf(
  ...['box', 'boxes', 'item', 'items', 'things', 'goods', 'load', 'furniture', 'sofa', 'couch'],
  ...['bed', 'mattress', 'table', 'desk', 'dresser', 'package', 'packages'],
)
const THE_GOODS = `${maybe('all')}${oneOf('the', 'these', 'those', 'this', 'that')} ${GOODS}`
const THEM = oneOf('it', 'them', 'everything', '(?:it |them )?all', 'all of (?:it|them)', THE_GOODS)
const IS = `(?: is|'?s| are|'?re| was| were| has been| have been|'?s been)(?: all)?(?: now)?`
const THEY_ARE = oneOf('it', 'that', 'they', 'everything', 'the order', THE_GOODS) + IS
const COMPLETE = oneOf('complete', 'completed', 'confirmed', 'done', 'finished')

const DELIVERED = [
  'delivered',
  `${THEY_ARE} delivered`,
  `${I_HAVE} delivered(?: ${oneOf(THEM, ORDER)})?`,
  `${maybe(THE)}delivery(?: is)? ${COMPLETE}`,
]
const CONFIRM_DELIVERY = `confirm ${maybe(THE)}delivery`
const STOP_DELIVERY = `${oneOf('stop', 'end', 'finish')} ${maybe(THE)}delivery`

/** What may follow a yes to the question whether a delivery is to be completed. */
const AFTER_YES = oneOf(
  ...DELIVERED,
  CONFIRM_DELIVERY,
  STOP_DELIVERY,
  `complete ${maybe(THE)}delivery`,
  `${oneOf('complete', 'confirm')}(?: it| that)?`,
  'mark it(?: as)? (?:delivered|done|complete|completed)',
  `(?:${THEY_ARE} |all )?${oneOf('done', 'finished', 'complete', 'completed')}`,
  "(?:i'?m|i am|we'?re|we are)(?: all)? (?:done|finished)(?: here)?",
  "(?:that'?s|that is) (?:right|correct)",
  'it is',
  'i did',
  'go ahead',
)

const command = (...phrases: string[]) =>
  new RegExp(`^(?:${oneOf(FILLER, YES)} )*${oneOf(...phrases)} ${FILLERS}$`)
const LET_US = maybe(oneOf("let'?s", 'go ahead and'))

/** Every command has its own expressions, for each names the order by the same word. */
export const COMMANDS = {
  start: [command(`${LET_US}${oneOf('start', 'begin')} ${maybe(THE)}delivery`)],
  stop: [command(`${LET_US}${STOP_DELIVERY}`)],
  confirm_pickup: [
    command(`confirm ${maybe(THE)}pick ?up`, `${maybe(THE)}pick ?up(?: is)? ${COMPLETE}`),
    command(`${maybe(I_HAVE)}picked up(?: ${oneOf(THEM, ORDER)})?`),
    command(`${maybe(I_HAVE)}picked ${oneOf(THEM, ORDER)} up`),
    command(`${oneOf('all', THEY_ARE)} picked up`, `${ORDER}${IS} picked up`),
    command(`(?:i|we)(?: have|'?ve) got ${oneOf(THEM, ORDER)} picked up`),
  ],
  confirm_delivery: [command(`${LET_US}${CONFIRM_DELIVERY}`, ...DELIVERED)],
}

export const ANSWERED_YES = new RegExp(
  `^${FILLERS}${YES} (?:${oneOf(FILLER, YES)} )*(?:${AFTER_YES} ${FILLERS})?$`,
)
