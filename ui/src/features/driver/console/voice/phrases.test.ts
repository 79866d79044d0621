import { expect, test } from 'vitest'
import { aDelivery, aRunningDelivery } from '@/testing/deliveries'
import {
  answerAmong,
  answerIn,
  commandAmong,
  commandIn,
  needsYes,
  targetOf,
  type VoiceCommand,
} from './phrases'

test.each([
  ['Start delivery', 'start'],
  ['okay, begin the delivery', 'start'],
  ['stop delivery!', 'stop'],
  ['End delivery', 'stop'],
  ['finish my delivery please', 'stop'],
  ['confirm pickup', 'confirm_pickup'],
  ['Confirm pick-up', 'confirm_pickup'],
  ['picked up', 'confirm_pickup'],
  ['confirm delivery', 'confirm_delivery'],
  ['Delivered.', 'confirm_delivery'],
  ['not delivered', null],
  ["don't stop delivery", null],
  ["I haven't picked up yet", null],
  ['I havent picked it up', null],
  ["I can't confirm the pickup", null],
  ["won't stop delivery", null],
  ["they didn't confirm delivery", null],
  ['nobody picked it up', null],
  ['no one delivered it', null],
  ['it was not picked up', null],
  ['should I confirm delivery?', null],
  ['when it is delivered', null],
  ['have you picked it up?', null],
  ["I've picked it up", 'confirm_pickup'],
  ['yes I have picked everything up now', 'confirm_pickup'],
  ['it is delivered', 'confirm_delivery'],
  ['start the delivery now, please', 'start'],
  ['I picked up the phone', null],
  ['another driver picked it up', null],
  ['he picked it up', null],
  ['have I picked it up', null],
  ['I forgot to confirm the pickup', null],
  ['I am unable to start delivery', null],
  ['trying to start the delivery', null],
  ['I still have to confirm pickup', null],
  ['too early to begin the delivery', null],
  ['picked up half of it', null],
  ['hardly picked up', null],
  ['a lovely day', null],
  ['', null],
])('%s means %s', (phrase, command) => {
  expect(commandIn(phrase)?.command ?? null).toBe(command)
})

test.each([
  ['Yes!', true],
  ['yeah', true],
  ['yep, done', true],
  ['yes please', true],
  ['yes, confirm delivery', true],
  ['Yes, it is delivered.', true],
  ['okay yes go ahead', true],
  ['no', false],
  ['nope', false],
  ['yeah nah', false],
  ['not yet', false],
  ['no I did', false],
  ['yes no wait', false],
  ["yeah, I haven't", false],
  ['yes but not delivered', false],
  ['yes but I cant right now', false],
  ['yes, if they open the door', null],
  ['yes when I get there', null],
  ['yeah in a minute', null],
  ['yes later', null],
  ['yeah hold on', null],
  ['yes as soon as he comes', null],
  ['yeah I am still driving', null],
  ['yes they refused it', null],
  ['yes except the sofa', null],
  ['yes is it delivered', null],
  ['maybe later', null],
  ['delivered', null],
])('"%s" answers %s', (phrase, answer) => {
  expect(answerIn(phrase)).toBe(answer)
})

const said = (command: VoiceCommand, orderNumber: number | null = null) => ({
  command,
  orderNumber,
})

test('what cannot be undone asks for a yes', () => {
  expect(needsYes('stop')).toBe(true)
  expect(needsYes('confirm_delivery')).toBe(true)
  expect(needsYes('start')).toBe(false)
})

test('a command is about the newest delivery that it fits', () => {
  const AT = '2026-11-20T15:00:00Z'
  const newest = aDelivery({ order_id: 'order-3' })
  const running = aRunningDelivery(AT, { order_id: 'order-2' })
  const older = aDelivery({ order_id: 'order-1' })
  const all = [newest, running, older]
  expect(targetOf(said('start'), all)?.order_id).toBe('order-3')
  expect(targetOf(said('confirm_pickup'), all)?.order_id).toBe('order-2')
  expect(targetOf(said('stop'), all)).toBeUndefined()
})

test.each(['aint picked it up', 'unable to pick up', 'I failed to pick up the order', 'negative'])(
  'the lower guess %j denies',
  (lower) => {
    expect(commandAmong(['picked up', lower])).toBeNull()
  },
)

test('a denial in any guess outweighs a command in another', () => {
  expect(commandAmong(["I haven't picked up", 'I have picked up'])).toBeNull()
  expect(commandAmong(['I have picked up', 'I have not picked up'])).toBeNull()
  expect(answerAmong(['yes', 'no'])).toBe(false)
})

