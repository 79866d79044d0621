import { expect, test } from 'vitest'
import { ratingLinkIn } from './Bubble'

test('the address of a rating is found with what stands around it', () => {
  expect(ratingLinkIn('Delivered. Rate it: https://haulage.example/rate/ord_1a-B. Bye')).toEqual({
    before: 'Delivered. Rate it: ',
    address: 'https://haulage.example/rate/ord_1a-B',
    orderId: 'ord_1a-B',
    after: '. Bye',
  })
})

test('no other address is a rating', () => {
  expect(ratingLinkIn('See https://haulage.example/terms')).toBeNull()
  expect(ratingLinkIn('The rate is 3/4')).toBeNull()
})
