/** Said of a `starting at` price wherever no price of the trip itself stands beside it. */
export const LIST_PRICES =
  'List prices. A short trip can cost less: with both addresses you see the price of yours.'