test.each([
  [['Yes, is that the order number?']],
  [['Yeah, is this the order?']],
  [['Yes, did I do it?']],
  [['Yes, let me just confirm that.']],
  [['Yeah, let me confirm the order number.']],
  [['Yes, I do have the order number, thank you.']],
  [['Yes sir, is that correct?']],
  [['Yes, is the delivery completed?']],
  [['Yeah, did it complete?']],
  [['Yes, please let them confirm.']],
  [['Yes, I have that, thank you, sir']],
  [['Yes, has this been confirmed?']],
  [['Yes sir, it is this order number']],
  [['yes in a sec']],
  [['yes once she signs']],
  [['yes I think']],
  [['yes or maybe']],
  [['yes after the stairs']],
  [['say yes or no']],
  [['yeah right']],
  [['yes dear']],
  [['yesterday']],
  [["yes I'm about to"]],
  [['yes unless it rains']],
  [['yes when I get there', 'yes']],
  [['yes if they open', 'yes it is']],
  [['yeah hold on a second', 'yeah']],
  [['yes they refused it', 'yes they used it', 'yes']],
  [['yeah in five', 'yeah fine', 'yeah']],
  [['Yes, thanks, please let me do that now.']],
  [['Yeah, is everything okay?']],
  [['Yes, am I all right?']],
])('%j is no yes', (guesses) => {
  expect(answerAmong(guesses)).not.toBe(true)
})

test.each([
  [['Yes.']],
  [['Yeah, done.']],
  [["Yep, it's delivered."]],
  [['Yup.']],
  [['Yes, complete it.']],
  [['Yes, I did.']],
  [["Yes, that's right."]],
  [['Okay, yes.']],
  [['Yes, of course.']],
  [['Yes, definitely.']],
  [['Um, yes.']],
  [["Yes, everything's delivered."]],
  [["Yes, it's all done."]],
  [['Yes, mark it as delivered.']],
  [["Yes, I'm done here."]],
  [["Yes ma'am."]],
  [['Sure.']],
  [['Correct.']],
  [['Yes it was delivered']],
  [['Yes, I have delivered it']],
  [['Yes, please complete the delivery']],
])('%j is a yes', (guesses) => {
  expect(answerAmong(guesses)).toBe(true)
})

test.each([
  [['Has the order been picked up?']],
  [['Is the order picked up?']],
  [['Is that picked up?']],
  [['Has this been picked up?']],
  [['Please have them picked up.']],
  [['You picked it up?']],
  [["Let's have everything picked up, please."]],
  [['Has that order been picked up now?']],
  [['Is order number 10012 picked up?']],
  [['I picked up the phone', 'I picked up']],
  [['I picked up the wrong box', 'I picked up']],
  [['she picked it up', 'he picked it up', 'picked it up']],
  [['let me have it picked up']],
  [['please confirm the pickup number']],
  [['picked up the tab']],
  [['I have to get it picked up']],
  [['it will be picked up']],
  [['to be picked up']],
  [['thank you, you have picked up the order']],
  [["I've been picked up"]],
  [['I have been picked up, thanks']],
  [['the pickup is confirmed by her']],
  [['confirm pickup address']],
  [['is it picked up']],
])('%j commands nothing', (guesses) => {
  expect(commandAmong(guesses)).toBeNull()
})

test.each([
  [["I've got it picked up."]],
  [['Everything is picked up.']],
  [['Picked up order 10004.']],
  [['Okay, I have picked them up.']],
  [['Pickup confirmed.']],
  [['Please confirm the pickup now.']],
  [['I just picked it up.']],
  [['All picked up.']],
  [['The order is picked up']],
  [['I picked up everything']],
  [["We've picked everything up"]],
  [['Hey, confirm pickup, please']],
  [['Picked it all up']],
  [['I picked up the order']],
  [['I picked up the boxes']],
  [['We picked up the sofa']],
])('%j confirms a pickup', (guesses) => {
  expect(commandAmong(guesses)?.command).toBe('confirm_pickup')
})

test.each([
  'yes is that the order number',
  'has the order been picked up',
  'is the order picked up',
  'you picked it up',
  'yes it is this order number',
  'yes it is delivered if they open',
  'picked up the order after lunch',
  'let me confirm the pickup',
])('"%s" means nothing without its question mark either', (phrase) => {
  expect(answerAmong([phrase])).toBeNull()
  expect(commandAmong([phrase])).toBeNull()
})

test('only the likeliest guess is a command or a yes', () => {
  expect(commandAmong(['a lovely day', 'picked up'])).toBeNull()
  expect(answerAmong(['a lovely day', 'yes'])).toBeNull()
  expect(commandAmong(['picked up', 'a lovely day'])?.command).toBe('confirm_pickup')
  expect(answerAmong(['yes', 'yesterday'])).toBe(true)
})

test.each(['Picked up order 10004.', 'I picked up order number 10,004', 'Picked order 10004 up'])(
  '"%s" is about that order and no other',
  (phrase) => {
    const recognized = commandIn(phrase)
    expect(recognized).toEqual(said('confirm_pickup', 10004))
    const running = aRunningDelivery('2026-11-20T15:00:00Z', { order_number: 10004 })
    expect(targetOf(said('confirm_pickup', 10004), [running])).toBe(running)
    expect(targetOf(said('confirm_pickup', 10012), [running])).toBeUndefined()
  },
)
