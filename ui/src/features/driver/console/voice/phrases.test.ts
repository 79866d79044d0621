import { expect, test } from 'vitest'
import { aDelivery, aRunningDelivery } from '@/testing/deliveries'
import { answerIn, commandAmong, commandIn, needsYes, targetOf } from './phrases'

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
  expect(commandIn(phrase)).toBe(command)
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
  expect(targetOf('start', all)?.order_id).toBe('order-3')
  expect(targetOf('confirm_pickup', all)?.order_id).toBe('order-2')
  expect(targetOf('stop', all)).toBeUndefined()
})

test('a denial in any guess outweighs a command in another', () => {
  expect(commandAmong(["I haven't picked up", 'I have picked up'])).toBeNull()
  expect(commandAmong(['I have picked up', 'I have not picked up'])).toBeNull()
  expect(commandAmong(['a lovely day', 'picked up'])).toBe('confirm_pickup')
})
