// Imported first by a file whose checks have a server of their own: page.mjs reads the address as it is loaded.
process.env.HAULAGE_URL = process.env.HAULAGE_SECOND_URL ?? process.env.HAULAGE_URL
