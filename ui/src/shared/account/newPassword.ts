type Rule = { name: string; sentence: string; holds: (password: string) => boolean }

/** What a new password needs, in the order in which failures are told (AUT-29, OP-54). */
export const NEW_PASSWORD_RULES: Rule[] = [
  {
    name: 'At least 8 characters',
    sentence: 'Password must be at least 8 characters long',
    holds: (password) => [...password].length >= 8,
  },
  {
    name: 'One uppercase letter',
    sentence: 'Password must contain at least one uppercase letter',
    holds: (password) => /\p{Lu}/u.test(password),
  },
  {
    name: 'One lowercase letter',
    sentence: 'Password must contain at least one lowercase letter',
    holds: (password) => /\p{Ll}/u.test(password),
  },
  {
    name: 'One number',
    sentence: 'Password must contain at least one number',
    holds: (password) => /\p{Nd}/u.test(password),
  },
  {
    name: 'One special character',
    sentence: 'Password must contain at least one special character',
    holds: (password) => /[^\p{L}\p{N}\s]/u.test(password),
  },
]

/** The first rule that the password breaks, in its own words. */
export function newPasswordError(password: string): string | undefined {
  return NEW_PASSWORD_RULES.find(({ holds }) => !holds(password))?.sentence
}
