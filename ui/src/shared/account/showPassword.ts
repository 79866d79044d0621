/** The eye in a password field is a button for everybody, reached by Tab as well. */
export const SHOW_PASSWORD = {
  visibilityToggleButtonProps: { 'aria-label': 'Show password', tabIndex: 0, 'aria-hidden': false },
} as const
