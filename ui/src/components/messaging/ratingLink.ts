const RATING = /^(.*?)(https?:\/\/\S+\/rate\/([\w-]+))(.*)$/s

/** Where the server's message about a delivery leads to its rating, with what stands around it. */
export function ratingLinkIn(text: string) {
  const [, before, address, orderId, after] = RATING.exec(text) ?? []
  return orderId ? { before, address, orderId, after } : null
}
