// Checks that no change has to wait for: `nox -s soak -- browser` makes them.
import { test } from 'node:test'

/** Of several that show the same, those that another check, or a unit test, shows with every change. */
export const soakTest = process.env.HAULAGE_TEST_SOAK ? test : test.skip
