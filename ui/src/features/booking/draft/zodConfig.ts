import { config } from 'zod'

// Compiled checks need eval, which the content security policy refuses; even asking is a breach.
// Imported before anything that makes a schema, and by nothing that the home page needs.
config({ jitless: true })
