declare module '@tanstack/react-router' {
  /** What one page tells the next without putting it into the address. */
  interface HistoryState {
    /** On /login: a new password was set, and is to be used now (AUT-32). */
    passwordUpdated?: boolean
    /** On the first page after a registration; drivers go on with their application (AUT-24). */
    registered?: boolean
  }
}

export {}
