/** The beginnings of what Stripe names when it needs something (docs.stripe.com/api/accounts/object). */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^external_account/, 'A bank account or debit card'],
  [/^tos_acceptance/, 'Your agreement to the terms of Stripe'],
  [/\.(id_number|ssn_last_4)$/, 'Your Social Security number'],
  [/\.verification\.additional_document/, 'A document that shows your address'],
  [/\.verification/, 'A photo of an identity document'],
  [/\.dob/, 'Your date of birth'],
  [/\.address/, 'Your home address'],
  [/\.(first_name|last_name|full_name)/, 'Your name'],
  [/\.phone/, 'Your phone number'],
  [/\.email/, 'Your e-mail address'],
  [/^business_profile/, 'What work you do'],
]

/** What the provider still needs in words, each once. */
export function dueInWords(due: readonly string[]): string[] {
  const words = due.map((name) => WORDS.find(([of]) => of.test(name))?.[1] ?? 'More about you')
  return [...new Set(words)]
}
