/** "4.80": a rating has two decimals wherever it is shown (ORD-09). */
export function formatRating(rating: number): string {
  return rating.toFixed(2)
}
